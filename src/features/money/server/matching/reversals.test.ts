import { afterAll, beforeAll, expect, test } from 'vitest'
import { eightTimes } from '../../../../app/testing/eight-times.ts'
import { openShop, type Person, type Shop } from '../../../../app/testing/shop.ts'
import { today } from '../../../../app/testing/today.ts'
import { verifyLedger } from '../ledger/verify.ts'
import { placeAt } from '../../../orders/server/testing/placing.ts'
import { claim, listPayments, moneyIn, offered, receive } from '../testing/money.ts'

/** Payments that a provider took back, and what was paid back: the list, the charge and the ledger. */

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})
afterAll(() => shop.close())

const { match } = moneyIn(() => shop)
const list = (query?: string) => listPayments(admin, query)
const ledgerDifferences = async () =>
  (await verifyLedger((work) => shop.nodes[0]!.database.read('service', work))).differences
const find = async (id: string, query?: string) => (await list(query)).find((one) => one.id === id)

test('money that was reversed opens its charge again, and the ledger with it', async () => {
  const offer = await offered(shop, admin, { name: 'rudisha.com' })
  const money = await receive(shop, { amount: 10, code: 'RUDI001', reference: offer.reference })
  await match(money)
  const message = await receive(shop, {
    amount: 10,
    code: 'RUDI999',
    reference: 'RUDI001',
    kind: 'reversal',
    state: 'held',
  })
  const reversed = await admin.call('POST', `/api/admin/payments/${message}/reverse`, { version: 1 })
  expect(reversed.body).toMatchObject({ state: 'reversed' })
  expect(await find(money)).toMatchObject({ state: 'reversed', charge: { state: 'open', settled: 0 } })
  // The sale remains, so the customer owes it.
  expect(
    await shop.sql(`select sum(amount)::float as sum from ledger_entries where user_id = $1`, [
      offer.customer.id,
    ]),
  ).toEqual([{ sum: -10 }])
  const again = await receive(shop, { amount: 10, code: 'RUDI002', reference: offer.reference })
  await match(again)
  expect(await find(again)).toMatchObject({ state: 'matched', charge: { state: 'paid' } })
  expect(
    await shop.sql(`select sum(amount)::float as sum from ledger_entries where user_id = $1`, [
      offer.customer.id,
    ]),
  ).toEqual([{ sum: 0 }])
})

test('a customer whose payment was reversed sees it, and claims another one', async () => {
  const offer = await offered(shop, admin, { name: 'imerudishwa.com' })
  const shown = async () => (await offer.customer.call('GET', '/api/domain-requests')).body.items[0]
  const owed = async () => (await offer.customer.call('GET', `/api/payments/${offer.reference}`)).body
  await claim(offer, 'RUDI010')
  const money = await receive(shop, { amount: 10, code: 'RUDI010' })
  await match(money)
  expect(await owed()).toMatchObject({ state: 'paid' })
  const answers = await eightTimes(() =>
    admin.call('POST', `/api/admin/payments/${money}/reverse`, { version: 2 }),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)])
  expect(await shown()).toMatchObject({
    payment_confirmed: false,
    claim_rejection: expect.stringContaining('reversed'),
  })
  expect(await owed()).toMatchObject({ state: 'open', rest: 10, claims: [{ state: 'rejected' }] })
  expect((await claim(offer, 'RUDI011')).status).toBe(200)
  await match(await receive(shop, { amount: 10, code: 'RUDI011' }))
  expect(await owed()).toMatchObject({ state: 'paid', rest: 0 })
  expect(await shown()).toMatchObject({ payment_confirmed: true, claim_rejection: null })
})

test('of two payments of a charge, the reversed one leaves its part to be claimed', async () => {
  const offer = await offered(shop, admin, { name: 'sehemu-mbili.com' })
  const owed = async () => (await offer.customer.call('GET', `/api/payments/${offer.reference}`)).body
  const first = await receive(shop, { amount: 4, code: 'SEHEMU1', reference: offer.reference })
  await match(first)
  await claim(offer, 'SEHEMU2')
  await match(await receive(shop, { amount: 6, code: 'SEHEMU2' }))
  const { version } = (await find(first))!
  expect((await admin.call('POST', `/api/admin/payments/${first}/reverse`, { version })).status).toBe(200)
  expect(await owed()).toMatchObject({ state: 'part', rest: 4, claims: [{ state: 'short' }] })
  expect((await claim(offer, 'SEHEMU3')).status).toBe(200)
})

test('a payment of something delivered or withdrawn is reversed without asking the customer to claim', async () => {
  const delivered = await offered(shop, admin, { name: 'imetolewa.com' })
  await claim(delivered, 'TOLEWA1')
  await admin.call('PATCH', `/api/admin/domain-requests/${delivered.id}`, {
    status: 'YOUR DOMAIN IS ACTIVE NOW',
  })
  const withdrawn = await offered(shop, admin, { name: 'imeondolewa.com' })
  await match(await receive(shop, { amount: 10, code: 'ONDOA01', reference: withdrawn.reference }))
  await admin.call('PATCH', `/api/admin/domain-requests/${withdrawn.id}`, { status: 'rejected' })
  for (const code of ['TOLEWA1', 'ONDOA01']) {
    const [paid] = await list(`q=${code}&state=matched`)
    const { version } = paid!
    expect((await admin.call('POST', `/api/admin/payments/${paid!.id}/reverse`, { version })).status).toBe(
      200,
    )
  }
  expect((await delivered.customer.call('GET', `/api/payments/${delivered.reference}`)).body).toMatchObject({
    rest: 10,
    claims: [{ state: 'rejected' }],
  })
  // What was credited when it was withdrawn is not due again.
  expect((await withdrawn.customer.call('GET', `/api/payments/${withdrawn.reference}`)).body).toMatchObject({
    state: 'void',
  })
  expect(await ledgerDifferences()).toEqual([])
})

