import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Person, type Shop } from '../../../app/testing/shop.ts'

/**
 * A search finds every matching row once, newest first, over all pages. The result is the same whether the newest rows
 * or the index provide it.
 */

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
  await shop.sql(
    `insert into profiles (id, phone_number, full_name, email)
     select gen_random_uuid(), case when n <= 150 then '+25571234' || lpad(n::text, 4, '0') end, case when n <= 600 then 'Pendo Wengi' when n <= 640 then 'Upendo Wachache' else 'Juma Mmoja' end,
            'person' || n || '@example.com' from generate_series(1, 700) n`,
  )
  // Requests of three years. One name in 50 contains "kati", one in 300 "adimu". "awali" is in one of 8 among the
  // newest, and in one of 200 among the older ones.
  await shop.sql(
    `insert into requests (id, user_id, kind, subject, status, stage, payment_confirmed, created_at)
     select gen_random_uuid(), (select id from profiles where email = 'person' || case
              when n % 45 = 7 then 1 + n % 600 when n % 100 = 9 then 601 + n % 40 else 641 + n % 60 end || '@example.com'), 'domain',
            case when n % 50 = 3 then 'kati' when n % 300 = 4 then 'adimu'
                 when n <= 40 and n % 8 = 5 or n % 200 = 5 then 'awali' else 'soko' end || '-' || n || '.com',
            case n % 4 when 1 then 'rejected' when 2 then 'available' else 'pending' end,
            case n % 4 when 1 then 'rejected' when 2 then 'offered' else 'asked' end, n % 8 = 2, now() - n * interval '6 hours 34 minutes'
       from generate_series(1, 4000) n`,
  )
})
afterAll(() => shop.close())

/** All pages of a search, as the numbers in the names. */
async function found(q: string, limit: number, more = '') {
  const all: number[] = []
  let cursor: string | null = ''
  do {
    const at = `/api/admin/domain-requests?q=${encodeURIComponent(q)}&limit=${limit}${more}`
    const { status, body } = await admin.call('GET', `${at}${cursor && `&cursor=${cursor}`}`)
    expect(status).toBe(200)
    all.push(
      ...body.items.map((one: { requested_domain: string }) => Number(/\d+/.exec(one.requested_domain))),
    )
    cursor = body.next_cursor as string | null
  } while (cursor)
  return all
}
const numbers = (whether: (n: number) => boolean) =>
  Array.from({ length: 4000 }, (_, index) => index + 1).filter(whether)
const queues: [filter: string, isIn: (n: number) => boolean][] = [
  ['status=rejected', (n) => n % 4 === 1],
  ['status=available', (n) => n % 4 === 2],
  ['status=pending', (n) => n % 4 === 0 || n % 4 === 3],
  ['claim=claimed', (n) => n % 8 === 2],
  ['claim=unclaimed', (n) => n % 8 === 6],
]

const isEarly = (n: number) => (n <= 40 && n % 8 === 5) || n % 200 === 5

test.each([
  ['a word of every second row or so', 'soko', (n: number) => n % 50 !== 3 && n % 300 !== 4 && !isEarly(n)],
  ['a word that is common at first', 'awali', isEarly],
  ['a word of some rows', 'kati', (n: number) => n % 50 === 3],
  ['a word of few rows', 'adimu', (n: number) => n % 300 === 4],
  ['the number of one row', 'soko-3998.com', (n: number) => n === 3998],
  ['a name of hundreds of customers', 'pendo weng', (n: number) => n % 45 === 7],
  ['a name of some customers', 'wachache', (n: number) => n % 100 === 9 && n % 45 !== 7],
  [
    'a number that begins as those of many customers do',
    '0712 34',
    (n: number) => n % 45 === 7 && n % 600 < 150,
  ],
  ['an address', 'person3@exam', (n: number) => n % 45 === 7 && n % 600 === 2],
])('%s', async (_, q, isFound) => {
  for (const limit of [40, 100]) expect(await found(q, limit)).toEqual(numbers(isFound))
  for (const [filter, isIn] of queues)
    expect(await found(q, 23, `&${filter}`), filter).toEqual(numbers((n) => isFound(n) && isIn(n)))
})

