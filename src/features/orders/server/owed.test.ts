import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Person, type Shop } from '../../../app/testing/shop.ts'
import { today } from '../../../app/testing/today.ts'
import { matchReceived } from '../../money/server/matching/match.ts'
import { receive } from '../../money/server/testing/money.ts'
import { placeAt, registered } from './testing/placing.ts'

/** What is owed for an order follows its items, claims, payments and refunds, and finding what waits reads no settled order. */

let shop: Shop
let admin: Person
let asha: Person
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
  asha = await shop.customer()
})
afterAll(() => shop.close())

let receipts = 0
const pay = (id: string) =>
  asha.call('POST', `/api/orders/${id}/payment`, {
    payer_name: 'Asha',
    receipt_number: `OWED${++receipts}`,
    payment_method: 'M-Pesa',
  })
const review = (id: string, body: object) => admin.call('PATCH', `/api/admin/orders/${id}`, body)
const back = (id: string, version: number, more: object) =>
  admin.call('POST', `/api/admin/orders/${id}/refund`, { version, ...more })

/** The owed amount of the column, after it was compared with the API. */
async function owed(id: string): Promise<number> {
  const [row] = await shop.sql(`select owed::float as it from orders where id = $1`, [id])
  const { owed_back } = (await asha.call('GET', `/api/orders/${id}`)).body
  expect(row!.it).toBe(owed_back)
  return owed_back
}

test('an item that is gone, refunds in parts, and a change of mind are followed', async () => {
  const { id } = await placeAt(shop, asha, ['owed-kept.com', 'owed-gone.com', 'owed-lost.com'])
  expect(await owed(id)).toBe(0)
  await review(id, { lines: [{ item: 'owed-gone.com', state: 'gone' }] })
  // Nothing was paid for it.
  expect(await owed(id)).toBe(0)
  await review(id, { lines: [{ item: 'owed-gone.com', state: 'open' }] })
  await pay(id)
  expect(await owed(id)).toBe(0)
  await review(id, { lines: [{ item: 'owed-gone.com', state: 'gone' }] })
  expect(await owed(id)).toBe(10)
  await review(id, { lines: [{ item: 'owed-gone.com', state: 'open' }] })
  expect(await owed(id)).toBe(0)
  const gone = ['owed-gone.com', 'owed-lost.com'].map((item) => ({ item, state: 'gone' }))
  const { version } = (
    await review(id, { status: 'completed', lines: [...registered('owed-kept.com'), ...gone] })
  ).body
  expect(await owed(id)).toBe(20)
  const paid = { method: 'M-Pesa', reference: 'SKOWED', date: today() }
  expect((await back(id, version, { ...paid, amount: 12 })).status).toBe(200)
  expect(await owed(id)).toBe(8)
  expect((await back(id, version + 1, { keep: true })).status).toBe(200)
  expect(await owed(id)).toBe(0)
})

test('of a cancelled order all that was paid is owed, until its claim is rejected', async () => {
  const { id } = await placeAt(shop, asha, ['owed-cancelled.com', 'owed-too.com'])
  await pay(id)
  await review(id, { status: 'cancelled' })
  expect(await owed(id)).toBe(20)
  const { version } = (await review(id, { status: 'pending' })).body
  expect(await owed(id)).toBe(0)
  await review(id, { status: 'cancelled' })
  const rejected = await admin.call('POST', `/api/admin/orders/${id}/payment/reject`, {
    version: version + 1,
    reason: 'The receipt is of another shop',
  })
  expect([rejected.status, await owed(id)]).toEqual([200, 0])
})

test('of what money has paid without a claim a gone item is owed, and nothing once the bank has taken it back', async () => {
  const { id } = await placeAt(shop, asha, ['owed-plain.com', 'owed-plain-gone.com'])
  const payment = await receive(shop, {
    amount: 20,
    reference: (await asha.call('GET', `/api/orders/${id}`)).body.reference,
  })
  await matchReceived(shop.nodes[0]!.database, payment, new Date())
  expect(await owed(id)).toBe(0)
  const gone = [{ item: 'owed-plain-gone.com', state: 'gone' }]
  await review(id, { status: 'completed', lines: [...registered('owed-plain.com'), ...gone] })
  expect(await owed(id)).toBe(10)
  const [row] = await shop.sql(`select version from received_payments where id = $1`, [payment])
  const { status } = await admin.call('POST', `/api/admin/payments/${payment}/reverse`, {
    version: row!.version,
  })
  expect([status, await owed(id)]).toEqual([200, 0])
})

test('a cancelled order whose confirmed claim is rejected is not due again', async () => {
  const { id, reference } = await placeAt(shop, asha, ['owed-confirmed.com'])
  await pay(id)
  const [claim] = (await admin.call('GET', `/api/admin/payments?q=OWED${receipts}`)).body.items
  expect((await admin.call('POST', `/api/admin/payments/${claim.id}/confirm`, {})).status).toBe(200)
  await review(id, { status: 'cancelled' })
  expect(await owed(id)).toBe(10)
  const rejected = await admin.call('POST', `/api/admin/orders/${id}/payment/reject`, { reason: 'Not found' })
  expect([rejected.status, await owed(id)]).toEqual([200, 0])
  expect((await asha.call('GET', `/api/payments/${reference}`)).body).toMatchObject({ state: 'void' })
})

test('what waits is found without the orders that were paid back', async () => {
  const settled = 400
  await shop.sql(
    `with placed as (
       insert into orders (id, user_id, status, total_price, payment_confirmed)
       select gen_random_uuid(), $1, 'completed', 20, true from generate_series(1, ${settled}) returning id, number),
     lines as (
       insert into order_lines (id, order_id, user_id, position, domain, price, state)
       select gen_random_uuid(), id, $1, 1, number || '.com', 20, 'gone' from placed),
     receipts as (
       insert into receipts (method, number, user_id) select 'bank', 'settled' || number, $1 from placed),
     payments as (
       insert into claims (id, user_id, order_id, payer_name, receipt_number, payment_method, method, number, amount)
       select gen_random_uuid(), $1, id, 'Asha', 'Settled' || number, 'Bank', 'bank', 'settled' || number, 20 from placed)
     insert into refunds (id, order_id, user_id, amount, method, reference, paid_on, order_version)
     select gen_random_uuid(), id, $1, 20, 'Bank', 'B' || number, '2026-11-20', 1 from placed`,
    [asha.id],
  )
  const { id } = await placeAt(shop, asha, ['owed-waits.com'])
  await pay(id)
  await review(id, { status: 'cancelled' })
  await shop.sql('vacuum analyze orders')
  const { items } = (await admin.call('GET', '/api/admin/inbox?kind=refund')).body
  expect(items.map((item: { id: string; amount: number }) => [item.id, item.amount])).toEqual([[id, 10]])
  expect((await admin.call('GET', '/api/admin/waiting')).body.refunds).toBe(1)
  const [{ 'QUERY PLAN': plan }] = (await shop.sql(
    `explain (analyze, format json) select id from orders o where o.owed > 0 order by updated_at, id limit 51`,
  )) as [{ 'QUERY PLAN': object }]
  expect(JSON.stringify(plan)).toContain('"Index Name":"orders_owed"')
  expect(JSON.stringify(plan)).not.toContain('Rows Removed by Filter')
})
