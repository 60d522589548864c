import { hash } from 'node:crypto'
import * as client from 'openid-client'
import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client'
import * as z from 'zod'
import type { JWTPayload } from 'jose'
import type { Auth } from '../auth.ts'
import { type FlowRow, issueCode, newFlowCode, openFlow, useFlow } from '../flow-states.ts'
import { AuthError, invalid } from '../protocol/errors.ts'
import { type AuthResponse, type AuthRequest, parsePkce, parseFields, pkceFields } from '../protocol/call.ts'
import { allowedRedirect, redirectWith } from '../redirects.ts'
import type { Metadata } from '../tables.ts'
import type { Provider } from './providers.ts'
import { isUuid } from '../uuid.ts'
import { decide, logInWithIdentity, type ProviderIdentity, readProviderClaims } from './log-in.ts'
import { sessionResponse } from '../sessions/session.ts'

const fields = z.object({
  provider: z.string().optional(),
  redirect_to: z.string().optional(),
  scopes: z.string().max(500).optional(),
  /** A JSON object: the data of the sign-up, if the log-in becomes one. */
  data: z.string().max(2000).optional(),
  ...pkceFields,
})

/** Parameters that the server sets itself. A client can't override them. */
const reserved = new Set([
  ...Object.keys(fields.shape),
  'client_id',
  'client_secret',
  'response_type',
  'response_mode',
  'redirect_uri',
  'scope',
  'state',
  'nonce',
  'request',
  'request_uri',
  'registration',
  'claims',
  'id_token_hint',
  'resource',
  'dpop_jkt',
  'skip_http_redirect',
  'flow_type',
  'invite_token',
  'apikey',
  'code',
  'code_verifier',
  'iss',
  'user_id',
])

/** What the redirect back needs. */
interface ProviderFlow {
  redirectTo: string
  data?: Metadata
  verifier: string
  nonce: string
}

/** The provider with this name. Refuses an unknown one with 400. */
function providerNamed({ providers }: Auth, name: string | undefined): Provider {
  const provider = providers.get(name ?? '')
  if (!provider) throw invalid('Unsupported provider: provider is not enabled')
  return provider
}

/** The address to which a provider sends people back. The operator registers it there. */
const callbackAddress = ({ config }: Pick<Auth, 'config'>) => `${config.SITE_URL}/auth/v1/callback`

/**
 * Begins a log-in at a provider and stores the flow; its id is the `state`. The flow has its own PKCE
 * verifier and nonce for the provider, and the client's challenge decides who gets the session.
 * @returns the address to redirect the browser to.
 */
export async function beginAtProvider(auth: Auth, { query }: AuthRequest): Promise<string> {
  const { provider: name, redirect_to, scopes, data: sent, ...pkce } = parseFields(fields, query)
  const provider = providerNamed(auth, name)
  const data = sent === undefined ? undefined : readData(sent)
  const profile = await auth.application.readProfile(data ?? {})
  if (!profile.ok) throw invalid(profile.refusal.message)
  parsePkce(pkce)
  if (!pkce.code_challenge) throw invalid('This log-in needs the PKCE flow: code_challenge is missing')

  const configuration = await provider.discovered().catch((cause: unknown) => {
    auth.log.warn({ err: cause, provider: provider.name }, 'a log-in provider could not be asked')
    throw new AuthError('503 unexpected_failure', 'The log-in provider cannot be reached', {
      retryAfter: 10,
    })
  })
  const verifier = client.randomPKCECodeVerifier()
  const nonce = client.randomNonce()
  const redirectTo = allowedRedirect(auth.config, redirect_to)
  const returnTarget: ProviderFlow = {
    redirectTo,
    ...(data && { data }),
    verifier,
    nonce,
  }
  const state = await auth.database.write('service', (tx) =>
    openFlow(tx, {
      method: 'oauth',
      challenge: pkce.code_challenge!,
      provider: provider.name,
      data: { ...returnTarget },
      now: auth.now(),
    }),
  )
  const requestedParameters = Object.entries(query).filter(([field]) => !reserved.has(field.toLowerCase()))
  const url = client.buildAuthorizationUrl(configuration, {
    ...(Object.fromEntries(requestedParameters) as Record<string, string>),
    redirect_uri: callbackAddress(auth),
    scope: scopesOf(scopes),
    state,
    nonce,
    code_challenge: hash('sha256', verifier, 'base64url'),
    code_challenge_method: 'S256',
  })
  return url.href
}

const readData = (text: string): Metadata => {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text))
  } catch {
    throw invalid('data: must be an object')
  }
}

