import type { Database } from '../../server/database/database.ts'
import { StartError } from '../../server/start-error.ts'
import type { KeyPlace } from './keys.ts'
import { keysInDatabase, keysInFolder, makeKey, replaceInFolder } from './key-store.ts'

/**
 * Clients and proxies cache the published keys for ten minutes, so a new key is published before it signs.
 */
const AHEAD_MS = 15 * 60_000
/** The longest life of an access token. */
const LONGEST_LIFE_MS = 24 * 60 * 60_000

interface Rotation {
  config: KeyPlace
  database: Database
  now: Date
  /** For a leaked key: the new key signs immediately, and all tokens of the old keys are void. */
  atOnce: boolean
}

/**
 * Makes a new signing key. It is published immediately and signs after 15 minutes; the others verify until
 * their last token has ended, service keys included. Every node loads it by itself.
 * @returns when it signs, and until when the others verify.
 * @throws StartError if the keys are in the operator's file.
 */
export async function rotateKey({ config, database, now, atOnce }: Rotation) {
  if (config.AUTH_SIGNING_KEYS)
    throw new StartError(
      'The keys are in AUTH_SIGNING_KEYS. Put a new one second, and a quarter of an hour later first; keep the old ones behind it.',
    )
  const jwk = await makeKey()
  const signsFrom = now.getTime() + (atOnce ? 0 : AHEAD_MS)
  const verifiesUntil = atOnce ? now.getTime() : await lastEnd(database, signsFrom + LONGEST_LIFE_MS)
  if (config.DATABASE_URL) {
    await keysInDatabase(database)
    await database.write('service', async ({ db }) => {
      await db
        .updateTable('auth.signing_keys')
        .set({ verifies_until: new Date(verifiesUntil) })
        .where('verifies_until', '>', new Date(verifiesUntil))
        .execute()
      await db
        .insertInto('auth.signing_keys')
        .values({ kid: jwk.kid, slot: jwk.kid, jwk: JSON.stringify(jwk), signs_from: new Date(signsFrom) })
        .execute()
    })
  } else {
    const known = await keysInFolder(config.DATA_DIR)
    const ending = known.map((key) => ({
      ...key,
      verifiesUntil: Math.min(key.verifiesUntil, verifiesUntil),
    }))
    await replaceInFolder(config.DATA_DIR, [...ending, { jwk, signsFrom, verifiesUntil: Infinity }])
  }
  return { kid: jwk.kid, signsFrom: new Date(signsFrom), verifiesUntil: new Date(verifiesUntil) }
}

/** The latest end of all service keys, or the given time if that is later. */
async function lastEnd(database: Database, least: number) {
  const last = await database.read('service', ({ db }) =>
    db
      .selectFrom('auth.service_keys')
      .select((eb) => eb.fn.max('expires_at').as('at'))
      .where('revoked_at', 'is', null)
      .executeTakeFirst(),
  )
  return Math.max(least, last?.at?.getTime() ?? 0)
}
