import { hash } from 'node:crypto'
import * as client from 'openid-client'
import * as z from 'zod'
import type { Auth } from '../auth.ts'
import { openFlow } from '../flow-states.ts'
import { AuthError, invalid } from '../protocol/auth-error.ts'
import { type Ask, fieldsOf } from '../protocol/call.ts'
import { demandPkce, pkceFields } from '../protocol/demands.ts'
import { allowedRedirect } from '../redirects.ts'
import type { Provider } from './providers.ts'

const fields = z.object({
  provider: z.string().optional(),
  redirect_to: z.string().optional(),
  scopes: z.string().max(500).optional(),
  ...pkceFields,
})

/** What the product says to a provider itself; a client that sends one of these is not listened to. */
const reserved = new Set([
  ...Object.keys(fields.shape),
  ...[
    'client_id',
    'client_secret',
    'response_type',
    'response_mode',
    'redirect_uri',
    'scope',
    'state',
    'nonce',
  ],
  ...['request', 'request_uri', 'registration', 'claims', 'id_token_hint', 'resource', 'dpop_jkt'],
  ...['skip_http_redirect', 'flow_type', 'invite_token', 'apikey', 'code', 'code_verifier', 'iss', 'user_id'],
])

/** What the way back needs to know. */
export interface AtProvider {
  redirectTo: string
  verifier: string
  nonce: string
}

/** The provider of a name: 400 for one that the operator has not set. */
export function providerNamed({ providers }: Auth, name: string | undefined): Provider {
  const provider = providers.get(name ?? '')
  if (!provider) throw invalid('Unsupported provider: provider is not enabled')
  return provider
}

/** The address to which a provider sends people back. The operator registers it there. */
export const callbackAddress = ({ config }: Pick<Auth, 'config'>) => `${config.SITE_URL}/auth/v1/callback`

/**
 * Begins a log-in at a provider. The flow is stored, its id goes along as `state`; towards the provider it has a
 * PKCE verifier and a nonce of its own, and the client's challenge decides who gets the session in the end.
 * @returns the address to send the browser to.
 */
export async function beginAtProvider(auth: Auth, { query }: Ask): Promise<string> {
  const { provider: name, redirect_to, scopes, ...pkce } = fieldsOf(fields, query)
  const provider = providerNamed(auth, name)
  demandPkce(pkce)
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
  const back: AtProvider = {
    redirectTo,
    verifier,
    nonce,
  }
  const state = await auth.database.write('service', (tx) =>
    openFlow(tx, {
      method: 'oauth',
      challenge: pkce.code_challenge!,
      provider: provider.name,
      data: { ...back },
      now: auth.now(),
    }),
  )
  const wished = Object.entries(query).filter(([field]) => !reserved.has(field.toLowerCase()))
  const url = client.buildAuthorizationUrl(configuration, {
    ...(Object.fromEntries(wished) as Record<string, string>),
    redirect_uri: callbackAddress(auth),
    scope: scopesOf(scopes),
    state,
    nonce,
    code_challenge: hash('sha256', verifier, 'base64url'),
    code_challenge_method: 'S256',
  })
  return url.href
}

/** What makes it a log-in, and whatever else the client wants of the provider. */
const scopesOf = (wished = '') =>
  [...new Set(['openid', 'email', 'profile', ...wished.split(/[\s,]+/)])].filter(Boolean).join(' ')
