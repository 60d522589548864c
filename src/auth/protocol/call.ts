import type { FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { Locale } from '../../shared/pages.ts'
import type { Auth } from '../auth.ts'
import { invalid } from './auth-error.ts'

/** What a call of the protocol gets to read. */
export interface Ask {
  /** The fields of the body; one that was sent as null is absent. */
  body: Record<string, unknown>
  query: Record<string, string | undefined>
  /** What stands in the path's places, such as `:id`. */
  params: Record<string, string>
  /** Where the caller wants somebody to be sent on to, unchecked. */
  redirectTo: string | undefined
  /** The bearer token, unchecked. */
  token: string | undefined
  /** The audience that the caller asks for, when it names one. */
  audience: string | undefined
  ip: string
  /** The token of the device cookie, unchecked. */
  device: string | undefined
  userAgent: string | undefined
  /** Of the page that the caller sees. */
  language: Locale
  log: FastifyRequest['log']
}

export interface Answer {
  status?: number
  body?: unknown
  headers?: Record<string, string>
}

/** One route of the protocol, under /auth/v1. */
export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  /** Whether it takes a form too, as another site's page sends it. */
  takesForm?: true
  answer(auth: Auth, ask: Ask): Promise<Answer>
}

/** Reads the fields that a call knows, and ignores others. A wrong one answers 400 `validation_failed`, by its name. */
export function fieldsOf<Shape extends z.ZodRawShape>(
  shape: z.ZodObject<Shape>,
  given: unknown,
): z.infer<z.ZodObject<Shape>> {
  const read = shape.safeParse(given)
  if (read.success) return read.data
  const { path, message } = read.error.issues[0]!
  throw invalid(`${path.join('.') || 'body'}: ${message}`)
}
