import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Person, type Shop } from '../../../app/testing/shop.ts'

/** A shop that is not open yet takes no requests and orders of customers, and those of its staff. */

let shop: Shop
let asha: Person
let owner: Person
beforeAll(async () => {
  shop = await openShop({ nodes: 2 })
  asha = await shop.customer()
  owner = await shop.admin()
})
afterAll(() => shop.close())

const setOpen = (isOpen: boolean) =>
  owner.call('PATCH', '/api/admin/settings', { values: { 'shop.isOpen': isOpen } })
const refused = {
  status: 409,
  body: { code: 'NOT_OPEN', message: 'We are not open yet. Please come back soon.' },
}
const forms = [
  ['/api/domain-requests', { requested_domain: 'mapema.com' }],
  ['/api/email-requests', { requested_domain: 'info@mapema.com' }],
  ['/api/hosting-requests', { plan_name: 'Basic', billing_period: 'monthly' }],
  ['/api/hosting-requests', { plan_name: 'Custom Plan', manual_details: 'Large' }],
] as const

test('a fresh shop is open', async () => {
  const body = { requested_domain: 'wazi.com' }
  expect((await asha.call('POST', '/api/domain-requests', body)).status).toBe(201)
})

test('once it is closed it refuses customers in a sentence, on every node, and takes them when it opens', async () => {
  await setOpen(false)
  const other = shop.at(1, asha.token)
  for (const [path, body] of forms) {
    expect(await asha.call('POST', path, body)).toMatchObject(refused)
    await expect.poll(async () => (await other('POST', path, body)).body).toMatchObject(refused.body)
  }
  await asha.call('POST', '/api/cart/items', { item: 'mapema-order.com' })
  expect(await asha.call('POST', '/api/orders', { domains: ['mapema-order.com'] })).toMatchObject(refused)
  expect(await shop.sql(`select subject from requests where user_id = $1`, [asha.id])).toEqual([
    { subject: 'wazi.com' },
  ])

  await setOpen(true)
  for (const [path, body] of forms) expect((await asha.call('POST', path, body)).status).toBe(201)
  expect((await asha.call('POST', '/api/orders', { domains: ['mapema-order.com'] })).status).toBe(201)
})

test('the staff may try it, and act for a customer', async () => {
  await setOpen(false)
  const own = { requested_domain: 'jaribio.com' }
  expect((await owner.call('POST', '/api/domain-requests', own)).status).toBe(201)
  const acting = await owner.call('POST', `/api/admin/profiles/${asha.id}/domain-requests`, {
    requested_domain: 'kwa-asha.com',
  })
  expect(acting.status).toBe(201)
  await setOpen(true)
})

test('what a customer has asked for before goes on', async () => {
  const { body } = await asha.call('POST', '/api/domain-requests', { requested_domain: 'kabla.com' })
  await owner.call('PATCH', `/api/admin/domain-requests/${body.id}`, { status: 'available', price: 10 })
  await setOpen(false)
  const payment = { payer_name: 'Asha', receipt_number: 'KABLA1', payment_method: 'Bank' }
  expect((await asha.call('POST', `/api/domain-requests/${body.id}/payment`, payment)).status).toBe(200)
  await setOpen(true)
})
