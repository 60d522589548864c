import { randomUUID } from 'node:crypto'
import { link, open, readFile, rename, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose'
import { sql } from 'kysely'
import type { Database, Transaction } from '../tables.ts'
import type { StoredKey, KeyLocation } from './key-set.ts'
import { StartError } from '@kikoa/postgres'

/** The slot of the key in a new installation: the first insert wins for all nodes. */
export const FIRST = 'first'

export async function makeKey(): Promise<JWK & { kid: string }> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = await exportJWK(privateKey)
  return { ...jwk, alg: 'ES256', kid: await calculateJwkThumbprint(jwk) }
}

/** A key in the file: a JWK with two members of our own. They are absent if there is no limit. */
export type Filed = JWK & { signs_from?: string; verifies_until?: string }

const pathIn = (folder: string) => join(folder, 'signing-key.json')

/** The keys in the data folder, the oldest first. If there is none, it makes one and calls `onMade`. */
export async function keysInFolder(folder: string, onMade = () => {}): Promise<StoredKey[]> {
  const file = pathIn(folder)
  const known = await readKeys(file)
  if (known) return known
  onMade()
  await writeOnce(file, JSON.stringify({ keys: [await makeKey()] }))
  return (await readKeys(file))!
}

/**
 * Writes a file that only its owner can read, unless the file exists. It writes a draft and links it, so that
 * only one of several processes wins and no process reads half a key.
 */
export async function writeOnce(file: string, text: string): Promise<void> {
  const draft = await written(file, text)
  try {
    await link(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await unlink(draft)
  }
}

/** Replaces the keys in the data folder, completely or not at all. */
export async function replaceInFolder(folder: string, keys: StoredKey[]): Promise<void> {
  const file = pathIn(folder)
  await rename(await written(file, JSON.stringify({ keys: keys.map(filedFrom) })), file)
}

export const filedFrom = ({ jwk, signsFrom, verifiesUntil }: StoredKey): Filed => ({
  ...jwk,
  ...(Number.isFinite(signsFrom) && { signs_from: new Date(signsFrom).toISOString() }),
  ...(Number.isFinite(verifiesUntil) && { verifies_until: new Date(verifiesUntil).toISOString() }),
})

export const storedFrom = ({ signs_from, verifies_until, ...jwk }: Filed): StoredKey => ({
  jwk: jwk as JWK,
  signsFrom: signs_from ? Date.parse(signs_from) : -Infinity,
  verifiesUntil: verifies_until ? Date.parse(verifies_until) : Infinity,
})

async function written(file: string, text: string) {
  const draft = `${file}.${randomUUID()}`
  const handle = await open(draft, 'wx', 0o600)
  await handle.writeFile(text)
  await handle.sync()
  await handle.close()
  return draft
}

/** The keys in the data folder, the oldest first. Undefined if there is none. */
export const findKeysInFolder = (folder: string) => readKeys(pathIn(folder))

async function readKeys(file: string): Promise<StoredKey[] | undefined> {
  try {
    const { keys } = JSON.parse(await readFile(file, 'utf8')) as { keys: Filed[] }
    return keys.map(storedFrom)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * The keys that all nodes of a database share, the oldest first. If there is none, it makes one as in a
 * folder.
 */
export async function keysInDatabase(database: Database, onMade = () => {}): Promise<StoredKey[]> {
  const stored = () => database.read('service', storedKeys)
  let keys = await stored()
  if (keys.length === 0) {
    onMade()
    const key = await makeKey()
    await database.write('service', ({ db }) =>
      db
        .insertInto('auth.signing_keys')
        .values({ kid: key.kid, slot: FIRST, jwk: JSON.stringify(key) })
        .onConflict((conflict) => conflict.column('slot').doNothing())
        .execute(),
    )
    keys = await stored()
  }
  return keys
}

/** Milliseconds since 1970. PostgreSQL's infinity becomes JavaScript's. */
const milliseconds = (column: 'signs_from' | 'verifies_until') =>
  sql<number>`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`

async function storedKeys({ db }: Transaction): Promise<StoredKey[]> {
  const rows = await db
    .selectFrom('auth.signing_keys')
    .select([
      'jwk',
      milliseconds('signs_from').as('signsFrom'),
      milliseconds('verifies_until').as('verifiesUntil'),
    ])
    .orderBy('created_at')
    .orderBy('kid')
    .execute()
  return rows.map(({ jwk, ...times }) => ({ jwk: jwk as JWK, ...times }))
}

/**
 * Clients and proxies cache the published keys for ten minutes, so a new key is published before it signs.
 */
const AHEAD_MS = 15 * 60_000
/** The longest life of an access token. */
const LONGEST_LIFE_MS = 24 * 60 * 60_000

interface Rotation {
  config: KeyLocation
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
