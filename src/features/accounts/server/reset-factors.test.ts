import { randomUUIDv7 } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadKeys } from '@kikoa/auth'
import { Database } from '../../../server/database/database.ts'
import { type FreshDatabase, freshDatabase } from '../../../server/database/testing/cluster.ts'
import { seal, unseal } from '../../../server/seal.ts'
import { mailKey, sealedIn } from './account-mails.ts'
import { resetFactors } from './admin-commands.ts'

let fresh: FreshDatabase
let database: Database
let folder: string
const sql = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows
beforeAll(async () => {
  fresh = await freshDatabase()
  database = new Database(fresh.owner, () => {})
  folder = await mkdtemp(join(tmpdir(), 'kikoa-sealing-'))
})
afterAll(async () => {
  await database.end()
  await fresh.drop()
  await rm(folder, { recursive: true })
})

const config = () => ({ DATA_DIR: folder, SITE_URL: 'https://shop.example' })
const load = () => loadKeys({ config: config(), ...sealedIn(database) })

/** A verified factor of a person of its own. The app has a secret that a key has sealed. */
async function factor(type: 'totp' | 'phone', sealedBy: string | null): Promise<string> {
  const [id, user] = [randomUUIDv7(), randomUUIDv7()]
  await sql('insert into auth.users (id, email) values ($1, $2)', [user, `${user}@example.com`])
  await sql(
    `insert into auth.factors (id, user_id, factor_type, status, secret, sealed_by) values ($1, $2, $3, 'verified', $4, $5)`,
    [id, user, type, sealedBy && Buffer.from('sealed by a key'), sealedBy],
  )
  return id
}

test('factors whose sealing key is lost are removed when the operator is sure, and the others stay', async () => {
  const keys = await load()
  const app = await factor('totp', keys.sealedBy)
  await sql('update auth.factors set secret = $2 where id = $1', [
    app,
    seal('secret', keys.derive('factor secrets'), app),
  ])
  expect(await resetFactors(database, config(), { sure: true })).toMatch(/nothing to reset/)

  await rm(join(folder, 'sealing.key'))
  const [second, phone] = [await factor('totp', keys.sealedBy), await factor('phone', null)]
  await expect(load()).rejects.toThrow(
    /^2 second factors are sealed with a key that is not here: .* or remove what can't be opened with `npm run admin -- reset-factors --yes`\.$/,
  )
  await expect(resetFactors(database, config(), { sure: false })).rejects.toThrow(
    '(2 of 2 people), who then log in with the password alone: add --yes to do it.',
  )
  expect(await sql('select id from auth.factors')).toHaveLength(3)
  await resetFactors(database, config(), { sure: true })
  expect(await sql('select id from auth.factors')).toEqual([{ id: phone }])
  expect(
    await sql(
      `select after->>'factor' as factor from audit_log where action = 'factor_unenrolled' order by 1`,
    ),
  ).toEqual([app, second].toSorted().map((id) => ({ factor: id })))
  expect((await load()).sealedBy).not.toBe(keys.sealedBy)
})

test('mails that wait under the key of the first version are sealed again when there is a sealing key', async () => {
  const before = await load()
  const [waiting, sent] = [randomUUIDv7(), randomUUIDv7()]
  for (const [id, state] of [
    [waiting, 'waiting'],
    [sent, 'sent'],
  ] as const)
    await sql(
      `insert into mails (id, kind, recipient, state, secret, sealed, expires_at) values ($1, 'x', 'x', $2, true, $3, now() + interval '1 hour')`,
      [id, state, seal('{"code":"424242"}', before.deriveFromSigningKey('mails'), id)],
    )
  await rm(join(folder, 'sealing.key'))
  const keys = await load()
  const [{ sealed }] = (await sql('select sealed from mails where id = $1', [waiting])) as [
    { sealed: Buffer },
  ]
  expect(unseal(sealed, mailKey(keys), waiting).toString()).toBe('{"code":"424242"}')
  const [{ sealed: old }] = (await sql('select sealed from mails where id = $1', [sent])) as [
    { sealed: Buffer },
  ]
  expect(() => unseal(old, mailKey(keys), sent)).toThrow('unable to authenticate')
})
