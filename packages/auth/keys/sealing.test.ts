import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { FreshDatabase } from '@kikoa/postgres/testing'
import { seal, unseal } from '@kikoa/postgres'
import { type HostDatabase, openDatabase, sealedIn, SEALED_VALUES, testHost } from '../testing/host.ts'
import { openSecret, sealedSecret } from '../factors/factor.ts'
import { type Keys, loadKeys, signingRoot } from './keys.ts'
import { rotateKey } from './key-store.ts'
import { closedFactors, FACTOR_SECRETS, RECOVERY_CODES } from './sealing.ts'
import { type KeyLocation } from './key-set.ts'

let fresh: FreshDatabase
let folder: string
const nodes: HostDatabase[] = []
const database = () => nodes[0]!
const sql = async (text: string, values: unknown[] = []) => (await database().pool.query(text, values)).rows
beforeAll(async () => {
  fresh = await testHost.freshDatabase()
  for (let node = 0; node < 8; node++) nodes.push(openDatabase({ ...fresh.owner, max: 2 }, fresh.roles))
})
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.end()))
  await fresh.drop()
})
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kikoa-sealing-'))
  await sql('truncate auth.signing_keys, auth.sealing_keys, auth.users, public.sealed_values cascade')
})
afterEach(() => rm(folder, { recursive: true }))

const SECRET = Buffer.from('the secret of an app')

async function factor(columns: object, type = 'totp'): Promise<string> {
  const [id, user] = [randomUUIDv7(), randomUUIDv7()]
  await sql('insert into auth.users (id, email) values ($1, $2)', [user, `${user}@example.com`])
  const { secret = null, sealed_by = null } = columns as { secret?: Buffer; sealed_by?: string }
  await sql(
    `insert into auth.factors (id, user_id, factor_type, status, secret, sealed_by) values ($1, $2, $3, 'verified', $4, $5)`,
    [id, user, type, secret, sealed_by],
  )
  return id
}
const rowOf = async (id: string) => (await sql('select * from auth.factors where id = $1', [id]))[0]!
const secretOf = async (keys: Keys, id: string) => {
  const row = await rowOf(id)
  return openSecret(keys, row as never, row.secret)
}

/** A factor as the first version stored it: sealed with a secret derived from the signing key. */
async function oldFactor(keys: Keys) {
  const id = await factor({})
  await sql('update auth.factors set secret = $2 where id = $1', [
    id,
    seal(SECRET, keys.deriveFromSigningKey(FACTOR_SECRETS), id),
  ])
  return id
}
async function newFactor(keys: Keys) {
  const id = await factor({})
  const { secret, sealed_by } = sealedSecret(keys, id, SECRET)
  await sql('update auth.factors set secret = $2, sealed_by = $3 where id = $1', [id, secret, sealed_by])
  return id
}

