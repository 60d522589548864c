import pg from 'pg'
import { expect, test } from 'vitest'
import { freshDatabase } from './cluster.ts'

test('each database is migrated, its own, and gone when dropped', async () => {
  const [one, two] = await Promise.all([freshDatabase(), freshDatabase()])
  const [a, b] = [new pg.Pool(one.owner), new pg.Pool(two.owner)]
  await a.query('create table mine (id int)')
  expect((await b.query(`select to_regclass('public.mine') as it`)).rows[0].it).toBeNull()
  const { rows } = await b.query(
    'select count(*)::int as applied, public.role_prefix() as prefix from public.migrations',
  )
  expect(rows[0].applied).toBeGreaterThan(0)
  expect(rows[0].prefix).toBe(two.roles.prefix)
  await b.query(`set role ${two.roles.user}`)
  await Promise.all([a.end(), b.end()])
  const three = await freshDatabase()
  await Promise.all([one.drop(), two.drop(), three.drop()])
  await expect(new pg.Client(one.owner).connect()).rejects.toThrow(/does not exist/)
})
