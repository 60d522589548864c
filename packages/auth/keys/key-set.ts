import { createPrivateKey, hkdfSync } from 'node:crypto'
import { calculateJwkThumbprint, type CryptoKey, importJWK, type JWK, type KeyObject } from 'jose'
import type { AuthConfig } from '../settings.ts'

/** The accepted signature algorithms: asymmetric ones, each only with its own key type (RFC 8725 §3.1). */
export const algorithms = ['ES256', 'ES384', 'ES512', 'RS256', 'PS256', 'EdDSA', 'Ed25519'] as const

const privateParts = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'] as const

/** A key in its stored form. Times are milliseconds since 1970; Infinity or -Infinity means no limit. */
export interface StoredKey {
  jwk: JWK
  /**
   * The key signs from this time until a newer one does. It is published earlier, so that every verifier
   * knows it.
   */
  signsFrom: number
  /** The end of its last token. After it the key verifies no token. */
  verifiesUntil: number
}

interface Key {
  kid: string
  alg: string
  verifies: CryptoKey | KeyObject
  /** Absent for a public key. */
  signs: CryptoKey | KeyObject | undefined
  signsFrom: number
  verifiesUntil: number
}

/** The keys in use: at any time one signs, and all that have not ended verify. */
export interface KeySet {
  signing(now: Date): Key & { signs: CryptoKey | KeyObject }
  verifying(kid: string | undefined, now: Date): Key | undefined
  /** The public parts of the keys, the newest first. */
  published(now: Date): { keys: JWK[] }
  /** A secret derived from the oldest key, one for each purpose. It does not change with a rotation. */
  derive(purpose: string): Buffer
  /** Differs between two states of the keys. */
  state: string
}

/**
 * Makes a key set of private or public JWKs, the oldest first.
 * @throws Error if a key can't be used; the message is half a sentence.
 */
export async function keySetOf(kept: StoredKey[]): Promise<KeySet> {
  if (!kept.findLast(({ jwk }) => maySign(jwk))?.jwk.d)
    throw new Error('the first key must be a private one, for it signs')
  const keys: (Key & { open: JWK })[] = []
  for (const { jwk, signsFrom, verifiesUntil } of kept) {
    const alg = jwk.alg ?? (jwk.crv === 'P-256' ? 'ES256' : '')
    if (!(algorithms as readonly string[]).includes(alg))
      throw new Error(`a key has the algorithm "${alg}", and only ${algorithms.join(', ')} are taken`)
    const open = withoutPrivateParts(jwk)
    const kid = jwk.kid ?? (await calculateJwkThumbprint(open))
    keys.push({
      kid,
      alg,
      signsFrom,
      verifiesUntil,
      verifies: (await importJWK(open, alg)) as CryptoKey,
      signs:
        jwk.d && maySign(jwk)
          ? ((await importJWK({ ...jwk, key_ops: ['sign'] }, alg)) as CryptoKey)
          : undefined,
      open: { ...open, kid, alg, use: 'sig', key_ops: ['verify'] },
    })
  }
  const newestFirst = keys.toReversed().toSorted((a, b) => b.signsFrom - a.signsFrom || 0)
  const byId = new Map(keys.map((key) => [key.kid, key]))
  const lives = (key: Key, now: Date) => key.verifiesUntil > now.getTime()
  // The oldest private key, retained after it stopped signing: data sealed under it must stay readable.
  const root = createPrivateKey({ key: kept.find(({ jwk }) => jwk.d)!.jwk as never, format: 'jwk' })
  const secret = root.export({ format: 'der', type: 'pkcs8' })
  return {
    signing(now) {
      const due = newestFirst.find((key) => key.signs && key.signsFrom <= now.getTime())
      return { ...due!, signs: due!.signs! }
    },
    verifying(kid, now) {
      const key = byId.get(kid ?? '')
      return key && lives(key, now) ? key : undefined
    },
    published: (now) => ({ keys: newestFirst.filter((key) => lives(key, now)).map(({ open }) => open) }),
    derive: (purpose) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)),
    state: JSON.stringify(keys.map(({ kid, signsFrom, verifiesUntil }) => [kid, signsFrom, verifiesUntil])),
  }
}

/** A key may restrict its use (RFC 7517 §4.3): one that only verifies does not sign yet. */
const maySign = ({ key_ops }: JWK) => !key_ops || key_ops.includes('sign')

function withoutPrivateParts(jwk: JWK): JWK {
  const hidden = new Set<string>([...privateParts, 'key_ops', 'use', 'ext'])
  return Object.fromEntries(Object.entries(jwk).filter(([name]) => !hidden.has(name))) as JWK
}

/** Where the keys of an installation are, and its address. */
export type KeyLocation = Pick<
  AuthConfig,
  'AUTH_SIGNING_KEYS' | 'AUTH_SEALING_KEY' | 'DATABASE_URL' | 'DATA_DIR' | 'SITE_URL'
>
