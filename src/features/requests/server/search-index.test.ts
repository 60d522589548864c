import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Person, type Shop } from '../../../main/testing/shop.ts'

/** A queue that has an index of its own is searched by it: in another, a search reads what all queues have of a word. */

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
  await shop.sql(
    `insert into requests (id, user_id, kind, subject, status, stage, payment_confirmed, created_at)
     select gen_random_uuid(), $1, (array['domain', 'email', 'hosting'])[1 + n % 3], 'soko-' || n || '.com',
            case when n % 2 = 0 then 'pending' else 'available' end, case when n % 2 = 0 then 'asked' else 'offered' end,
            n % 4 = 1, now() - n * interval '1 hour' from generate_series(1, 6000) n`,
    [admin.id],
  )
  await shop.sql(
    `insert into orders (id, user_id, total_price, payment_confirmed, created_at)
     select gen_random_uuid(), $1, 10, n % 4 = 0, now() - n * interval '1 hour' from generate_series(1, 8000) n`,
    [admin.id],
  )
  await shop.sql('analyze requests, orders')
})
afterAll(() => shop.close())

test.each([
  ['domain-requests?', 'requests_search_domain'],
  ['domain-requests?status=pending', 'requests_search_domain_pending'],
  ['domain-requests?claim=claimed', 'requests_search_domain_claimed'],
  ['email-requests?', 'requests_search_email'],
  ['hosting-requests?status=pending', 'requests_search_hosting_pending'],
  ['orders?', 'orders_search'],
  ['orders?status=pending', 'orders_search_pending'],
  ['orders?claim=claimed', 'orders_search_claimed'],
])('%s by %s', async (queue, index) => {
  const scans = async () => {
    const [it] = await shop.sql<{ scans: number }>(
      `select idx_scan::int as scans from pg_stat_user_indexes where indexrelname = $1`,
      [index],
    )
    return it!.scans
  }
  expect(await scans()).toBe(0)
  const { body } = await admin.ask('GET', `/api/admin/${queue}&q=hakunakitu`)
  expect(body.items).toEqual([])
  // PostgreSQL counts what a connection did some seconds later.
  await expect.poll(scans, { timeout: 30_000 }).toBeGreaterThan(0)
})
