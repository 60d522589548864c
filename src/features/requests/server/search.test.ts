import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop, type Person, type Shop } from '../../../app/testing/shop.ts'

/** A search finds rows among the newest and behind thousands of newer ones. */

let shop: Shop
let admin: Person
let zawadi: Person
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
  zawadi = await shop.customer({ full_name: 'Zawadi 100%_Nyota', phone_number: '+255699123456' })
  const { body } = await zawadi.call('POST', '/api/domain-requests', { requested_domain: 'upekee.com' })
  const at = `/api/admin/domain-requests/${body.id}`
  await admin.call('PATCH', at, { status: 'available', price: 10 })
  await zawadi.call('POST', `/api/domain-requests/${body.id}/payment`, {
    payer_name: 'Z',
    receipt_number: 'QK-712 ab',
    payment_method: 'M-Pesa',
  })
  await admin.call('POST', `${at}/payment/reject`, { reason: 'Not on the account' })
  await shop.sql(
    `with placed as (insert into orders (id, user_id, total_price) values (gen_random_uuid(), $1, 10) returning id)
     insert into order_lines (id, order_id, user_id, position, domain, price)
     select gen_random_uuid(), id, $1, 1, 'kipekee.com', 10 from placed`,
    [zawadi.id],
  )
})
afterAll(() => shop.close())

/** Inserts thousands of newer rows of other customers. */
async function bury() {
  const other = await shop.customer({ full_name: 'Juma Otieno', phone_number: '+255711000000' })
  await shop.sql(
    `insert into requests (id, user_id, kind, subject, status, stage, created_at)
     select gen_random_uuid(), $1, 'domain', 'soko-' || n || '.com', 'pending', 'asked', now() + n * interval '1 second'
       from generate_series(1, 2100) n`,
    [other.id],
  )
  await shop.sql(
    `insert into orders (id, user_id, total_price, created_at)
     select gen_random_uuid(), $1, 10, now() + n * interval '1 second' from generate_series(1, 1100) n`,
    [other.id],
  )
  await shop.sql(
    `insert into order_lines (id, order_id, user_id, position, domain, price)
     select gen_random_uuid(), id, user_id, 1, 'soko.com', 10 from orders where user_id = $1`,
    [other.id],
  )
}

const found = async (path: string, q: string, more = '') => {
  const { body } = await admin.call('GET', `/api/admin/${path}?q=${encodeURIComponent(q)}${more}`)
  return body.items.map((one: { requested_domain?: string; domains?: string[] }) =>
    String(one.requested_domain ?? one.domains),
  )
}

const words: [what: string, q: string, isThere: boolean][] = [
  ['part of the name', 'PEKEE', true],
  ['the customer', 'zawadi 100%_n', true],
  ['the address', 'ADDRESS', true],
  ['the phone number, as people write it', '0699 123-456', true],
  ['the phone number with its code', '+255 699 123 456', true],
  ['the end of the phone number', '3456', true],
  ['the receipt of a claim, turned down or not', 'qk712AB', true],
  ['how a word begins', 'za', true],
  ['two letters inside a word', 'wa', false],
  ['nothing that is there', 'hakunakitu', false],
  ['what means something to the database', '%%', false],
  ['another spelling of what means something', 'zawadi 100x', false],
]

describe.each([
  ['among the newest', false],
  ['behind thousands of newer ones', true],
])('a search finds what stands %s', (_, isFar) => {
  beforeAll(async () => {
    if (isFar) await bury()
  })

  test.each(words)('by %s', async (_what, q, isThere) => {
    const wanted = q === 'ADDRESS' ? zawadi.email : q
    const isReceipt = q === 'qk712AB'
    expect(await found('domain-requests', wanted)).toEqual(isThere ? ['upekee.com'] : [])
    expect(await found('orders', wanted)).toEqual(isThere && !isReceipt ? ['kipekee.com'] : [])
    expect(await found('email-requests', wanted)).toEqual([])
  })
})

test('a filter holds in a search as well, and what can never be is nothing', async () => {
  expect(await found('domain-requests', 'upekee', '&status=available')).toEqual(['upekee.com'])
  expect(await found('domain-requests', 'upekee', '&status=available&claim=unclaimed')).toEqual([
    'upekee.com',
  ])
  for (const filter of ['&status=pending', '&claim=claimed', '&status=pending&claim=unclaimed'])
    expect([filter, await found('domain-requests', 'upekee', filter)]).toEqual([filter, []])
})

test('a search goes on page by page, to its end and no further', async () => {
  const all: string[] = []
  let cursor = ''
  do {
    const { body } = await admin.call(
      'GET',
      `/api/admin/domain-requests?q=soko-1&limit=100${cursor && `&cursor=${cursor}`}`,
    )
    all.push(...body.items.map((one: { requested_domain: string }) => one.requested_domain))
    cursor = body.next_cursor
  } while (cursor)
  const numbers = all.map((name) => Number(/\d+/.exec(name)))
  expect(numbers).toEqual(
    Array.from({ length: 2100 }, (_, n) => 2100 - n).filter((n) => String(n).startsWith('1')),
  )
})
