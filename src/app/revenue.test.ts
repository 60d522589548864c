import { afterAll, beforeAll, expect, test } from 'vitest'
import { matchReceived } from '../features/money/server/matching/match.ts'
import { claim, offered, receive } from '../features/money/server/testing/money.ts'
import { countInsights } from '../features/insights/server/insights.queries.ts'
import { placeAt, registered } from '../features/orders/server/testing/placing.ts'
import { ownedIn } from '../features/requests/server/testing/owned.ts'
import { openShop, type Person, type Shop } from './testing/shop.ts'
import { today } from './testing/today.ts'

/** The overview, the exports and the ledger name the same revenue, whatever was sold and taken back. */

let shop: Shop
let admin: Person
let asha: Person
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
  asha = await shop.customer()
  const { values } = (await admin.call('GET', '/api/admin/settings')).body
  const domains = values['catalogue.domains'].map((one: { ending: string }) =>
    one.ending === 'com' ? { ...one, renewal: 14 } : one,
  )
  await admin.call('PATCH', '/api/admin/settings', { values: { 'catalogue.domains': domains } })
})
afterAll(() => shop.close())
const { own, expire } = ownedIn(() => ({ shop, admin }))

/** As the overview shows it, without the seconds in which an answer is kept. */
const overview = async () => (await countInsights(shop.nodes[0]!.database, new Date())).months.at(-1)!.revenue
const linesOf = async (what: string) => {
  const { body } = await admin.call('GET', `/api/admin/exports/${what}?from=${today()}&to=${tomorrow()}`)
  const [head, ...lines] = String(body)
    .replace('\uFEFF', '')
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','))
  return lines.map((line) => Object.fromEntries(head!.map((name, at) => [name, line[at]!])))
}
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
const sum = (amounts: number[]) => Math.round(amounts.reduce((all, one) => all + one, 0) * 100) / 100

/** What each of the three says, in dollars. */
async function revenue() {
  const fromOverview = (await overview()).find(({ currency }) => currency === 'USD')?.amount ?? 0
  const sales = await linesOf('sales')
  const ledger = (await linesOf('ledger')).filter(({ account }) => account === 'sales')
  return {
    overview: fromOverview,
    sales: sum(sales.map(({ net }) => Number(net))),
    ledger: sum(ledger.map(({ debit, credit }) => Number(credit || 0) - Number(debit || 0))),
  }
}
const is = (amount: number) => ({ overview: amount, sales: amount, ledger: amount })

let codes = 0
const pays = async (reference: string, amount: number) => {
  const id = await receive(shop, { amount, code: `REV${++codes}A`, reference })
  await matchReceived(shop.nodes[0]!.database, id, new Date())
  return id
}
const referenceOf = async (column: string, id: string) =>
  (await shop.sql(`select reference from charges where ${column} = $1`, [id]))[0]!['reference'] as string

test('a claim is none, money is one before and after the activation, and each sale counts once', async () => {
  expect(await revenue()).toEqual(is(0))
  const name = await offered(shop, admin, { name: 'mapato.com', to: asha })
  await claim(name, 'REVCLAIM1')
  expect(await revenue()).toEqual(is(0))
  // In two parts, of which the first is no sale yet.
  await pays(name.reference, 4)
  expect(await revenue()).toEqual(is(0))
  await pays(name.reference, 6)
  expect(await revenue()).toEqual(is(10))
  await admin.call('PATCH', `/api/admin/domain-requests/${name.id}`, { status: 'active' })
  expect(await revenue()).toEqual(is(10))

  const address = await offered(shop, admin, {
    name: 'info@mapato.com',
    product: 'email',
    price: 24,
    to: asha,
  })
  await pays(address.reference, 24)
  expect(await revenue()).toEqual(is(34))
})

test('a paid renewal counts', async () => {
  const service = await own(asha, 'rejea.com')
  await expire(service['id'])
  expect((await asha.call('POST', `/api/domains/${service['id']}/renew`)).status).toBe(200)
  expect(await revenue()).toEqual(is(34))
  const [charge] = await shop.sql(`select id from charges where renewal_id is not null and user_id = $1`, [
    asha.id,
  ])
  const paid = await admin.call('POST', `/api/admin/charges/${charge!['id']}/payment`, {
    method: 'M-Pesa',
    receipt: 'REVRENEW01',
    date: today(),
  })
  expect(paid.status).toBe(200)
  expect(await revenue()).toEqual(is(48))
})

test('of what was paid too much only the price counts, and what the credit pays counts once', async () => {
  const name = await offered(shop, admin, { name: 'zaidi.com', to: asha })
  await pays(name.reference, 25)
  expect(await revenue()).toEqual(is(58))
  const other = await offered(shop, admin, { name: 'salio.com', to: asha })
  const [charge] = await shop.sql(`select id from charges where reference = $1`, [other.reference])
  expect((await asha.call('POST', `/api/charges/${charge!['id']}/credit`)).body).toMatchObject({ paid: true })
  expect(await revenue()).toEqual(is(68))
})

test('an order counts when it is paid, and what could not be delivered counts no more once it is paid back', async () => {
  const { id } = await placeAt(shop, asha, ['agizo-a.com', 'agizo-b.com'])
  const total = Number(
    (await shop.sql(`select total_price from orders where id = $1`, [id]))[0]!['total_price'],
  )
  await pays(await referenceOf('order_id', id), total)
  expect(await revenue()).toEqual(is(sum([68, total])))
  const lines = [...registered('agizo-a.com'), { item: 'agizo-b.com', state: 'gone' }]
  const { version, owed_back } = (
    await admin.call('PATCH', `/api/admin/orders/${id}`, { status: 'completed', lines })
  ).body
  expect(owed_back).toBeGreaterThan(0)
  const refund = { version, method: 'M-Pesa', reference: 'REVBACK01', date: today() }
  expect((await admin.call('POST', `/api/admin/orders/${id}/refund`, refund)).status).toBe(200)
  expect(await revenue()).toEqual(is(sum([68, total, -owed_back])))
  const products = new Set((await linesOf('sales')).map(({ product }) => product))
  expect([...products].toSorted()).toEqual(['domain', 'email', 'order'])
})
