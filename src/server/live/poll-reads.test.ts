import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Shop } from '../../app/testing/shop.ts'

/** What the program reads again and again costs the same in a shop of many years. */

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const scansOf = async (index: string) => {
  const [row] = await shop.sql(
    `select i.idx_scan::int as indexed, t.seq_tup_read::int as read
       from pg_stat_user_indexes i join pg_stat_user_tables t using (relid) where i.indexrelname = $1`,
    [index],
  )
  return row as { indexed: number; read: number }
}

test('the poll of the live events reads only the newest ones', async () => {
  await shop.sql(
    `insert into events (user_id, type, topics, at)
     select null, 'request.changed', '{requests}', now() - n * interval '1 minute' from generate_series(1, 20000) n`,
  )
  await shop.sql('vacuum analyze events')
  const before = await scansOf('events_at')
  await expect.poll(async () => (await scansOf('events_at')).indexed).toBeGreaterThan(before.indexed + 1)
  expect((await scansOf('events_at')).read).toBe(before.read)
})
