import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Person, type Shop } from '../../../../app/testing/shop.ts'
import { placeAt } from '../../../orders/server/testing/placing.ts'
import { matchReceived } from '../matching/match.ts'
import { offered, receive } from '../testing/money.ts'

/** Links of payments lead to the one request or order, which says what is paid of it. */

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})
afterAll(() => shop.close())

const match = (id: string) => matchReceived(shop.nodes[0]!.database, id, new Date())

test('a queue shows the one request or order that a link names, and what is paid in part', async () => {
  const offer = await offered(shop, admin, { name: 'kiungo.com', price: 12 })
  await offered(shop, admin, { name: 'kiungo.co.tz' })
  await match(await receive(shop, { amount: 5, code: 'KIUNGO1', reference: offer.reference }))
  const requests = async (query: string) =>
    (await admin.call('GET', `/api/admin/domain-requests?${query}`)).body.items
  expect(await requests(`id=${offer.id}`)).toMatchObject([
    { id: offer.id, payment_confirmed: false, part: { settled: 5, amount: 12, currency: 'USD' } },
  ])
  expect(await requests(`id=${offer.id}&q=kiungo`)).toHaveLength(1)
  expect(await requests(`id=${offer.id}&q=nothing`)).toEqual([])
  expect((await admin.call('GET', '/api/admin/domain-requests?id=kiungo')).status).toBe(400)
  const [unpaid] = await requests('q=kiungo.co.tz')
  expect(unpaid).toMatchObject({ part: null })

  const customer = await shop.customer()
  const order = await placeAt(shop, customer, ['kiungo-oda.com'])
  const orders = async (query: string) => (await admin.call('GET', `/api/admin/orders?${query}`)).body.items
  expect(await orders(`id=${order.id}`)).toMatchObject([{ id: order.id, part: null }])
  await match(await receive(shop, { amount: 3, code: 'KIUNGO2', reference: order.reference! }))
  expect(await orders(`id=${order.id}`)).toMatchObject([{ part: { settled: 3, amount: order.total_price } }])
  expect(await orders(`id=${offer.id}`)).toEqual([])
})
