import { randomUUIDv7 } from 'node:crypto'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { FreshDatabase } from '@kikoa/postgres/testing'
import { type HostDatabase, openDatabase, sealedIn, testHost } from '../testing/host.ts'
import { InvalidToken, type Keys, loadKeys } from './keys.ts'
import { rotateKey } from './key-store.ts'
import { type KeyLocation } from './key-set.ts'

let fresh: FreshDatabase
let database: HostDatabase
let folder: string
beforeAll(async () => {
  fresh = await testHost.freshDatabase()
  database = openDatabase({ ...fresh.owner, max: 4 }, fresh.roles)
})
afterAll(async () => {
  await database.end()
  await fresh.drop()
})
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kikoa-rotate-'))
  await database.pool.query('delete from auth.signing_keys')
  await database.pool.query('delete from auth.service_keys')
})
afterEach(() => rm(folder, { recursive: true }))

const MINUTE = 60_000
const kidOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString()).kid
const published = (keys: Keys) => keys.published.keys.map(({ kid }) => kid)

describe.each([
  ['in the data folder', undefined],
  ['in the database', 'postgres://elsewhere'],
])('a rotation of the key %s', (_where, DATABASE_URL) => {
  let clock: number
  let config: KeyLocation
  const now = () => new Date(clock)
  const rotate = (atOnce = false) => rotateKey({ config, database, now: now(), atOnce })
  const node = () => loadKeys({ config, now, ...sealedIn(database) })
  const token = (keys: Keys, life = 3600) =>
    keys.sign({ iss: keys.issuer, sub: 'x', exp: Math.floor(clock / 1000) + life })
  beforeEach(() => {
    clock = Date.now()
    config = {
      DATA_DIR: folder,
      SITE_URL: 'https://shop.example',
      AUTH_SIGNING_KEYS: undefined,
      DATABASE_URL,
    }
  })

  test('publishes first and signs later, on every node, and old tokens hold', async () => {
    const nodes = await Promise.all([node(), node()])
    const before = await token(nodes[0]!)
    const { kid } = await rotate()
    for (const keys of nodes) {
      await keys.reload()
      expect(published(keys)).toEqual([kid, kidOf(before)])
      expect(kidOf(await token(keys))).toBe(kidOf(before))
    }
    clock += 15 * MINUTE
    for (const [n, keys] of nodes.entries()) {
      const after = await token(keys)
      expect(kidOf(after)).toBe(kid)
      expect(await nodes[1 - n]!.read(after)).toMatchObject({ sub: 'x' })
      expect(await keys.read(before)).toMatchObject({ sub: 'x' })
    }
    clock += 25 * 60 * MINUTE
    expect(published(nodes[0]!)).toEqual([kid])
    await expect(nodes[0]!.read(before)).rejects.toThrow(InvalidToken)
  })

  test('is noticed by a node that is shown a token of a key it does not know', async () => {
    const [first, second] = [await node(), await node()]
    await rotate(true)
    await first.reload()
    const after = await token(first)
    clock += 5_000
    expect(await second.read(after)).toMatchObject({ sub: 'x' })
  })

  test('at once voids whatever the old key signed, though it was remembered', async () => {
    const keys = await node()
    const before = await token(keys)
    await keys.read(before)
    const { kid } = await rotate(true)
    await keys.reload()
    expect(kidOf(await token(keys))).toBe(kid)
    expect(published(keys)).toEqual([kid])
    await expect(keys.read(before)).rejects.toThrow('unknown signing key')
  })

  test('leaves what was sealed readable, however often it is done', async () => {
    const keys = await node()
    const before = keys.derive('x')
    for (let n = 0; n < 3; n++) await rotate(n === 1)
    await keys.reload()
    expect(keys.derive('x')).toEqual(before)
    expect((await node()).derive('x')).toEqual(before)
  })

  test('lets service keys live out their time', async () => {
    const keys = await node()
    const end = clock + 60 * 24 * 60 * MINUTE
    await database.pool.query('insert into auth.service_keys (id, expires_at) values ($1, $2)', [
      randomUUIDv7(),
      new Date(end),
    ])
    const key = await keys.sign({ role: 'service_role', exp: Math.floor(end / 1000) })
    const { verifiesUntil } = await rotate()
    expect(verifiesUntil.getTime() - clock).toBeGreaterThan(59 * 24 * 60 * MINUTE)
    await keys.reload()
    clock += 30 * 24 * 60 * MINUTE
    expect(await keys.read(key)).toMatchObject({ role: 'service_role' })
  })
})

test('keeps the file to its owner alone, and leaves an operator’s file to the operator', async () => {
  const config = {
    DATA_DIR: folder,
    SITE_URL: 'https://shop.example',
    AUTH_SIGNING_KEYS: undefined,
    DATABASE_URL: undefined,
  }
  await loadKeys({ config, ...sealedIn(database) })
  await rotateKey({ config, database, now: new Date(), atOnce: false })
  expect((await stat(join(folder, 'signing-key.json'))).mode & 0o777).toBe(0o600)
  const file = join(folder, 'own.json')
  await writeFile(file, '{}')
  await expect(
    rotateKey({ config: { ...config, AUTH_SIGNING_KEYS: file }, database, now: new Date(), atOnce: false }),
  ).rejects.toThrow(/AUTH_SIGNING_KEYS/)
})