describe.each([
  ['in the data folder', undefined],
  ['in the database', 'postgres://elsewhere'],
])('the sealing key %s', (_where, DATABASE_URL) => {
  let config: KeyLocation
  beforeEach(() => {
    config = { DATA_DIR: folder, SITE_URL: 'https://shop.example', DATABASE_URL }
  })
  const load = (more: object = {}) => loadKeys({ config: { ...config, ...more }, ...sealedIn(database()) })
  const loseSigningKey = () =>
    DATABASE_URL ? sql('delete from auth.signing_keys') : rm(join(folder, 'signing-key.json'))
  const loseSealingKey = () =>
    DATABASE_URL ? sql('delete from auth.sealing_keys') : rm(join(folder, 'sealing.key'))

  /** The factors that no key opens. An operator removes them, so that the server starts again. */
  const closed = async () => {
    const root = await signingRoot(config, database())
    const found = await database().write('service', (tx) => closedFactors(tx, config, root))
    return found.map(({ id }) => id)
  }
  const removeClosed = async () => sql('delete from auth.factors where id = any ($1)', [await closed()])

  test('outlives the signing key, which is replaced with a warning', async () => {
    const id = await newFactor(await load())
    await loseSigningKey()
    const warnings: string[] = []
    const log = { warn: (line: string) => warnings.push(line) } as never
    await sql(`insert into auth.sessions (id, user_id) select $1, id from auth.users`, [randomUUIDv7()])
    const keys = await loadKeys({ config, log, ...sealedIn(database()) })
    expect(await secretOf(keys, id)).toEqual(SECRET)
    expect(warnings).toEqual([expect.stringMatching(/^The signing keys were missing and a new one was made/)])
    await loadKeys({ config, log, ...sealedIn(database()) })
    expect(warnings).toHaveLength(1)
  })

  test('is untouched by a rotation of the signing key', async () => {
    const keys = await load()
    const id = await newFactor(keys)
    for (const atOnce of [false, true])
      await rotateKey({ config, database: database(), now: new Date(), atOnce })
    const after = await load()
    expect([after.sealedBy, await secretOf(after, id)]).toEqual([keys.sealedBy, SECRET])
  })

  test('reseals what the signing key had sealed, with eight nodes starting at once', async () => {
    const old = await load()
    await loseSealingKey()
    const ids = [await oldFactor(old), await oldFactor(old), await oldFactor(old)]
    const codes = await factor({}, 'recovery_code')
    const value = randomUUIDv7()
    await sql('insert into sealed_values (id, sealed) values ($1, $2)', [
      value,
      seal('{"code":"424242"}', old.deriveFromSigningKey(SEALED_VALUES), value),
    ])
    const started = await Promise.all(nodes.map((node) => loadKeys({ config, ...sealedIn(node) })))
    expect(new Set(started.map(({ sealedBy }) => sealedBy)).size).toBe(1)
    await loseSigningKey()
    const keys = await load()
    for (const id of ids) {
      expect((await rowOf(id)).sealed_by).toBe(keys.sealedBy)
      expect(await secretOf(keys, id)).toEqual(SECRET)
    }
    expect(await secretOf(keys, codes)).toEqual(old.deriveFromSigningKey(RECOVERY_CODES))
    const [{ sealed }] = (await sql('select sealed from sealed_values where id = $1', [value])) as [
      { sealed: Buffer },
    ]
    expect(unseal(sealed, keys.derive(SEALED_VALUES), value).toString()).toBe('{"code":"424242"}')
  })

  test('stops the start when it is lost, until it is restored or what it sealed is removed', async () => {
    const keys = await load()
    const id = await newFactor(keys)
    const other = await newFactor(keys)
    const kept = DATABASE_URL ? await sql('select secret from auth.sealing_keys') : undefined
    if (DATABASE_URL) await sql('delete from auth.sealing_keys')
    else await rename(join(folder, 'sealing.key'), join(folder, 'away'))
    const path = DATABASE_URL ? 'the table auth.sealing_keys' : join(folder, 'sealing.key')
    await expect(load()).rejects.toMatchObject({
      name: 'StartError',
      message: `2 second factors are sealed with a key that is not here: restore ${path} from a backup or name the key with AUTH_SEALING_KEY, or remove what can't be opened with \`reset-factors\`.`,
    })
    // It is refused again: the first refusal has made no new key.
    await expect(load()).rejects.toThrow('not here')
    if (kept) await sql('insert into auth.sealing_keys values ($1, $2)', ['first', kept[0]!.secret])
    else await rename(join(folder, 'away'), join(folder, 'sealing.key'))
    expect(await secretOf(await load(), id)).toEqual(SECRET)
    expect(await closed()).toEqual([])

    await loseSealingKey()
    const phone = await factor({}, 'phone')
    expect(await closed()).toEqual([id, other].toSorted())
    expect(await rowOf(id)).toBeDefined()
    await removeClosed()
    expect((await load()).sealedBy).not.toBe(keys.sealedBy)
    expect((await rowOf(phone)).id).toBe(phone)
  })

  test('is missed where the signing key was lost before there was one', async () => {
    const old = await load()
    await loseSealingKey()
    const id = await oldFactor(old)
    await loseSigningKey()
    await expect(load()).rejects.toThrow(/^A second factor is sealed .*sign.*reset-factors`\.$/)
    expect(await closed()).toEqual([id])
    await removeClosed()
    await load()
  })

  test("can be the operator's: secrets under the stored one are resealed", async () => {
    const before = await load()
    const id = await newFactor(before)
    const file = join(folder, 'own.key')
    await writeFile(file, `${randomBytes(32).toString('base64')}\n`)
    const keys = await load({ AUTH_SEALING_KEY: file })
    expect(keys.sealedBy).not.toBe(before.sealedBy)
    expect(await secretOf(keys, id)).toEqual(SECRET)
    await writeFile(file, randomBytes(32).toString('base64'))
    await expect(load({ AUTH_SEALING_KEY: file })).rejects.toThrow(`restore ${file} from a backup`)
  })

  test.each([
    ['a file that is not there', undefined],
    ['an empty file', ''],
    ['a short key', 'c2VjcmV0'],
    ['no base64', '"'.repeat(64)],
  ])('is not made of %s', async (_what, text) => {
    const file = join(folder, 'own.key')
    if (text !== undefined) await writeFile(file, text)
    await expect(load({ AUTH_SEALING_KEY: file })).rejects.toMatchObject({
      name: 'StartError',
      message: expect.stringMatching(/^AUTH_SEALING_KEY names no usable file .*\.$/),
    })
  })
})

test('the sealing key of the data folder is read by its owner alone', async () => {
  const config = { DATA_DIR: folder, SITE_URL: 'https://shop.example' }
  await loadKeys({ config, ...sealedIn(database()) })
  const file = join(folder, 'sealing.key')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(Buffer.from(await readFile(file, 'utf8'), 'base64')).toHaveLength(32)
})
