import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Person, type Shop } from '../../../app/testing/shop.ts'

/** The page of one domain: what belongs to it, and for whom. */

let shop: Shop
let asha: Person
let admin: Person
beforeAll(async () => {
  shop = await openShop()
  asha = await shop.customer()
  admin = await shop.admin()
})
afterAll(() => shop.close())

async function activate(person: Person, path: string, input: object, status: string) {
  const asked = await person.call('POST', `/api/${path}`, input)
  expect(asked.status).toBe(201)
  const { id } = asked.body
  await admin.call('PATCH', `/api/admin/${path}/${id}`, {
    status: path === 'hosting-requests' ? 'approved' : 'available',
    price: 12.5,
  })
  const payment = { payer_name: 'Asha', receipt_number: `R-${id.slice(-6)}`, payment_method: 'M-Pesa' }
  expect((await person.call('POST', `/api/${path}/${id}/payment`, payment)).status).toBe(200)
  const done = await admin.call('PATCH', `/api/admin/${path}/${id}`, { status })
  expect(done.status).toBe(200)
  return payment.receipt_number
}

const events = (body: { history: { event: string }[] }) => body.history.map(({ event }) => event)

test('a domain comes with its addresses, plans, payments and history', async () => {
  await admin.call('PATCH', '/api/admin/settings', {
    values: {
      'catalogue.domains': [
        { ending: 'com', price: 10, renewal: 14, years: 3, needs: '', searched: true, shown: true },
      ],
    },
    versions: {},
  })
  const receipt = await activate(
    asha,
    'domain-requests',
    { requested_domain: 'whole.com' },
    'YOUR DOMAIN IS ACTIVE NOW',
  )
  await activate(asha, 'email-requests', { requested_domain: 'info@whole.com' }, 'YOUR EMAIL IS ACTIVE NOW')
  await activate(
    asha,
    'email-requests',
    { requested_domain: 'info@notwhole.com' },
    'YOUR EMAIL IS ACTIVE NOW',
  )
  await activate(asha, 'hosting-requests', { plan_name: 'Business', billing_period: 'yearly' }, 'active')

  const { status, body } = await asha.call('GET', '/api/domains/Whole.com')
  expect([status, body]).toEqual([200, expect.anything()])
  expect(body).toMatchObject({
    domain: { domain_name: 'whole.com', renewal: null },
    renewal_price: 14,
    emails: [{ email_address: 'info@whole.com' }],
    hosting: [{ plan_name: 'Business' }],
  })
  expect(events(body)).toEqual(['registered', 'paid', 'requested'])
  expect(body.history[1]).toMatchObject({
    receipt_number: receipt,
    payment_method: 'M-Pesa',
    amount: 12.5,
    order_number: null,
  })

  await shop.sql(`update services set expires_at = now() - interval '1 day' where name = 'whole.com'`)
  const expired = await asha.call('GET', '/api/domains/whole.com')
  expect(expired.body.domain.renewal).toBe('now')
  await asha.call('POST', `/api/domains/${body.domain.id}/renew`)
  const renewed = await asha.call('GET', '/api/domains/whole.com')
  expect(events(renewed.body)[0]).toBe('renewed')
  expect(renewed.body.history[0].expires_at).toBe(renewed.body.domain.expires_at)
})

test('an address that was given back is on no page', async () => {
  await shop.sql(`update services set released_at = now() where name = 'info@whole.com'`)
  expect((await asha.call('GET', '/api/domains/whole.com')).body.emails).toEqual([])
})

test('a bought domain shows its order', async () => {
  await asha.call('POST', '/api/cart/items', { item: 'bought-page.com' })
  const order = (await asha.call('POST', '/api/orders', { domains: ['bought-page.com'] })).body
  await asha.call('POST', `/api/orders/${order.id}/payment`, {
    payer_name: 'Asha',
    receipt_number: 'ORD-PAGE',
    payment_method: 'Bank',
  })
  await admin.call('PATCH', `/api/admin/orders/${order.id}`, {
    status: 'completed',
    lines: [{ item: 'bought-page.com', state: 'registered' }],
  })
  const { body } = await asha.call('GET', '/api/domains/bought-page.com')
  expect(events(body)).toEqual(['registered', 'paid', 'ordered'])
  expect(body.history[1]).toMatchObject({ order_number: order.number, receipt_number: 'ORD-PAGE' })
})

test("another customer's domain, and one that nobody has, are not found", async () => {
  const juma = await shop.customer()
  for (const name of ['whole.com', 'bought-page.com', 'nobody-has.com', "x' or true --"])
    expect((await juma.call('GET', `/api/domains/${encodeURIComponent(name)}`)).status).toBe(404)
})
