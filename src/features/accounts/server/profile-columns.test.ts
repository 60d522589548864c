import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../../server/database/testing/cluster.ts'
import { allColumns, erasedProfile, ownColumns } from '../../../shared/people/profile.ts'

/** The list in `shared/people/profile.ts` and the table must name the same columns and rights. */

let fresh: FreshDatabase
let client: pg.Client
beforeAll(async () => {
  fresh = await freshDatabase()
  client = new pg.Client(fresh.owner as pg.ClientConfig)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await fresh.drop()
})

/** Columns that describe the row or the account, and were not entered by the person. */
const rowColumns = [
  'id',
  'role',
  'staff_role',
  'version',
  'created_at',
  'updated_at',
  'banned_until',
  'is_unconfirmed',
  'has_factor',
  'phone_set_at',
]

test('the table holds the columns of the list, and no other that an erasure would miss', async () => {
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = 'profiles' and is_generated = 'NEVER'`,
  )
  const found = rows.map(({ name }) => name).filter((name) => !rowColumns.includes(name))
  expect(found.toSorted()).toEqual(allColumns.toSorted())
  expect(Object.keys(erasedProfile).toSorted()).toEqual(allColumns.toSorted())
})

test.each([
  ['user', []],
  ['admin', ['role']],
] as const)('the role of a %s may update what the list lets the owner write', async (role, more) => {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute
      where attrelid = 'public.profiles'::regclass and attnum > 0 and not attisdropped
        and has_column_privilege($1, attrelid, attnum, 'UPDATE')`,
    [fresh.roles[role]],
  )
  expect(rows.map(({ name }) => name).toSorted()).toEqual(
    [...ownColumns, 'version', 'updated_at', ...more].toSorted(),
  )
})
