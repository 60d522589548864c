import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Person, type Shop } from '../../../app/testing/shop.ts'

/** The check, requests, the cart, orders and the customer's pages read a typed domain name in the same way. */

let shop: Shop
let asha: Person
let juma: Person
beforeAll(async () => {
  shop = await openShop()
  asha = await shop.customer()
  juma = await shop.customer()
})
afterAll(() => shop.close())

const check = async (domain: string) =>
  (await shop.visitor('POST', '/api/check-domain', { domain })).body.data.status

test.each([
  ['dukä.com', 'xn--duk-sla.com'],
  ['https://www.Größe.africa/', 'xn--gre-6ka8i.africa'],
  ['xn--bcher-kva.net', 'xn--bcher-kva.net'],
  ['мама.com', 'xn--80aa8ab.com'],
  ['duka.go.ke', 'duka.go.ke'],
])('%s is %s everywhere', async (typed, name) => {
  expect(await check(typed)).not.toBe('invalid')
  const request = await juma.call('POST', '/api/domain-requests', { requested_domain: typed })
  expect(request).toMatchObject({ status: 201, body: { requested_domain: name } })
  expect(await juma.call('POST', '/api/domain-requests', { requested_domain: name })).toMatchObject({
    body: { code: 'ALREADY_REQUESTED' },
  })
  expect((await asha.call('POST', '/api/cart/items', { item: typed })).body).toEqual({ item: name })
  const path = `/api/cart/items/${encodeURIComponent(typed)}`
  expect((await asha.call('DELETE', path)).body).toEqual({ item: name })
  expect((await asha.call('GET', '/api/cart')).body.items).toEqual([])
})

test.each([
  'xn--a.com',
  'xn--zz.co.tz',
  'xn--soko-.africa',
  'xn--ls8h.com',
  'co.tz',
  'or.ke',
  'com',
  'sub.duka.africa',
  'https://blog.soko.co.tz/x',
  'shop.dukä.com',
  'i❤.com',
])('%s is no name anywhere', async (typed) => {
  expect(await check(typed)).toBe('invalid')
  const refused = { status: 400, body: { code: 'DOMAIN_NAME_INVALID' } }
  expect(await asha.call('POST', '/api/domain-requests', { requested_domain: typed })).toMatchObject(refused)
  expect(await asha.call('POST', '/api/cart/items', { item: typed })).toMatchObject(refused)
  expect(await asha.call('POST', '/api/orders', { domains: [typed] })).toMatchObject(refused)
})

test('an order has the years of a name, however it was typed', async () => {
  const admin = await shop.admin()
  const { values } = (await admin.call('GET', '/api/admin/settings')).body
  const domains = values['catalogue.domains'].map((one: { ending: string }) =>
    one.ending === 'com' ? { ...one, renewal: 14, years: 3 } : one,
  )
  await admin.call('PATCH', '/api/admin/settings', { values: { 'catalogue.domains': domains } })
  await asha.call('POST', '/api/cart/items', { item: 'Mkahawä.com' })
  const { body } = await asha.call('POST', '/api/orders', {
    domains: ['Mkahawä.com'],
    years: { 'Mkahawä.com': 3 },
  })
  expect(body.lines).toMatchObject([{ item: 'xn--mkahaw-gua.com', years: 3, price: 38 }])
})

test('an ending that the shop sells is a suffix, whether or not it is in the public list', async () => {
  const admin = await shop.admin()
  const { values } = (await admin.call('GET', '/api/admin/settings')).body
  const domains = values['catalogue.domains']
  expect(await check('mama.uk.com')).toBe('invalid')
  await admin.call('PATCH', '/api/admin/settings', {
    values: { 'catalogue.domains': [...domains, { ...domains[0], ending: 'uk.com', searched: false }] },
  })
  expect(await check('mama.uk.com')).not.toBe('invalid')
  expect(await asha.call('POST', '/api/domain-requests', { requested_domain: 'mama.uk.com' })).toMatchObject({
    status: 201,
    body: { requested_domain: 'mama.uk.com' },
  })
  expect(await asha.call('POST', '/api/cart/items', { item: 'blog.mama.uk.com' })).toMatchObject({
    body: { code: 'DOMAIN_NAME_INVALID' },
  })
})

test('what was put into a cart before can be removed', async () => {
  await shop.sql(`insert into cart_items (user_id, domain) values ($1, 'sub.duka.africa')`, [asha.id])
  await asha.call('DELETE', '/api/cart/items/sub.duka.africa')
  expect((await asha.call('GET', '/api/cart')).body.items).toEqual([])
})

test('an address is read by the same rule, and may be below a registered name', async () => {
  const request = (requested_domain: string) => asha.call('POST', '/api/email-requests', { requested_domain })
  expect((await request('Info@Dukä.com')).body.requested_domain).toBe('info@xn--duk-sla.com')
  expect((await request('info@mail.duka.africa')).status).toBe(201)
  for (const typed of ['info@co.tz', 'info@xn--a.com', 'info@com'])
    expect(await request(typed)).toMatchObject({ status: 400, body: { code: 'EMAIL_ADDRESS_INVALID' } })
})

test('the page of a domain opens by its readable name too', async () => {
  const admin = await shop.admin()
  const { body } = await juma.call('POST', '/api/domain-requests', { requested_domain: 'jikö.net' })
  await admin.call('PATCH', `/api/admin/domain-requests/${body.id}`, { status: 'YOUR DOMAIN IS ACTIVE NOW' })
  const page = await juma.call('GET', `/api/domains/${encodeURIComponent('Jikö.net')}`)
  expect(page).toMatchObject({ status: 200 })
})
