import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Person, type Shop } from '../../../app/testing/shop.ts'
import { products } from '../../products/products.ts'

/** A queue is searched by an index of its own: in another, a search reads what all queues have of a word. */

let shop: Shop
let admin: Person
const stages = Object.values(products).flatMap(({ name, path, stages }) =>
  Object.entries(stages).map(([status, stage]) => ({ name, path, status, stage })),
)
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
  for (const { name, status, stage } of stages)
    await shop.sql(
      `insert into requests (id, user_id, kind, subject, status, stage, payment_confirmed, paid, price, created_at)
       select gen_random_uuid(), $1, $2, 'soko-' || n || '.com', $3, $4, $4 = 'active' or $4 = 'offered' and n % 2 = 0, $4 = 'active', 10,
              now() - n * interval '1 hour' from generate_series(1, 1000) n`,
      [admin.id, name, status, stage],
    )
  await shop.sql(
    `insert into orders (id, user_id, status, total_price, payment_confirmed, created_at)
     select gen_random_uuid(), $1, (array['pending', 'completed', 'cancelled'])[1 + n % 3], 10, n % 6 < 2, now() - n * interval '1 hour'
       from generate_series(1, 8000) n`,
    [admin.id],
  )
  await shop.sql('analyze requests, orders')
})
afterAll(() => shop.close())

const slug = (status: string) => status.toLowerCase().replaceAll(' ', '_')
const claims = ['claimed', 'unclaimed']

/** The queues by their addresses, with the index of each. */
const queues = {
  ...Object.fromEntries(
    Object.values(products).flatMap(({ name, path }) => [
      [path, `requests_search_${name}`],
      ...claims.map((claim) => [`${path}?claim=${claim}`, `requests_search_${name}_${claim}`]),
    ]),
  ),
  ...Object.fromEntries(
    stages.map(({ name, path, status }) => [
      `${path}?${new URLSearchParams({ status }).toString()}`,
      `requests_search_${name}_${slug(status)}`,
    ]),
  ),
  orders: 'orders_search',
  ...Object.fromEntries(
    ['pending', 'completed', 'cancelled'].map((status) => [
      `orders?status=${status}`,
      `orders_search_${status}`,
    ]),
  ),
  ...Object.fromEntries(claims.map((claim) => [`orders?claim=${claim}`, `orders_search_${claim}`])),
}

test('a search in each queue asks the index of that queue', async () => {
  const unused = async () => {
    const rows = await shop.sql<{ name: string }>(
      `select indexrelname as name from pg_stat_user_indexes where indexrelname = any ($1) and idx_scan = 0 order by 1`,
      [Object.values(queues)],
    )
    return rows.map(({ name }) => name)
  }
  expect(await unused()).toEqual(Object.values(queues).toSorted())
  for (const queue of Object.keys(queues)) {
    const url = new URL(`/api/admin/${queue}`, 'http://shop')
    url.searchParams.set('q', 'hakunakitu')
    const { body } = await admin.ask('GET', `${url.pathname}${url.search}`)
    expect(body.items, queue).toEqual([])
  }
  // PostgreSQL counts what a connection did some seconds later.
  await expect.poll(unused, { timeout: 30_000 }).toEqual([])
})
