import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../database/testing/cluster.ts'
import {
  beginLoad,
  copyIn,
  copyOut,
  countRows,
  endLoad,
  readSequences,
  tablesInOrder,
  TEXT_FORMAT,
} from '@kikoa/postgres/backup'

let fresh: FreshDatabase
let client: pg.Client
beforeAll(async () => {
  fresh = await freshDatabase()
  client = new pg.Client(fresh.owner as pg.ClientConfig)
  await client.connect()
  await client.query(TEXT_FORMAT)
})
afterAll(async () => {
  await client.end()
  await fresh.drop()
})

const names = async () => (await tablesInOrder(client)).map(({ name }) => name)
const tableOf = async (name: string) => (await tablesInOrder(client)).find((table) => table.name === name)!

test('every table comes after the other ones that it refers to', async () => {
  const order = await names()
  const { rows } = await client.query<{ child: string; parent: string }>(
    `select cn.nspname || '.' || c.relname as child, pn.nspname || '.' || p.relname as parent
     from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_namespace cn on cn.oid = c.relnamespace
     join pg_class p on p.oid = f.confrelid join pg_namespace pn on pn.oid = p.relnamespace where f.contype = 'f' and f.conrelid <> f.confrelid`,
  )
  expect(rows.length).toBeGreaterThan(15)
  for (const { child, parent } of rows)
    expect([child, parent, order.indexOf(child) > order.indexOf(parent)]).toEqual([child, parent, true])
})

test('every table of ours is copied, and not a table of the operator', async () => {
  await client.query('create table public.report (id int)')
  const { rows } = await client.query<{ name: string }>(
    `select schemaname || '.' || tablename as name from pg_tables where schemaname in ('public', 'auth')`,
  )
  const all = rows.map(({ name }) => name).sort()
  expect([...(await names()), 'public.report'].sort()).toEqual(all)
  await client.query('drop table public.report')
})

test('generated columns are left out', async () => {
  const { columns } = await tableOf('public.claims')
  expect(columns).toContain('method')
  expect(columns).not.toContain('holds_method')
})

test('a cycle of foreign keys is a defect', async () => {
  await client.query(`begin; create table public.a (id int primary key, b int); create table public.b (id int primary key references a);
    alter table a add foreign key (b) references b; alter table a enable row level security; alter table b enable row level security`)
  await expect(tablesInOrder(client)).rejects.toThrow('public.a, public.b form a cycle')
  await client.query('rollback')
})

const strange = ['', '\\N', '\\.', 'a\tb\nc\r\\n', 'é 漢 😀', '\'"', ' ', '\u0001']

test('values come back as they were, without triggers, and numbers go on', async () => {
  const user = crypto.randomUUID()
  await client.query('insert into profiles (id, full_name) values ($1, $2)', [user, 'Asha'])
  for (const text of strange)
    await client.query(
      `insert into requests (id, user_id, kind, subject, status, stage, price, suggestions, details, created_at, admin_feedback)
       values (gen_random_uuid(), $1, 'domain', $2, 'x', 'asked', 0.10, $3, $4, '0044-03-15 00:00:00.123 BC', null)`,
      [user, text, [text, null], JSON.stringify({ text, n: 1e-7 })],
    )
  await client.query(`update requests set search = 'as it was'`)
  for (const type of ['one', 'two'])
    await client.query(`insert into events (type, topics) values ('${type}', '{}')`)
  await client.query(`delete from events where type = 'two'`)

  const tables = await tablesInOrder(client)
  const everything = async () => {
    const found: Record<string, string[]> = {}
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t`)
      found[name] = rows.map(({ row }) => row).sort()
    }
    return found
  }
  const before = await everything()
  const sequences = await readSequences(client)
  const copies = new Map<string, Buffer[]>()
  for (const table of tables) {
    const chunks: Buffer[] = []
    for await (const chunk of copyOut(client, table)) chunks.push(chunk)
    copies.set(table.name, chunks)
  }

  await client.query('begin')
  await beginLoad(client, tables)
  expect(Object.values(await countRows(client, tables)).every((count) => count === 0)).toBe(true)
  await client.query(`alter sequence events_id_seq restart`)
  const counts: Record<string, number> = {}
  for (const table of tables) {
    async function* chunks() {
      yield* copies.get(table.name)!
    }
    counts[table.name] = await copyIn(client, table, chunks())
  }
  await endLoad(client, tables, sequences)
  await client.query('commit')

  expect(await everything()).toEqual(before)
  expect(counts).toEqual(await countRows(client, tables))
  expect(counts['public.requests']).toBe(strange.length)
  const { rows } = await client.query(
    `insert into events (type, topics) values ('three', '{}') returning id::int`,
  )
  expect(rows).toEqual([{ id: 3 }])
  await client.query(
    `insert into requests (id, user_id, kind, subject, status, stage) values (gen_random_uuid(), $1, 'domain', 'New', 'x', 'asked')`,
    [user],
  )
  expect((await client.query(`select search from requests where subject = 'New'`)).rows[0].search).toMatch(
    / asha.* new/,
  )
})

test('a large table comes in chunks of about a megabyte', async () => {
  await client.query(
    `insert into idempotency_keys (actor, endpoint, key, body_hash, answer)
     select 'a', 'e', n::text, '', to_jsonb(repeat(md5(n::text), 100)) from generate_series(1, 2000) n`,
  )
  const sizes: number[] = []
  for await (const chunk of copyOut(client, await tableOf('public.idempotency_keys')))
    sizes.push(chunk.length)
  expect(sizes.length).toBeGreaterThan(4)
  expect(Math.max(...sizes)).toBeLessThan(1.2 * 2 ** 20)
})
