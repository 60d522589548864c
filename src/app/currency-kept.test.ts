import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeAt } from '../features/orders/server/testing/placing.ts'
import { changeCurrency } from './testing/currency.ts'
import { openShop, type Person, type Shop } from './testing/shop.ts'

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})
afterAll(() => shop.close())

test('what was made in dollars stays in dollars, and sums never mix the currencies', async () => {
  const asha = await shop.customer()
  const review = (id: string, body: object) => admin.call('PATCH', `/api/admin/hosting-requests/${id}`, body)
  const ask = async () =>
    (await asha.call('POST', '/api/hosting-requests', { plan_name: 'Basic', billing_period: 'monthly' })).body
  const [offered, waiting] = [await ask(), await ask()]
  await review(offered.id, { status: 'approved', price: 5.99 })
  const order = await placeAt(shop, asha, ['dollars.com'])
  expect((await changeCurrency(admin)).status).toBe(200)

  expect((await asha.call('GET', `/api/orders/${order.id}`)).body).toMatchObject({
    total_price: 10,
    currency: 'USD',
    lines: [{ price: 10, currency: 'USD' }],
  })
  const claim = (receipt_number: string) => ({ payer_name: 'Asha', receipt_number, payment_method: 'Bank' })
  expect(
    (await asha.call('POST', `/api/hosting-requests/${offered.id}/payment`, claim('D1'))).body,
  ).toMatchObject({
    price: 5.99,
    currency: 'USD',
  })
  // A request without an offer keeps its currency too: its admin answers in dollars and cents.
  expect((await review(waiting.id, { status: 'approved', price: 12.5 })).body).toMatchObject({
    price: 12.5,
    currency: 'USD',
  })
  const inShillings = await ask()
  expect(inShillings).toMatchObject({ price: 15_500, currency: 'TZS' })
  expect((await review(inShillings.id, { status: 'approved', price: 15_500.5 })).status).toBe(400)
  expect((await review(inShillings.id, { status: 'approved', price: 15_500 })).status).toBe(200)
  await asha.call('POST', `/api/hosting-requests/${inShillings.id}/payment`, claim('T1'))
  for (const id of [offered.id, inShillings.id]) await review(id, { status: 'active' })

  const payments = await shop.sql(
    `select amount::float, currency from claims where user_id = $1 order by created_at`,
    [asha.id],
  )
  expect(payments).toEqual([
    { amount: 5.99, currency: 'USD' },
    { amount: 15_500, currency: 'TZS' },
  ])
  const { months } = (await admin.call('GET', '/api/admin/insights')).body
  const revenue = new Map<string, number>(
    months
      .at(-1)
      .revenue.map(({ currency, amount }: { currency: string; amount: number }) => [currency, amount]),
  )
  expect(revenue.get('USD')).toBe(5.99)
  const needs = (await asha.call('GET', '/api/needs')).body.items
  expect(
    needs.map(({ amount, currency }: { amount: number; currency: string }) => [amount, currency]),
  ).toEqual([
    // Two plans that expire within a month, at today's price.
    [15_500, 'TZS'],
    [15_500, 'TZS'],
    [12.5, 'USD'],
    [10, 'USD'],
  ])
})