test.each([
  ['many have', 'zee', 150],
  ['many begin with, in two letters', 'ze', 150],
  ['few have', 'nyumba', 30],
  ['nothing has', 'hakunakitu', 0],
])('a word that %s, and none of the newest', async (_, q, many) => {
  await shop.sql(
    `insert into requests (id, user_id, kind, subject, status, stage, created_at)
     select gen_random_uuid(), (select id from profiles where email = 'person650@example.com'), 'domain',
            case when n <= $2 then $1 else 'kale' end || '-' || n || '.com', 'pending', 'asked',
            now() - interval '5 years' - n * interval '1 minute' from generate_series(200, 1, -1) n`,
    [q, many],
  )
  expect(await found(q, 40)).toEqual(Array.from({ length: many }, (_, index) => index + 1))
  await shop.sql(`delete from requests where created_at < now() - interval '5 years'`)
})

test.each([
  ['a name of hundreds', 'pendo weng', (n: number) => n <= 600],
  ['a name of some', 'wachache', (n: number) => n > 600 && n <= 640],
  ['an address', 'person42@exam', (n: number) => n === 42],
])('customers behind newer ones: %s', async (_, q, isFound) => {
  await shop.sql(
    `update profiles set created_at = now() - (1000 - substring(email from '\\d+')::int) * interval '20 hours' where email like 'person%'`,
  )
  await shop.sql(
    `insert into profiles (id, full_name) select gen_random_uuid(), 'Mpya' from generate_series(1, 150)`,
  )
  const all: number[] = []
  let cursor: string | null = ''
  do {
    const at = `/api/admin/profiles?q=${encodeURIComponent(q)}&limit=70${cursor && `&cursor=${cursor}`}`
    const { body } = await admin.call('GET', at)
    all.push(...body.items.map((one: { email: string }) => Number(/\d+/.exec(one.email))))
    cursor = body.next_cursor as string | null
  } while (cursor)
  expect(all).toEqual(numbers((n) => n <= 700 && isFound(n)).toReversed())
})

test('a name in hundreds of orders, none of them new', async () => {
  await shop.sql(
    `with placed as (
       insert into orders (id, user_id, total_price, status, payment_confirmed, created_at)
       select gen_random_uuid(), (select id from profiles where email = 'person650@example.com'), n,
              case when n % 5 = 0 then 'completed' else 'pending' end, n % 3 = 0, now() - n * interval '1 hour'
         from generate_series(1, 900) n returning id, user_id, total_price::int as n)
     insert into order_lines (id, order_id, user_id, position, domain, price)
     select gen_random_uuid(), id, user_id, 1, case when n > 200 then 'zamani' else 'sasa' end || '-' || n || '.com', 10 from placed`,
  )
  const orders: typeof queues = [
    ['', () => true],
    ['status=pending', (n) => n % 5 !== 0],
    ['status=completed', (n) => n % 5 === 0],
    ['claim=claimed', (n) => n % 3 === 0 && n % 5 !== 0],
    ['claim=unclaimed', (n) => n % 3 !== 0],
  ]
  for (const [filter, isIn] of orders) {
    const all: number[] = []
    let cursor: string | null = ''
    do {
      const at = `/api/admin/orders?q=zamani&limit=60&${filter}${cursor && `&cursor=${cursor}`}`
      const { body } = await admin.call('GET', at)
      all.push(...body.items.map((one: { total_price: number }) => one.total_price))
      cursor = body.next_cursor as string | null
    } while (cursor)
    expect(all, filter).toEqual(numbers((n) => n > 200 && n <= 900 && isIn(n)))
  }
})

test('a name of hundreds of customers of whom nobody asked for long', async () => {
  const [juma] = await shop.sql(`select id from profiles where email = 'person650@example.com'`)
  await shop.sql(
    `insert into requests (id, user_id, kind, subject, status, stage, created_at)
     select gen_random_uuid(), $1, 'domain', 'mpya-' || n || '.com', 'pending', 'asked', now() + n * interval '1 second'
       from generate_series(1, 21000) n`,
    [juma!.id],
  )
  expect(await found('pendo wengi', 100)).toEqual(numbers((n) => n % 45 === 7))
})

test('a rare word is found by the trigram index', async () => {
  const scans = async () => {
    const [index] = await shop.sql<{ scans: string }>(
      `select idx_scan as scans from pg_stat_user_indexes where indexrelname = 'requests_search'`,
    )
    return Number(index!.scans)
  }
  await shop.sql('analyze requests')
  const before = await scans()
  expect(await found('hakunakitu', 40)).toEqual([])
  // PostgreSQL publishes a connection's statistics with a delay of some seconds.
  await expect.poll(scans).toBeGreaterThan(before)
})
