import { hash } from 'node:crypto'
import { createRemoteJWKSet, customFetch, errors, type JWTPayload, jwtVerify } from 'jose'
import { invalid } from '../protocol/auth-error.ts'
import type { Provider } from './providers.ts'

/** Signatures that only the provider can make; a shared secret is none. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
]

const keySets = new WeakMap<Provider, { url: string; keys: ReturnType<typeof createRemoteJWKSet> }>()

/**
 * Checks an id token that a program got from a provider itself: the operator's issuer, one of our clients as its
 * audience, the provider's signature, its times, and the nonce that it was asked with (as SHA-256 in hex).
 * Refuses with 400 `validation_failed`.
 */
export async function claimsOfIdToken(
  provider: Provider,
  token: string,
  nonce: string | undefined,
  now: Date,
): Promise<JWTPayload> {
  const metadata = (await provider.discovered()).serverMetadata()
  let claims: JWTPayload
  try {
    const verified = await jwtVerify(token, keysOf(provider, metadata.jwks_uri ?? ''), {
      issuer: metadata.issuer,
      audience: [...provider.clientIds],
      algorithms,
      requiredClaims: ['sub', 'exp', 'iat'],
      clockTolerance: 30,
      currentDate: now,
    })
    claims = verified.payload
  } catch (error) {
    if (error instanceof errors.JOSEError) throw invalid(`Bad ID token: ${error.message}`)
    throw error
  }
  const { azp, aud } = claims
  if (azp !== undefined && !provider.clientIds.some((one) => one === azp))
    throw invalid('Bad ID token: it was given to another client')
  if (Array.isArray(aud) && aud.length > 1 && azp === undefined)
    throw invalid('Bad ID token: it is for several audiences and names no client')
  if (Boolean(nonce) !== Boolean(claims.nonce))
    throw invalid('Passed nonce and nonce in id_token should either both exist or not.')
  if (nonce && hash('sha256', nonce, 'hex') !== claims.nonce) throw invalid('Nonces mismatch')
  return claims
}

function keysOf(provider: Provider, url: string) {
  const known = keySets.get(provider)
  if (known?.url === url) return known.keys
  const keys = createRemoteJWKSet(new URL(url), { [customFetch]: provider.fetch as never })
  keySets.set(provider, { url, keys })
  return keys
}
