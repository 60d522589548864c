import type { FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { Auth } from '../auth.ts'
import { AuthError, invalid } from './errors.ts'
import type { AuthConfig } from '../settings.ts'
import { MOST_BYTES, weakPassword } from '../passwords/strength.ts'
import type { Metadata } from '../tables.ts'

/** The input of a call. */
export interface AuthRequest {
  /** The fields of the body. A null field is absent. */
  body: Record<string, unknown>
  query: Record<string, string | undefined>
  /** The parameters of the path, such as `:id`. */
  params: Record<string, string>
  /** The requested destination of a redirect, unchecked. */
  redirectTo: string | undefined
  /** The bearer token, unchecked. */
  token: string | undefined
  /** The requested audience, if there is one. */
  audience: string | undefined
  ip: string
  /** The token of the device cookie, unchecked. */
  device: string | undefined
  userAgent: string | undefined
  /** The language of the caller's page. */
  language: string
  log: FastifyRequest['log']
}

export interface AuthResponse {
  status?: number
  body?: unknown
  headers?: Record<string, string>
}

/** One route of the protocol, under /auth/v1. */
export interface AuthEndpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  /** Whether it also accepts a form, which another site's page sends. */
  takesForm?: true
  handle(auth: Auth, request: AuthRequest): Promise<AuthResponse>
}

/**
 * Reads the known fields of a call and ignores others. An invalid one answers 400 `validation_failed` with
 * its name.
 */
export function parseFields<Shape extends z.ZodRawShape>(
  shape: z.ZodObject<Shape>,
  given: unknown,
): z.infer<z.ZodObject<Shape>> {
  const read = shape.safeParse(given)
  if (read.success) return read.data
  const { path, message } = read.error.issues[0]!
  throw invalid(`${path.join('.') || 'body'}: ${message}`)
}

/** Refuses a new password: 400 for one that is empty or too long, 422 `weak_password` with the reasons. */
export async function requireStrongPassword(
  password: string,
  config: Pick<AuthConfig, 'AUTH_PASSWORD_RULE'>,
): Promise<void> {
  if (password === '') throw invalid('Signup requires a valid password')
  if (Buffer.byteLength(password) > MOST_BYTES)
    throw invalid(`Password cannot be longer than ${MOST_BYTES} characters`)
  const weak = await weakPassword(password, config.AUTH_PASSWORD_RULE)
  if (weak)
    throw new AuthError('422 weak_password', weak.message, {
      extra: { weak_password: { reasons: weak.reasons } },
    })
}

/** Bytes. The metadata is in every access token, and servers accept headers up to 16 KiB. */
const MOST_METADATA = 8 * 1024

/** Refuses metadata that is too large for an access token. */
export function requireSmallMetadata(data: Metadata): void {
  if (lengthOf(data) > MOST_METADATA) throw invalid(`data must not be longer than ${MOST_METADATA} bytes`)
}

function lengthOf(data: Metadata): number {
  try {
    return Buffer.byteLength(JSON.stringify(data))
  } catch {
    return Infinity // nested so deeply that it can't even be written down
  }
}

/** The channel of a code to a phone. */
export const phoneChannel = z.enum(
  ['sms', 'whatsapp'],
  'Invalid channel, supported values are sms and whatsapp',
)

export const pkceFields = {
  code_challenge: z.string().optional(),
  code_challenge_method: z.string().optional(),
}

/**
 * The code challenge of a program's log-in (RFC 7636 §4.2), if there is one. Refuses an incomplete or
 * malformed one, and the method `plain`, which reveals the verifier.
 */
export function parsePkce({
  code_challenge: challenge,
  code_challenge_method: method,
}: {
  code_challenge?: string | undefined
  code_challenge_method?: string | undefined
}): string | undefined {
  if (!challenge && !method) return undefined
  if (!challenge || !method) throw invalid('PKCE flow requires code_challenge_method and code_challenge')
  if (!/^[\w\-.~]{43,128}$/.test(challenge))
    throw invalid('code challenge has to be between 43 and 128 characters of A-Z a-z 0-9 - . _ ~')
  if (method.toLowerCase() !== 's256') throw invalid('code challenge method must be s256')
  return challenge
}
