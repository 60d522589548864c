import * as client from 'openid-client'
import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client'
import type { JWTPayload } from 'jose'
import type { Auth } from '../auth.ts'
import { type FlowRow, issueCode, newFlowCode, useFlow } from '../flow-states.ts'
import { isUuid } from '../uuid.ts'
import { AuthError } from '../protocol/auth-error.ts'
import { redirectWith } from '../redirects.ts'
import { type AtProvider, callbackAddress } from './begin.ts'
import { decide } from './decide.ts'
import { type Proven, provenBy } from './proven.ts'

/** Whoever is asked for a password and a second factor there needs a while. */
const AWAY_MS = 10 * 60 * 1000

/** What a flow keeps between the way back and the client's own call for the session. */
export interface CameBack {
  proven: Proven
}

/**
 * Takes somebody back from a provider. Nothing is changed in any account here: who carries the answer may not be who
 * began, and that only the client's verifier shows. What can be refused already is refused.
 * @param told what the provider's redirect says, `state`, `code` and `iss` among it.
 * @returns the address to send the browser on to: with a code, or with why there is none.
 */
export async function comeBack(auth: Auth, told: Record<string, string>): Promise<string> {
  const now = auth.now()
  const state = told.state
  const flow = isUuid(state)
    ? await auth.database.write('service', (tx) =>
        useFlow(tx, state, { since: new Date(now.getTime() - AWAY_MS), now }),
      )
    : undefined
  if (flow?.method !== 'oauth')
    return refused(
      auth.config.SITE_URL,
      new AuthError('404 flow_state_not_found', 'This log-in was not begun here, is too old, or has ended'),
    )
  const { redirectTo } = flow.data as unknown as AtProvider
  try {
    return redirectWith(redirectTo, { code: await codeFor(auth, flow, told) })
  } catch (error) {
    if (error instanceof AuthError) return refused(redirectTo, error)
    auth.log.error({ err: error, provider: flow.provider }, 'a log-in at a provider failed')
    return refused(redirectTo, new AuthError('500 unexpected_failure', 'The log-in could not be completed'))
  }
}

async function codeFor(auth: Auth, flow: FlowRow, told: Record<string, string>): Promise<string> {
  const provider = auth.providers.get(flow.provider ?? '')
  if (!provider) throw new AuthError('400 provider_disabled', 'This provider is not enabled any more')
  const { verifier, nonce } = flow.data as unknown as AtProvider
  const answer = new URL(`${callbackAddress(auth)}?${new URLSearchParams(told).toString()}`)
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
  const proven = provenBy(provider.name, tokens.claims() as JWTPayload)
  if (!proven) throw new AuthError('400 bad_oauth_callback', 'The provider names nobody')
  const code = newFlowCode()
  const kept: CameBack = { proven }
  await auth.database.write('service', async (tx) => {
    await decide(tx, auth, proven)
    await issueCode(tx, flow.id, { code, data: { ...kept }, now: auth.now() })
  })
  return code
}

/** What the provider refused is told; what is wrong with its answer is for the log. */
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

/** The protocol tells why in the query, and for older clients in the fragment too. */
function refused(to: string, { status, slug, message }: AuthError): string {
  const told = {
    error: slug === 'access_denied' ? slug : status >= 500 ? 'server_error' : 'invalid_request',
    error_code: slug,
    error_description: message,
  }
  const url = new URL(redirectWith(to, told))
  url.hash = new URLSearchParams({ ...told, sb: '' }).toString()
  return url.href
}
