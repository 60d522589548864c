import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { errors, type JWK, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import { StartError } from '@kikoa/postgres'
import type { Database } from '../tables.ts'
import { algorithms, type KeyLocation, type KeySet, keySetOf, type StoredKey } from './key-set.ts'
import { openSealing, type Sealed } from './sealing.ts'
import { keysInDatabase, keysInFolder } from './key-store.ts'
import { isUuid } from '../uuid.ts'

/** A token that is foreign, expired or not valid yet. Its message is for the caller. */
export class InvalidToken extends Error {
  override readonly name = 'InvalidToken'
}

/** Signs and checks the tokens of this installation. */
export interface Keys {
  issuer: string
  /** The current public keys. */
  readonly published: { keys: JWK[] }
  /** A secret of this installation, one for each purpose. It does not depend on the signing keys. */
  derive(purpose: string): Buffer
  /** The id of the key that `derive` uses. */
  sealedBy: string
  /** Derives from the oldest signing key instead, for data that was sealed before there was a sealing key. */
  deriveFromSigningKey: KeySet['derive']
  /** Signs claims unchanged. */
  sign(claims: JWTPayload): Promise<string>
  /**
   * Checks a token's signature, times and issuer, and that a service key is not revoked. It does not check
   * the session or the audience. A good token is cached by its SHA-256 until it ends, because the signature
   * is the most expensive part of a call.
   * @throws InvalidToken
   */
  read(token: string): Promise<JWTPayload>
  /** Loads keys that were changed, for example by a rotation on another node. */
  reload(): Promise<void>
}

/** The roles of service keys. */
export const serviceRoles = ['service_role', 'supabase_admin']

const REMEMBERED = 20_000
/** The least time between two searches for new keys, when a node gets tokens of an unknown key. */
const POLL_MS = 2_000

/**
 * Opens the signing keys: from the operator's file, else from the data folder if the database is embedded,
 * else from the database, so that all nodes use the same keys. It also opens the sealing key (`openSealing`).
 * @throws StartError if the operator's file can't be used, or a key is missing that something is sealed with.
 */
export async function loadKeys({
  config,
  now = () => new Date(),
  log,
  ...on
}: {
  config: KeyLocation
  now?: () => Date
  log?: { warn(line: string): void }
} & (Sealed | { database?: undefined })): Promise<Keys> {
  const { database } = on
  let isNew = false
  const load = () => setFrom(config, database, () => (isNew = true))
  let set = await load()
  const sealing = await openSealing(config, on.database && on, isNew ? undefined : set.derive)
  if (isNew && database && (await hasSessions(database)))
    log?.warn(
      'The signing keys were missing and a new one was made: access tokens and service keys of before are void, and people may have to log in again.',
    )
  let looked = 0
  const issuer = `${config.SITE_URL}/auth/v1`
  const known = new LRUCache<string, { claims: JWTPayload; until: number }>({ max: REMEMBERED })

  async function reload() {
    looked = now().getTime()
    const found = await load()
    if (found.state === set.state) return
    set = found
    known.clear()
  }

  async function check(token: string) {
    const claims = await verified(set, token, now()).catch(async (error: unknown) => {
      if (!(error instanceof UnknownKey) || Math.abs(now().getTime() - looked) < POLL_MS) throw error
      await reload()
      return verified(set, token, now())
    })
    // A service key may lack most claims, but one with another issuer is refused.
    const isService = serviceRoles.includes(String(claims.role))
    if ((!isService || claims.iss !== undefined) && !isOurs(claims, issuer))
      throw new InvalidToken('unexpected issuer')
    return claims
  }

  return {
    issuer,
    get published() {
      return set.published(now())
    },
    derive: sealing.derive,
    sealedBy: sealing.id,
    deriveFromSigningKey: (purpose) => set.derive(purpose),
    sign(claims) {
      const { alg, kid, signs } = set.signing(now())
      return new SignJWT(claims).setProtectedHeader({ alg, kid, typ: 'JWT' }).sign(signs)
    },
    async read(token) {
      const id = hash('sha256', token, 'base64')
      const remembered = known.get(id)
      const claims = remembered?.claims ?? (await check(token))
      const until = remembered?.until ?? endOf(set, token, claims)
      if (!remembered) known.set(id, { claims, until })
      if (until <= now().getTime()) {
        known.delete(id)
        throw new InvalidToken('token is expired')
      }
      if (database && serviceRoles.includes(String(claims.role)) && (await isRevoked(database, claims.jti)))
        throw new InvalidToken('key is revoked')
      return claims
    },
    reload,
  }
}

/**
 * The secrets derived from the signing keys, used before there was a sealing key. Undefined if the signing
 * keys are new.
 */
export async function signingRoot(
  config: KeyLocation,
  database: Database,
): Promise<KeySet['derive'] | undefined> {
  let isNew = false
  const { derive } = await setFrom(config, database, () => (isNew = true))
  return isNew ? undefined : derive
}

async function setFrom(
  config: KeyLocation,
  database: Database | undefined,
  onMade: () => void,
): Promise<KeySet> {
  return keySetOf(
    config.AUTH_SIGNING_KEYS
      ? await keysInFile(config.AUTH_SIGNING_KEYS)
      : config.DATABASE_URL && database
        ? await keysInDatabase(database, onMade)
        : await keysInFolder(config.DATA_DIR, onMade),
  )
}

const hasSessions = (database: Database) =>
  database.read('service', async ({ db }) =>
    Boolean(await db.selectFrom('auth.sessions').select('id').limit(1).executeTakeFirst()),
  )

/**
 * The keys in the operator's file, the oldest first. In the file the first key signs, and the last one is the oldest.
 * @throws StartError if they can't be used.
 */
export async function keysInFile(file: string): Promise<StoredKey[]> {
  try {
    const read = JSON.parse(await readFile(file, 'utf8')) as { keys: JWK[] } | JWK[]
    // A bare array of keys is accepted too, because the hosted service exports that form.
    const keys = Array.isArray(read) ? read : read.keys
    if (!Array.isArray(keys)) throw new Error('it holds no list of keys')
    const stored = keys
      .map((jwk, index) => ({ jwk, signsFrom: -index, verifiesUntil: Infinity }))
      .toReversed()
    await keySetOf(stored)
    return stored
  } catch (error) {
    throw new StartError(
      `AUTH_SIGNING_KEYS names no usable JWK Set (${file}): ${(error as Error).message}.`,
      { cause: error },
    )
  }
}

class UnknownKey extends InvalidToken {}

/** The header's key id only selects one of our keys. `jku`, `jwk` and `x5u` of a token are ignored. */
async function verified(set: KeySet, token: string, currentDate: Date): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(
      token,
      ({ kid, alg }) => {
        const key = set.verifying(kid, currentDate)
        if (!key) throw new UnknownKey('unknown signing key')
        if (key.alg !== alg) throw new InvalidToken('unknown signing key')
        return key.verifies
      },
      { algorithms: [...algorithms], currentDate },
    )
    return payload
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw new InvalidToken('token is expired')
    if (error instanceof InvalidToken) throw error
    if (error instanceof errors.JOSEError) throw new InvalidToken(error.message)
    throw error
  }
}

