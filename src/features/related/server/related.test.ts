import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Person, type Shop } from '../../../app/testing/shop.ts'
import { claim, moneyIn, offered, receive } from '../../money/server/testing/money.ts'

/** What belongs together leads to each other. */

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})
afterAll(() => shop.close())

const { match } = moneyIn(() => shop)

interface Item {
  kind: string
  id: string
  title: string
}
const relatedTo = async (kind: string, id: string, by = admin): Promise<Item[]> =>
  (await by.call('GET', `/api/admin/related?kind=${kind}&id=${id}`)).body.items

test('a request, its payment, its invoice and the service lead to each other', async () => {
  const sold = await offered(shop, admin, { name: 'pamoja.com' })
  await claim(sold, 'QKPAMOJA10')
  const [said] = await relatedTo('request', sold.id)
  expect(said).toMatchObject({ kind: 'claim', title: 'Asha Mwangi' })
  const payment = await receive(shop, { amount: 10, code: 'QKPAMOJA10', payer_name: 'ASHA MWANGI' })
  await match(payment)
  await admin.call('PATCH', `/api/admin/domain-requests/${sold.id}`, { status: 'YOUR DOMAIN IS ACTIVE NOW' })
  const of = async (kind: string, id: string) =>
    (await relatedTo(kind, id)).map((one) => `${one.kind} ${one.title}`).toSorted()
  const all = await relatedTo('request', sold.id)
  const find = (kind: string) => all.find((one) => one.kind === kind)!.id
  expect(all.map(({ kind }) => kind).toSorted()).toEqual(['invoice', 'payment', 'service'])
  const invoice = `invoice ${all.find(({ kind }) => kind === 'invoice')!.title}`
  expect(await of('service', find('service'))).toEqual([invoice, 'payment ASHA MWANGI', 'request pamoja.com'])
  expect(await of('payment', payment)).toEqual([invoice, 'request pamoja.com', 'service pamoja.com'])
  expect(await of('invoice', find('invoice'))).toEqual([
    'payment ASHA MWANGI',
    'request pamoja.com',
    'service pamoja.com',
  ])

  // Who may not see payments does not see them here.
  const support = await shop.admin('support')
  expect((await relatedTo('request', sold.id, support)).map(({ kind }) => kind)).not.toContain('payment')

  const overview = (await admin.call('GET', `/api/admin/profiles/${sold.customer.id}/overview`)).body
  expect(overview).toMatchObject({
    services: [{ name: 'pamoja.com', kind: 'domain' }],
    service_count: 1,
    work: [],
    due: [],
  })
})

test('the overview of a customer has what waits and what is to be paid', async () => {
  const { customer, id } = await offered(shop, admin, { name: 'muhtasari.com' })
  await customer.call('POST', '/api/email-requests', { requested_domain: 'info@muhtasari.com' })
  await customer.call('POST', '/api/chat', { body: 'Habari?' })
  await shop.sql(`update charges set due_on = current_date - 3 where request_id = $1`, [id])
  const at = `/api/admin/profiles/${customer.id}/overview`
  const { body } = await admin.call('GET', at)
  expect(body).toMatchObject({
    service_count: 0,
    due: [{ amount: 10, currency: 'USD', count: 1, overdue: 1 }],
    last_contact: { way: 'chat', by_shop: false },
  })
  expect(body.work.map(({ kind, title }: { kind: string; title: string }) => [kind, title])).toEqual([
    ['email', 'info@muhtasari.com'],
    ['chat', 'Habari?'],
  ])
  expect((await admin.call('GET', `/api/admin/profiles/${admin.id}/overview`)).status).toBe(404)
  expect((await customer.call('GET', at)).status).toBe(403)
})
