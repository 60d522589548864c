import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop, type Person, type Shop } from '../../../app/testing/shop.ts'
import { claim, offered, receive } from '../../money/server/testing/money.ts'
import { placeAt } from '../../orders/server/testing/placing.ts'
import { DOMAIN_ACTIVE } from '../../products/domain.ts'

/** The admins' one search finds each kind of thing by what people say or type, and nothing by wildcards. */

let shop: Shop
let admin: Person
let zawadi: Person
let offer: Awaited<ReturnType<typeof offered>>
let order: { id: string; number: number }
let service: string
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
  zawadi = await shop.customer({ full_name: 'Zawadi 100%_Nyota', phone_number: '+255699123456' })
  offer = await offered(shop, admin, { name: 'Duka-La-Pwani.com', price: 12 })
  await claim(offer, 'QK-71 2ab')
  order = await placeAt(shop, zawadi, ['mawimbi-oda.com'])
  const held = await zawadi.call('POST', '/api/domain-requests', { requested_domain: 'kipekee.com' })
  await admin.call('PATCH', `/api/admin/domain-requests/${held.body.id}`, {
    status: DOMAIN_ACTIVE,
    price: null,
  })
  service = (await shop.sql(`select id from services where name = 'kipekee.com'`))[0]!['id']
  await receive(shop, { amount: 5, code: 'ZZT-99 8', payer_name: 'Nobody' })
  await shop.sql(
    `insert into invoices (id, kind, series, year, number, name, user_id, charge_id, amount, vat, currency, tax_point, facts, created_at)
     select gen_random_uuid(), 'invoice', 'INV', 2026, 7, 'INV-2026-000007', user_id, id, 12, 0, 'USD', now(), '{}', now()
       from charges where reference = $1`,
    [offer.reference],
  )
})
afterAll(() => shop.close())

const kinds = ['customers', 'services', 'requests', 'orders', 'payments', 'charges', 'invoices'] as const
const find = async (q: string, person = admin) => {
  const { status, body } = await person.call('GET', `/api/admin/search?q=${encodeURIComponent(q)}`)
  expect([q, status]).toEqual([q, 200])
  return body as Record<(typeof kinds)[number], Record<string, unknown>[]>
}
/** What was found, by kind, without empty kinds. */
const named = async (q: string) => {
  const found = await find(q)
  const label = (one: Record<string, unknown>) =>
    one['name'] ?? one['subject'] ?? one['receipt'] ?? one['reference'] ?? one['number'] ?? one['full_name']
  return Object.fromEntries(
    kinds.map((kind) => [kind, found[kind].map(label)]).filter(([, all]) => all!.length),
  )
}

const hers = { requests: ['kipekee.com'], orders: [1001] }

test.each([
  ['a part of a name', 'adi 100%', { ...hers, customers: ['Zawadi 100%_Nyota'] }],
  ['a phone number', '0699 123', { ...hers, customers: ['Zawadi 100%_Nyota'] }],
  [
    'the start of a held name, which was a request too',
    'KIPEK',
    { services: ['kipekee.com'], requests: ['kipekee.com'] },
  ],
  ['a part of what was asked for', 'la-pwani', { requests: ['duka-la-pwani.com'] }],
  ['the item of an order', 'mawimbi', { orders: [1001] }],
  ['the number of an order', '#1001', { orders: [1001] }],
  [
    'a receipt as a person reads it',
    'qk 712ab',
    { payments: ['QK-71 2ab'], requests: ['duka-la-pwani.com'] },
  ],
  ['the start of a receipt', 'QK712', { payments: ['QK-71 2ab'], requests: ['duka-la-pwani.com'] }],
  ['received money', 'zzt998', { payments: ['ZZT-99 8'] }],
  ['a number of a paper', 'inv-2026-00', { invoices: ['INV-2026-000007'] }],
  ['nothing', 'hakuna kitu', {}],
])('finds by %s', async (_what, q, expected) => {
  expect(await named(q)).toEqual(expected)
})

test('finds a reference however it is typed, with its customer and what it is for', async () => {
  const { reference } = offer
  for (const typed of [reference, `${reference.slice(0, 3)} ${reference.slice(3).toLowerCase()}`])
    expect((await find(typed)).charges).toMatchObject([
      { reference, request_id: offer.id, amount: 12, currency: 'USD', customer: { id: offer.customer.id } },
    ])
})

test('finds an amount, with its currency and without, with separators and without', async () => {
  const { reference } = await offered(shop, admin, { name: 'ghali-sana.com', price: 12_345 })
  const id = await receive(shop, { amount: 12_345, code: 'GHALI1', payer_name: 'Nobody' })
  for (const q of ['12345', '12,345', '12345.00', '12,345.00', 'USD 12345', '$12,345.00', '12345 usd']) {
    const { payments, charges } = await find(q)
    expect([q, payments.map((one) => one['id'])]).toEqual([q, [id]])
    expect([q, charges.map((one) => one['reference'])]).toEqual([q, [reference]])
  }
})

