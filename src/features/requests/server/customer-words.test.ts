import { randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, openShop, type Person, type Shop } from '../../../app/testing/shop.ts'

/**
 * Admins find requests, orders and conversations by the customer's profile texts, even after concurrent writes.
 * Accounts are listed in their present state.
 */

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop({ nodes: 2 })
  admin = await shop.admin()
})
afterAll(() => shop.close())

/** The rows whose search text is not the customer's texts followed by the row's own names and receipts. */
const wrong = () =>
  shop.sql(
    `select 'request' as of, r.id, r.search from requests r join profiles p on p.id = r.user_id
      where r.search <> p.search || ' ' || lower(r.subject)
         || coalesce((select string_agg(' ' || number || ' ', '' order by created_at) from claims where request_id = r.id), '')
     union all
     select 'order', o.id, o.search from orders o join profiles p on p.id = o.user_id
      where o.search <> p.search || ' ' || o.number
         || coalesce((select string_agg(' ' || domain, '' order by position) from order_lines where order_id = o.id), '') || ' '
     union all
     select 'conversation', c.user_id, c.search from chat_conversations c join profiles p on p.id = c.user_id where c.search <> p.search`,
  )

/** What an admin's search finds: requests, orders and conversations. */
async function found(q: string) {
  const of = async (path: string) => {
    const { body } = await admin.call('GET', `/api/admin/${path}?q=${encodeURIComponent(q)}`)
    return body.items.map((one: { user_id?: string; id: string }) => one.user_id ?? one.id)
  }
  return { requests: await of('domain-requests'), orders: await of('orders'), chat: await of('chat') }
}

async function customerOfEverything(full_name: string) {
  const person = await shop.customer({ full_name })
  await person.call('POST', '/api/domain-requests', { requested_domain: `jina-${person.id.slice(-8)}.com` })
  await person.call('POST', '/api/chat', { body: 'Habari', client_id: randomUUIDv7() })
  await shop.sql(
    `with placed as (insert into orders (id, user_id, total_price) values (gen_random_uuid(), $1, 20) returning id)
     insert into order_lines (id, order_id, user_id, position, domain, price)
     select gen_random_uuid(), id, $1, n, 'agizo-' || n || '.com', 10 from placed, generate_series(2, 1, -1) n`,
    [person.id],
  )
  return person
}

test('a customer is found by the present names, and by no earlier ones', async () => {
  const person = await customerOfEverything('Neema Awali')
  const all = { requests: [person.id], orders: [person.id], chat: [person.id] }
  const none = { requests: [], orders: [], chat: [] }
  expect(await found('neema awali')).toEqual(all)
  await person.call('PATCH', '/api/profile', { full_name: 'Neema Sasa', business_name: 'Duka la Neema' })
  expect([await found('neema awali'), await found('neema sasa'), await found('duka la')]).toEqual([
    none,
    all,
    all,
  ])
  expect(await wrong()).toEqual([])
})

test('eight new names at once, among eight requests, messages and orders at once', async () => {
  const person = await customerOfEverything('Baraka Kwanza')
  const [one, other] = [shop.at(0, person.token), shop.at(1, person.token)]
  const acts = Array.from({ length: 8 }, (_, n): Promise<Answer | object[]>[] => [
    one('PATCH', '/api/profile', { full_name: `Baraka ${n}` }),
    other('POST', '/api/domain-requests', { requested_domain: `mbio-${n}.com` }),
    other('POST', '/api/chat', { body: `Ujumbe ${n}`, client_id: randomUUIDv7() }),
    shop.sql(
      `with placed as (insert into orders (id, user_id, total_price) values (gen_random_uuid(), $1, 10) returning id)
       insert into order_lines (id, order_id, user_id, position, domain, price)
       select gen_random_uuid(), id, $1, 1, 'mbio-o' || $2 || '.com', 10 from placed`,
      [person.id, n],
    ),
  ]).flat()
  const answers = await Promise.all(acts)
  expect(answers.filter((answer) => !Array.isArray(answer) && answer.status >= 400)).toEqual([])
  expect(await wrong()).toEqual([])
})

test.each(['the new name', 'the request'])('%s is there, but not yet for the other', async (first) => {
  const person = await shop.customer({ full_name: 'Salma Kale' })
  const pool = shop.nodes[0]!.database.pool
  const [one, other] = [await pool.connect(), await pool.connect()]
  const acts = [
    [`update profiles set full_name = 'Salma Mpya' where id = $1`, [person.id]],
    [
      `insert into requests (id, user_id, kind, subject, status, stage) values ($1, $2, 'domain', 'kati.com', 'pending', 'asked')`,
      [randomUUIDv7(), person.id],
    ],
  ] as const
  const [begun, waiting] = first === 'the new name' ? acts : acts.toReversed()
  try {
    await one.query('begin')
    await one.query(begun![0], [...begun![1]])
    let isDone = false
    const waits = other.query(waiting![0], [...waiting![1]]).then(() => (isDone = true))
    const isHeld = async () =>
      (
        await shop.sql(`select from pg_stat_activity where wait_event_type = 'Lock' and query = $1`, [
          waiting![0],
        ])
      ).length
    await expect.poll(async () => isDone || (await isHeld()) > 0, { interval: 5 }).toBe(true)
    await one.query('commit')
    await waits
  } finally {
    one.release()
    other.release()
  }
  expect(await wrong()).toEqual([])
})

test('an account that is banned, unproved, or has a second factor is listed so at once', async () => {
  const person = await shop.customer({ full_name: 'Hamisi Hali' })
  const inState = async (state: string) => {
    const { body } = await admin.call('GET', `/api/admin/users?state=${state}&q=hamisi%20hali`)
    return body.items.map(({ id }: { id: string }) => id)
  }
  const states = () => Promise.all(['banned', 'unconfirmed', 'factor'].map(inState))
  const change = (what: string) => shop.sql(`update auth.users set ${what} where id = $1`, [person.id])
  expect(await states()).toEqual([[], [], []])
  await change(`banned_until = now() + interval '1 day', email_confirmed_at = null`)
  await shop.sql(
    `insert into auth.factors (id, user_id, factor_type, status) values (gen_random_uuid(), $1, 'totp', 'verified')`,
    [person.id],
  )
  expect(await states()).toEqual([[person.id], [person.id], [person.id]])
  await change(`banned_until = now() - interval '1 second', email_confirmed_at = now()`)
  await shop.sql(`update auth.factors set status = 'unverified' where user_id = $1`, [person.id])
  expect(await states()).toEqual([[], [], []])
})
