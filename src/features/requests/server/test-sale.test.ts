import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openShop, type Person, type Shop } from '../../../app/testing/shop.ts'
import { DOMAIN_ACTIVE } from '../../products/active-statuses.ts'

/** An owner tries the shop with a request that goes the way of any other one, without any money, and removes it. */

let shop: Shop
let owner: Person
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.admin()
})
afterAll(() => shop.close())
afterEach(() => owner.call('DELETE', '/api/admin/test-sale'))

const start = async (who = owner) => (await who.call('POST', '/api/admin/test-sale', {})).body.test_sale
const remove = () => owner.call('DELETE', '/api/admin/test-sale')
const review = (id: string, body: object) => owner.call('PATCH', `/api/admin/domain-requests/${id}`, body)
const claim = (id: string, receipt_number = 'JARIBIO1') =>
  owner.call('POST', `/api/domain-requests/${id}/payment`, {
    payer_name: 'Asha',
    receipt_number,
    payment_method: 'M-Pesa',
  })
const chargeOf = async (id: string) =>
  (await shop.sql(`select * from charges where request_id = $1`, [id]))[0]!

/** Everything that a sale can leave, without the log. */
const rows = async () => {
  const tables = ['requests', 'services', 'charges', 'claims', 'receipts', 'answer_times', 'service_secrets']
  const money = ['received_payments', 'allocations', 'invoices', 'ledger_postings', 'ledger_entries']
  const counts = [...tables, ...money].map((table) => `(select count(*)::int from ${table}) as ${table}`)
  return (await shop.sql(`select ${counts.join(', ')}`))[0]
}

test('it is offered at once at the shop’s price, and its owner sees it as a customer', async () => {
  const sale = await start()
  expect(sale).toMatchObject({
    name: expect.stringMatching(/^test-sale-[\da-f]{4}\.com$/),
    stage: 'offered',
    is_claimed: false,
    is_mine: true,
  })
  const { items } = (await owner.call('GET', '/api/domain-requests')).body
  expect(items[0]).toMatchObject({ id: sale.id, status: 'available', price: 10 })
  expect(items[0]).not.toHaveProperty('is_test')
  const reviewed = (await owner.call('GET', `/api/admin/domain-requests?q=${sale.name}`)).body.items[0]
  expect(reviewed).toMatchObject({ id: sale.id, is_test: true })
  expect(await chargeOf(sale.id)).toMatchObject({ is_test: true, state: 'open', amount: '10.000' })
})

test('paid and activated it leaves no payment, no invoice and no posting, and one press removes all of it', async () => {
  const before = await rows()
  const { id, name } = await start()
  expect((await claim(id)).status).toBe(200)
  expect((await review(id, { status: DOMAIN_ACTIVE })).status).toBe(200)
  expect((await owner.call('GET', '/api/domains')).body.items[0]).toMatchObject({ domain_name: name })
  expect(await rows()).toMatchObject({
    received_payments: before!.received_payments,
    allocations: before!.allocations,
    invoices: before!.invoices,
    ledger_postings: before!.ledger_postings,
    charges: before!.charges + 1,
    services: before!.services + 1,
    claims: before!.claims + 1,
  })
  expect((await remove()).body).toEqual({ test_sale: null })
  expect(await rows()).toEqual(before)
  expect(await shop.sql(`select 1 from events where entity_id = $1`, [id])).toEqual([])
  const [entry] = await shop.sql(
    `select actor_id, before from audit_log where action = 'test-sale.removed' and entity_id = $1`,
    [id],
  )
  expect(entry).toMatchObject({ actor_id: owner.id, before: { subject: name } })
})

test('no way of paying pays it: not by hand, not by a match, not by confirming the claim, not by credit', async () => {
  const { id } = await start()
  await claim(id, 'JARIBIO2')
  const before = await rows()
  const charge = await chargeOf(id)
  const date = new Date().toISOString().slice(0, 10)
  const byHand = await owner.call('POST', `/api/admin/charges/${charge.id}/payment`, {
    method: 'M-Pesa',
    receipt: 'MKONO1',
    date,
  })
  expect(byHand).toMatchObject({ status: 409, body: { code: 'NOTHING_DUE' } })
  const [{ id: claimed }] = (await shop.sql(`select id from claims where request_id = $1`, [id])) as [
    { id: string },
  ]
  expect((await owner.call('POST', `/api/admin/payments/${claimed}/confirm`, {})).status).not.toBe(200)
  expect(await rows()).toEqual(before)
  await expect(
    shop.sql(`update charges set state = 'paid', settled = amount where id = $1`, [charge.id]),
  ).rejects.toThrow('charges_test_unpaid')
})

test('money that names it stays with the shop to be looked at', async () => {
  const { id } = await start()
  const { reference } = await chargeOf(id)
  const pasted = await owner.call('POST', '/api/admin/payments/received', {
    text: `QK47XT2M9P Confirmed. You have received TZS 10.00 from ASHA MWANGI 255712345678 on 26/11/26 at 10:12 AM. ${reference}`,
  })
  expect(pasted.status).toBeLessThan(500)
  expect(await chargeOf(id)).toMatchObject({ state: 'open', settled: '0.000' })
  expect((await remove()).status).toBe(200)
})

test('there is one at a time, whoever starts it', async () => {
  const other = await shop.admin()
  const sales = await Promise.all(Array.from({ length: 8 }, (_, at) => start(at % 2 ? other : owner)))
  expect(new Set(sales.map(({ id }) => id)).size).toBe(1)
})

test('the receipt of its claim is free again, and one that was used before stays used', async () => {
  const asha = await shop.customer()
  const real = await asha.call('POST', '/api/domain-requests', { requested_domain: 'halisi.com' })
  await review(real.body.id, { status: 'available', price: 10 })
  const { id } = await start()
  await claim(id, 'MARA1')
  const paid = { payer_name: 'Asha', receipt_number: 'MARA1', payment_method: 'M-Pesa' }
  const path = `/api/domain-requests/${real.body.id}/payment`
  expect((await asha.call('POST', path, paid)).status).toBe(409)
  await remove()
  expect((await asha.call('POST', path, paid)).status).toBe(200)
})

test('a profile that is not complete is asked for first', async () => {
  const fresh = await shop.admin()
  await shop.sql(`update profiles set phone_number = null where id = $1`, [fresh.id])
  expect(await fresh.call('POST', '/api/admin/test-sale', {})).toMatchObject({
    status: 409,
    body: { code: 'PROFILE_INCOMPLETE' },
  })
})

test('nothing but a test sale is ever removed by it', async () => {
  const before = await rows()
  expect((await remove()).status).toBe(200)
  expect(await rows()).toEqual(before)
})

test('support starts and removes none, and a customer neither', async () => {
  const [support, asha] = [await shop.admin('support'), await shop.customer()]
  for (const who of [support, asha]) {
    expect((await who.call('POST', '/api/admin/test-sale', {})).status).toBe(403)
    expect((await who.call('DELETE', '/api/admin/test-sale')).status).toBe(403)
  }
})