test('finds no amount of another currency, and none of a number that may be two', async () => {
  for (const q of ['TSh 12345', 'KES 12,345', '12.345', '12345k']) {
    const { payments, charges } = await find(q)
    expect([q, payments, charges]).toEqual([q, [], []])
  }
  expect((await find('12')).invoices).toMatchObject([{ number: 'INV-2026-000007', amount: 12 }])
})

test('says what is paid, what its customer says, and what is neither', async () => {
  const offer = await offered(shop, admin, { name: 'hali-halisi.com', price: 7 })
  const shown = async () => (await find('hali-halisi')).requests[0]
  expect(await shown()).toMatchObject({ status: 'available', payment: null })
  await claim(offer, 'HALI-1')
  expect(await shown()).toMatchObject({ status: 'available', payment: 'claimed' })
  await shop.sql(`update charges set state = 'paid' where reference = $1`, [offer.reference])
  expect(await shown()).toMatchObject({ status: 'available', payment: 'paid' })
  expect((await find('hali1')).payments).toMatchObject([{ type: 'claim', state: 'claimed' }])
})

test('names the customer of everything, and the rows by which screens open', async () => {
  expect((await find('kipekee')).services).toMatchObject([
    { id: service, kind: 'domain', customer: { id: zawadi.id, full_name: 'Zawadi 100%_Nyota' } },
  ])
  expect((await find(String(order.number))).orders).toMatchObject([
    { id: order.id, number: order.number, items: ['mawimbi-oda.com'], customer: { id: zawadi.id } },
  ])
  expect((await find('zzt998')).payments).toMatchObject([{ type: 'received', customer: null, amount: 5 }])
})

describe('a text is only a text', () => {
  test.each(['%%', '__', '\\\\', '%_%', "'; drop table profiles; --", '*:*', '((', '99999999999999'])(
    '%j finds nothing',
    async (q) => {
      expect(await named(q)).toEqual({})
    },
  )

  test('two characters are the least, and blanks are none', async () => {
    for (const q of ['', 'a', ' a ', '  ', 'x'.repeat(201)])
      expect([q, (await admin.call('GET', `/api/admin/search?q=${encodeURIComponent(q)}`)).status]).toEqual([
        q,
        400,
      ])
    expect((await admin.call('GET', '/api/admin/search')).status).toBe(400)
    expect((await admin.call('GET', '/api/admin/search?q=%00%00')).status).toBe(400)
  })
})

test('at most five of a kind, the newest of requests', async () => {
  await shop.sql(
    `insert into requests (id, user_id, kind, subject, status, stage, created_at)
     select gen_random_uuid(), $1, (array['domain', 'email'])[1 + n % 2], 'jahazi-' || n || '.com', 'pending', 'asked',
            now() + n * interval '1 second' from generate_series(1, 12) n`,
    [zawadi.id],
  )
  expect((await named('jahazi'))['requests']).toEqual([12, 11, 10, 9, 8].map((n) => `jahazi-${n}.com`))
  const all = await admin.call('GET', '/api/admin/search?q=jahazi&limit=50')
  expect(all.body.requests).toHaveLength(12)
  for (const limit of ['0', '51', 'all'])
    expect((await admin.call('GET', `/api/admin/search?q=jahazi&limit=${limit}`)).status).toBe(400)
  expect((await find('example.com')).customers).toHaveLength(4)
})

test('no customer searches, and no visitor', async () => {
  expect((await zawadi.call('GET', '/api/admin/search?q=duka')).status).toBe(403)
  expect((await shop.visitor('GET', '/api/admin/search?q=duka')).status).toBe(401)
})

test('a released name is found no more', async () => {
  await shop.sql(`update services set released_at = now() where id = $1`, [service])
  expect((await named('kipekee'))['services']).toBeUndefined()
})

test('a role finds what it may read, and nothing else', async () => {
  const registrar = await shop.admin('registrar')
  const found = await find('qk 712ab', registrar)
  expect([found.payments, found.requests.length]).toEqual([[], 1])
  expect((await find(offer.reference, registrar)).charges).toEqual([])
  expect((await find('inv-2026-00', registrar)).invoices).toEqual([])
})

test('a short text finds a receipt only where it is the whole of it', async () => {
  await receive(shop, { amount: 5, code: 'WX7', payer_name: 'Nobody' })
  await receive(shop, { amount: 5, code: 'WX712', payer_name: 'Nobody' })
  expect(await named('wx7')).toEqual({ payments: ['WX7'] })
  expect((await named('wx71'))['payments']).toEqual(['WX712'])
})

test('the series alone finds no paper', async () => {
  expect(await named('inv-')).toEqual({})
})

test('money that confirms a claim is found once', async () => {
  const [claimed] = await shop.sql(`select id from claims where receipt_number = 'QK-71 2ab'`)
  const id = await receive(shop, { amount: 12, code: 'QK-71 2ab', payer_name: 'Asha' })
  const [charge] = await shop.sql(`select id from charges limit 1`)
  await shop.sql(
    `insert into allocations (id, payment_id, charge_id, user_id, amount, currency, outcome, claim_id, allocated_at)
     select $1, $1, $3, user_id, 12, 'USD', 'matched', id, now() from claims where id = $2`,
    [id, claimed!['id'], charge!['id']],
  )
  expect((await find('qk712ab')).payments).toMatchObject([{ type: 'received', id }])
})