/** The required scopes, and the others that the client requests. */
const scopesOf = (requestedParameters = '') =>
  [...new Set(['openid', 'email', 'profile', ...requestedParameters.split(/[\s,]+/)])]
    .filter(Boolean)
    .join(' ')

/** Time for a password and a second factor at the provider. */
const FLOW_LIFE_MS = 10 * 60 * 1000

/** What a flow stores until the client requests the session. */
interface ProviderResult {
  proven: ProviderIdentity
  /** The data of the sign-up. */
  data?: Metadata
}

/**
 * Handles the redirect back from a provider. It changes no account: only the client's verifier shows that the
 * same browser began the flow. It already refuses what can be refused.
 * @param parameters the query of the provider's redirect, with `state`, `code` and `iss`.
 * @returns the address to redirect the browser to, with a code or an error.
 */
export async function finishAtProvider(auth: Auth, parameters: Record<string, string>): Promise<string> {
  const now = auth.now()
  const state = parameters.state
  const flow = isUuid(state)
    ? await auth.database.write('service', (tx) =>
        useFlow(tx, state, { since: new Date(now.getTime() - FLOW_LIFE_MS), now }),
      )
    : undefined
  if (flow?.method !== 'oauth')
    return refused(
      auth.config.SITE_URL,
      new AuthError('404 flow_state_not_found', 'This log-in was not begun here, is too old, or has ended'),
    )
  const { redirectTo } = flow.data as unknown as ProviderFlow
  try {
    return redirectWith(redirectTo, { code: await codeFor(auth, flow, parameters) })
  } catch (error) {
    if (error instanceof AuthError) return refused(redirectTo, error)
    auth.log.error({ err: error, provider: flow.provider }, 'a log-in at a provider failed')
    return refused(redirectTo, new AuthError('500 unexpected_failure', 'The log-in could not be completed'))
  }
}

async function codeFor(auth: Auth, flow: FlowRow, parameters: Record<string, string>): Promise<string> {
  const provider = auth.providers.get(flow.provider ?? '')
  if (!provider) throw new AuthError('400 provider_disabled', 'This provider is not enabled any more')
  const { verifier, nonce, data } = flow.data as unknown as ProviderFlow
  const answer = new URL(`${callbackAddress(auth)}?${new URLSearchParams(parameters).toString()}`)
  const tokens = await client
    .authorizationCodeGrant(await provider.discovered(), answer, {
      expectedState: flow.id,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    })
    .catch((cause: unknown) => {
      auth.log.warn({ err: cause, provider: provider.name }, 'a provider or its answer was refused')
      throw refusalOf(cause)
    })
  const proven = readProviderClaims(provider.name, tokens.claims() as JWTPayload)
  if (!proven) throw new AuthError('400 bad_oauth_callback', 'The provider names nobody')
  const code = newFlowCode()
  const kept: ProviderResult = { proven, ...(data && { data }) }
  await auth.database.write('service', async (tx) => {
    await decide(tx, auth, proven)
    await issueCode(tx, flow.id, { code, data: { ...kept }, now: auth.now() })
  })
  return code
}

/** A refusal of the provider is passed on to the client. A faulty answer only goes to the log. */
function refusalOf(cause: unknown): AuthError {
  if (cause instanceof AuthorizationResponseError)
    return new AuthError(
      cause.error === 'access_denied' ? '400 access_denied' : '400 bad_oauth_callback',
      cause.error === 'access_denied' ? 'The log-in was cancelled' : 'The provider refused the log-in',
    )
  if (
    cause instanceof ClientError ||
    cause instanceof ResponseBodyError ||
    cause instanceof WWWAuthenticateChallengeError
  )
    return new AuthError('400 bad_oauth_callback', "The provider's answer cannot be trusted")
  return new AuthError('503 unexpected_failure', 'The log-in provider cannot be reached')
}

/** The protocol puts the error in the query, and for older clients in the fragment too. */
function refused(to: string, { status, slug, message }: AuthError): string {
  const parameters = {
    error: slug === 'access_denied' ? slug : status >= 500 ? 'server_error' : 'invalid_request',
    error_code: slug,
    error_description: message,
  }
  const url = new URL(redirectWith(to, parameters))
  url.hash = new URLSearchParams({ ...parameters, sb: '' }).toString()
  return url.href
}

/**
 * Opens the session of a provider's log-in after the client has shown its verifier. Refuses as `decide` does.
 */
export async function redeemLogIn(auth: Auth, request: AuthRequest, flow: FlowRow): Promise<AuthResponse> {
  const { proven, data = {} } = flow.data as unknown as ProviderResult
  const opened = await auth.database.write('service', (tx) =>
    logInWithIdentity(tx, auth, { proven, data, request }),
  )
  return sessionResponse(auth, opened, request)
}
