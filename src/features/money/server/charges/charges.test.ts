import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Person, type Shop } from '../../../../app/testing/shop.ts'
import { placeAt } from '../../../orders/server/testing/placing.ts'
import { referenceKey } from '../../charges/reference.ts'
import { openCharge } from './charges.ts'

/** When a charge opens, changes and becomes void. */

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})
afterAll(() => shop.close())

async function request(requested_domain: string) {
  const customer = await shop.customer()
  const made = await customer.call('POST', '/api/domain-requests', { requested_domain })
  expect(made.status).toBe(201)
  return { customer, id: made.body.id as string }
}
const review = (id: string, body: object) => admin.call('PATCH', `/api/admin/domain-requests/${id}`, body)
const chargesOf = (column: 'request_id' | 'order_id', id: string) =>
  shop.sql<{ reference: string; amount: string; state: string; kind: string; subject: string }>(
    `select reference, amount, state, kind, subject from charges where ${column} = $1`,
    [id],
  )

test('an offer opens a charge with a reference that the customer and the admin see', async () => {
  const { customer, id } = await request('mpya.com')
  expect(await chargesOf('request_id', id)).toEqual([])
  const saved = await review(id, { status: 'available', price: 12.5 })
  const [charge] = await chargesOf('request_id', id)
  expect(charge).toMatchObject({ amount: '12.500', state: 'open', kind: 'domain', subject: 'mpya.com' })
  expect(referenceKey(charge!.reference)).toBe(charge!.reference)
  expect(saved.body.reference).toBe(charge!.reference)
  const shown = (await customer.call('GET', '/api/domain-requests')).body.items[0]
  expect(shown.reference).toBe(charge!.reference)
})

test('the charge follows the price, is void when the offer is withdrawn, and open again with its reference', async () => {
  const { id } = await request('bei.com')
  await review(id, { status: 'available', price: 10 })
  const [first] = await chargesOf('request_id', id)
  await review(id, { status: 'available', price: 11 })
  expect(await chargesOf('request_id', id)).toEqual([{ ...first, amount: '11.000' }])
  await review(id, { status: 'rejected' })
  expect(await chargesOf('request_id', id)).toMatchObject([{ state: 'void' }])
  await review(id, { status: 'available', price: 9 })
  expect(await chargesOf('request_id', id)).toEqual([{ ...first, amount: '9.000' }])
  await review(id, { status: 'available', price: 0 })
  expect(await chargesOf('request_id', id)).toMatchObject([{ state: 'void' }])
})

test('an offer of nothing opens no charge', async () => {
  const { id } = await request('bure.com')
  await review(id, { status: 'available', price: 0 })
  expect(await chargesOf('request_id', id)).toEqual([])
})

test('activation without a payment leaves the charge open', async () => {
  const { id } = await request('deni.com')
  await review(id, { status: 'available', price: 10 })
  await review(id, { status: 'YOUR DOMAIN IS ACTIVE NOW' })
  expect(await chargesOf('request_id', id)).toMatchObject([{ state: 'open', amount: '10.000' }])
})

test('an order opens a charge, which a gone domain makes smaller and a cancellation void', async () => {
  const customer = await shop.customer()
  const order = await placeAt(shop, customer, ['moja.com', 'mbili.com'])
  expect(await chargesOf('order_id', order.id)).toEqual([
    {
      reference: order.reference,
      amount: '20.000',
      state: 'open',
      kind: 'order',
      subject: 'moja.com, mbili.com',
    },
  ])
  const save = (body: object) => admin.call('PATCH', `/api/admin/orders/${order.id}`, body)
  await save({ lines: [{ item: 'moja.com', state: 'gone' }] })
  expect(await chargesOf('order_id', order.id)).toMatchObject([{ amount: '10.000', state: 'open' }])
  await save({ status: 'cancelled' })
  expect(await chargesOf('order_id', order.id)).toMatchObject([{ state: 'void' }])
})

test('a charge that was paid once never changes', async () => {
  const { id } = await request('lipwa.com')
  await review(id, { status: 'available', price: 10 })
  await shop.sql(`update charges set state = 'paid', settled = 10, paid_at = now() where request_id = $1`, [
    id,
  ])
  await review(id, { status: 'available', price: 20 })
  expect(await chargesOf('request_id', id)).toMatchObject([{ amount: '10.000', state: 'paid' }])
  await review(id, { status: 'rejected' })
  expect(await chargesOf('request_id', id)).toMatchObject([{ amount: '10.000', state: 'paid' }])
})

test('a reference that another charge has is drawn again', async () => {
  const { customer, id } = await request('mara-mbili.com')
  await review(id, { status: 'available', price: 10 })
  const other = await request('nyingine.com')
  const [taken] = await chargesOf('request_id', id)
  const { database } = shop.nodes[0]!
  const about = { id: other.id, user_id: customer.id, kind: 'domain', subject: 'nyingine.com' }
  let attempts = 0
  const opened = await database.write('service', (tx) => {
    attempts += 1
    const reference = attempts === 1 ? taken!.reference : undefined
    return openCharge(
      tx,
      { column: 'request_id', ...about },
      { amount: { amount: 1000, currency: 'USD' }, ...(reference && { reference }) },
    )
  })
  expect(attempts).toBe(2)
  expect(opened!.reference).not.toBe(taken!.reference)
})
