import { randomUUID } from 'node:crypto'
import { link, open, readFile, rename, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../server/database/database.ts'
import type { KeptKey } from './key-set.ts'
import '../tables.ts'

/** The slot of the key in a new installation: the first insert wins for all nodes. */
const FIRST = 'first'

export async function makeKey(): Promise<JWK & { kid: string }> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = await exportJWK(privateKey)
  return { ...jwk, alg: 'ES256', kid: await calculateJwkThumbprint(jwk) }
}

/** A key in the file: a JWK with two members of our own. They are absent if there is no limit. */
type Filed = JWK & { signs_from?: string; verifies_until?: string }

const placeIn = (folder: string) => join(folder, 'signing-key.json')

/** The keys in the data folder, the oldest first. If there is none, it makes one and calls `onMade`. */
export async function keysInFolder(folder: string, onMade = () => {}): Promise<KeptKey[]> {
  const place = placeIn(folder)
  const known = await readKeys(place)
  if (known) return known
  onMade()
  await writeOnce(place, JSON.stringify({ keys: [await makeKey()] }))
  return (await readKeys(place))!
}

/**
 * Writes a file that only its owner can read, unless the file exists. It writes a draft and links it, so that
 * only one of several processes wins and no process reads half a key.
 */
export async function writeOnce(place: string, text: string): Promise<void> {
  const draft = await written(place, text)
  try {
    await link(draft, place)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await unlink(draft)
  }
}

/** Replaces the keys in the data folder, completely or not at all. */
export async function replaceInFolder(folder: string, keys: KeptKey[]): Promise<void> {
  const filed = keys.map(({ jwk, signsFrom, verifiesUntil }) => ({
    ...jwk,
    ...(Number.isFinite(signsFrom) && { signs_from: new Date(signsFrom).toISOString() }),
    ...(Number.isFinite(verifiesUntil) && { verifies_until: new Date(verifiesUntil).toISOString() }),
  }))
  const place = placeIn(folder)
  await rename(await written(place, JSON.stringify({ keys: filed })), place)
}

async function written(place: string, text: string) {
  const draft = `${place}.${randomUUID()}`
  const file = await open(draft, 'wx', 0o600)
  await file.writeFile(text)
  await file.sync()
  await file.close()
  return draft
}

async function readKeys(place: string): Promise<KeptKey[] | undefined> {
  try {
    const { keys } = JSON.parse(await readFile(place, 'utf8')) as { keys: Filed[] }
    return keys.map(({ signs_from, verifies_until, ...jwk }) => ({
      jwk: jwk as JWK,
      signsFrom: signs_from ? Date.parse(signs_from) : -Infinity,
      verifiesUntil: verifies_until ? Date.parse(verifies_until) : Infinity,
    }))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * The keys that all nodes of a database share, the oldest first. If there is none, it makes one as in a
 * folder.
 */
export async function keysInDatabase(database: Database, onMade = () => {}): Promise<KeptKey[]> {
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

async function storedKeys({ db }: Transaction): Promise<KeptKey[]> {
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