/** A token ends at its own time or with its key, whichever is earlier. */
function endOf(set: KeySet, token: string, { exp = Infinity }: JWTPayload) {
  const header = JSON.parse(Buffer.from(token.split('.', 1)[0]!, 'base64url').toString()) as { kid: string }
  return Math.min(exp * 1000, set.verifying(header.kid, new Date(0))?.verifiesUntil ?? 0)
}

const unnamed = /^http:\/\/localhost:\d+\/auth\/v1$/

/** Nodes without a configured address differ only in their ports, and accept each other's tokens. */
const isOurs = ({ iss }: JWTPayload, issuer: string) =>
  iss === issuer || (unnamed.test(issuer) && unnamed.test(iss ?? ''))

/**
 * Whether a service key was revoked by its id. One that was signed elsewhere has no id, and ends with its
 * signing key.
 */
async function isRevoked(database: Database, id: string | undefined): Promise<boolean> {
  if (!isUuid(id)) return false
  const found = await database.read('service', ({ db }) =>
    db.selectFrom('auth.service_keys').select('revoked_at').where('id', '=', id).executeTakeFirst(),
  )
  return Boolean(found?.revoked_at)
}

/**
 * The person and session of a good token, or `'key'` for a service key. The transaction that follows checks
 * whether the session is still valid.
 */
type Bearer = { person: string; session: string; expiresAt: Date } | 'key'

export const AUDIENCE = 'authenticated'

/**
 * Checks a bearer token of the API: signature, times, issuer and audience.
 * @returns `'key'` for a service key; undefined for a token that is foreign, expired, or for another
 * audience.
 */
export async function verifyToken(keys: Keys, token: string): Promise<Bearer | undefined> {
  try {
    const { role, aud, sub, session_id: session, exp } = await keys.read(token)
    // Our service keys have no session. A key with one would need a check of that session.
    if (serviceRoles.includes(String(role))) return session === undefined ? 'key' : undefined
    if (aud !== AUDIENCE || exp === undefined || !isUuid(sub) || !isUuid(session)) return undefined
    return { person: sub, session, expiresAt: new Date(exp * 1000) }
  } catch (error) {
    if (error instanceof InvalidToken) return undefined
    throw error
  }
}

/** The claims of a bearer token with a valid signature. */
export interface Claims extends JWTPayload {
  sub: string
}