test('a charge that was paid and taken back stays due when its offer becomes free', async () => {
  const offer = await offered(shop, admin, { name: 'bado-deni.com' })
  const money = await receive(shop, { amount: 10, code: 'DENI001', reference: offer.reference })
  await match(money)
  const { version } = (await find(money))!
  expect((await admin.call('POST', `/api/admin/payments/${money}/reverse`, { version })).status).toBe(200)
  await admin.call('PATCH', `/api/admin/domain-requests/${offer.id}`, { status: 'available', price: 0 })
  expect(await find(money)).toMatchObject({ charge: { state: 'open', settled: 0 } })
  expect(await ledgerDifferences()).toEqual([])
})

test('a payment is reversed after a part of it was refunded', async () => {
  const customer = await shop.customer()
  const order = await placeAt(shop, customer, ['imebaki.com', 'imepotea.com'])
  const money = await receive(shop, { amount: 20, code: 'POTEA01', reference: order.reference! })
  await match(money)
  const { version } = (
    await admin.call('PATCH', `/api/admin/orders/${order.id}`, {
      lines: [{ item: 'imepotea.com', state: 'gone' }],
    })
  ).body
  const back = { method: 'M-Pesa', reference: 'POTEA02', date: today(), version }
  expect((await admin.call('POST', `/api/admin/orders/${order.id}/refund`, back)).status).toBe(200)
  const { version: seen } = (await find(money))!
  const reversed = await admin.call('POST', `/api/admin/payments/${money}/reverse`, { version: seen })
  expect(reversed.body).toMatchObject({ state: 'reversed', charge: { state: 'open' } })
  // Ten dollars went back to the customer by the refund, and all twenty by the reversal.
  expect(
    await shop.sql(`select sum(amount)::float as sum from ledger_entries where user_id = $1`, [customer.id]),
  ).toEqual([{ sum: -20 }])
  await match(await receive(shop, { amount: 20, code: 'POTEA03', reference: order.reference! }))
  expect((await customer.call('GET', `/api/payments/${order.reference}`)).body).toMatchObject({ rest: 0 })
  const cancelled = await admin.call('PATCH', `/api/admin/orders/${order.id}`, { status: 'cancelled' })
  const again = { ...back, reference: 'POTEA04', version: cancelled.body.version }
  expect((await admin.call('POST', `/api/admin/orders/${order.id}/refund`, again)).body).toMatchObject({
    owed_back: 0,
  })
  expect(await ledgerDifferences()).toEqual([])
})

test('what was paid back is listed as refunded, found by its code, amount and customer, and kept credit is not', async () => {
  const customer = await shop.customer()
  const order = await placeAt(shop, customer, ['rejesho-a.com', 'rejesho-b.com', 'rejesho-c.com'])
  await match(await receive(shop, { amount: 30, code: 'REJESHO1', reference: order.reference! }))
  const gone = ['rejesho-b.com', 'rejesho-c.com'].map((item) => ({ item, state: 'gone' }))
  let { version } = (await admin.call('PATCH', `/api/admin/orders/${order.id}`, { lines: gone })).body
  const at = `/api/admin/orders/${order.id}/refund`
  const back = { method: 'M-Pesa', reference: 'rejesho-20', date: today() }
  version = (await admin.call('POST', at, { ...back, version, amount: 12.25 })).body.version
  expect((await admin.call('POST', at, { keep: true, version })).status).toBe(200)
  const credit = { amount: 7.75, currency: 'USD', ...back, reference: 'REJESHO21' }
  expect((await admin.call('POST', `/api/admin/profiles/${customer.id}/refunds`, credit)).status).toBe(200)

  const refunded = (await list('state=refunded')).slice(0, 2)
  expect(refunded).toMatchObject([
    { type: 'refund', amount: 7.75, method: 'mpesa', code: 'REJESHO21', charge: null },
    { type: 'refund', amount: 12.25, code: 'rejesho-20', charge: { reference: order.reference } },
  ])
  expect(refunded[0]).toMatchObject({ state: 'refunded', customer: { id: customer.id } })
  const [ofCredit, ofOrder] = refunded.map(({ id }) => id)
  for (const [q, ids] of [
    ['REJESHO 20', [ofOrder]],
    ['12.25', [ofOrder]],
    [customer.email, [ofCredit, ofOrder]],
    ['rejesho21', [ofCredit]],
  ] as const)
    expect([q, (await list(`state=refunded&q=${encodeURIComponent(q)}`)).map(({ id }) => id)]).toEqual([
      q,
      ids,
    ])
  // They stand among all others too, also over pages.
  const first = (await admin.call('GET', `/api/admin/payments?limit=1&q=REJESHO21`)).body
  expect(first).toMatchObject({ items: [{ id: ofCredit }], next_cursor: null })
  const page = (await admin.call('GET', '/api/admin/payments?limit=1&state=refunded')).body
  const next = await list(`limit=1&state=refunded&cursor=${page.next_cursor}`)
  expect(next.map(({ id }) => id)).toEqual([ofOrder])
  expect(await list('state=matched&q=REJESHO21')).toEqual([])
})
