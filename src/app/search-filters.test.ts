import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Person, type Shop } from './testing/shop.ts'

/**
 * A search with a filter returns the rows that match both, newest first, each once, page by page to the end, with
 * every query plan: in mails, accounts and conversations. `search-far.test.ts` tests the cost.
 */

const MANY = 900
const all = Array.from({ length: MANY }, (_, index) => index + 1)

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
  // One in ten is called Kumi, one in a hundred Mia, one Moja, and many of the newest Mapema.
  const name = `case when n = 777 then 'moja' when n % 100 = 5 then 'mia' when n % 10 = 3 then 'kumi'
                     when n <= 40 and n % 4 = 2 then 'mapema' else 'wengi' end || n`
  await shop.sql(
    `insert into mails (id, kind, recipient, state, created_at, expires_at, due_at)
     select gen_random_uuid(), 'test', ${name} || '@example.com', case when n % 3 = 0 then 'failed' when n % 7 = 1 then 'waiting' else 'sent' end,
            now() - n * interval '2 hours', now() + interval '1 year', now() + interval '1 year' from generate_series(1, ${MANY}) n`,
  )
  await shop.sql(
    `with made as (
       insert into auth.users (id, email, email_confirmed_at, banned_until)
       select gen_random_uuid(), ${name} || '@example.org', case when n % 9 <> 1 then now() end, case when n % 3 = 0 then now() + interval '1 year' end
         from generate_series(1, ${MANY}) n returning *)
     insert into profiles (id, full_name, email, created_at)
     select id, initcap(substring(email from '[a-z]+')) || ' Watu', email, now() - n * interval '30 hours' from made, lateral (select substring(email from '\\d+')::int as n) one`,
  )
  await shop.sql(
    `insert into auth.factors (id, user_id, factor_type, status)
     select gen_random_uuid(), id, 'totp', 'verified' from profiles where full_name like '% Watu'
        and substring(email from '\\d+')::int % 7 = 0`,
  )
  await shop.sql(
    `insert into chat_conversations (user_id, customer_lines, shop_lines, read_by_shop, unanswered_from, last_excerpt, last_at, closed)
     select id, 2, 1, 2, case when n % 6 = 1 then 3 end, 'Asante', now() - n * interval '9 hours', n % 3 = 1
       from profiles, lateral (select substring(email from '\\d+')::int as n) one where full_name like '% Watu'`,
  )
})
afterAll(() => shop.close())

type Test = (n: number) => boolean
const isKumi: Test = (n) => n % 10 === 3
const isEarly: Test = (n) => n <= 40 && n % 4 === 2
const words: [q: string, isFound: Test][] = [
  ['wengi', (n) => !isKumi(n) && n % 100 !== 5 && n !== 777 && !isEarly(n)],
  ['kumi', isKumi],
  ['mia', (n) => n % 100 === 5],
  ['moja', (n) => n === 777],
  ['mapema', isEarly],
  ['ku', isKumi],
  ['hakuna', () => false],
]
const numberIn = (text: string) => Number(/\d+/.exec(text))

interface Listed {
  recipient: string
  email: string
  customer: { email: string }
}

/** The numbers of all rows of a list, fetched page by page. */
async function walk(path: string, query: Record<string, string>, numberOf: (item: Listed) => number) {
  const found: number[] = []
  let cursor: string | null = null
  do {
    const page: Record<string, string> = { ...query, limit: '23', ...(cursor && { cursor }) }
    const { status, body } = await admin.call(
      'GET',
      `/api/admin/${path}?${new URLSearchParams(page).toString()}`,
    )
    expect(status).toBe(200)
    found.push(...body.items.map(numberOf))
    cursor = body.next_cursor
  } while (cursor)
  return found
}

test.each<[status: string, isIn: Test]>([
  ['', () => true],
  ['sent', (n) => n % 3 !== 0 && n % 7 !== 1],
  ['failed', (n) => n % 3 === 0],
  ['waiting', (n) => n % 3 !== 0 && n % 7 === 1],
])('mails that are %s', async (status, isIn) => {
  for (const [q, isFound] of words)
    expect(
      await walk('mails', { q, ...(status && { status }) }, (mail) => numberIn(mail.recipient)),
      q,
    ).toEqual(all.filter((n) => isFound(n) && isIn(n)))
})

test.each<[state: string, isIn: Test]>([
  ['', () => true],
  ['banned', (n) => n % 3 === 0],
  ['unconfirmed', (n) => n % 9 === 1],
  ['factor', (n) => n % 7 === 0],
])('accounts that are %s', async (state, isIn) => {
  for (const [q, isFound] of [...words, ['mia105@exa', (n) => n === 105] satisfies (typeof words)[number]])
    expect(
      await walk('users', { q, ...(state && { state }) }, (person) => numberIn(person.email)),
      q,
    ).toEqual(all.filter((n) => isFound(n) && isIn(n)))
})

const waits: Test = (n) => n % 6 === 1

test.each<[show: string, isIn: Test]>([
  ['', () => true],
  ['waiting', waits],
  ['open', (n) => n % 3 !== 1],
  ['closed', (n) => n % 3 === 1],
])('conversations that are %s', async (show, isIn) => {
  for (const [q, isFound] of [...words, ['mia105@exa', (n) => n === 105] satisfies (typeof words)[number]]) {
    const wanted = all.filter((n) => isFound(n) && isIn(n))
    expect(
      await walk('chat', { q, ...(show && { show }) }, (conversation) =>
        numberIn(conversation.customer.email),
      ),
      q,
    ).toEqual([...wanted.filter(waits), ...wanted.filter((n) => !waits(n))])
  }
})
