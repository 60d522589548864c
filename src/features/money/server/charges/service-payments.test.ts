import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Person, type Shop } from '../../../../app/testing/shop.ts'

/** A customer sees what one service has cost: its request or order, and its renewals. */

let shop: Shop
let admin: Person
let asha: Person
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
  asha = await shop.customer()
  await admin.call('PATCH', '/api/admin/settings', { values: { 'catalogue.email': 20 } })
})
afterAll(() => shop.close())

let receipts = 0
/** @returns the id of a service that was paid */
async function bought(requested_domain: string): Promise<string> {
  const { id } = (await asha.call('POST', '/api/email-requests', { requested_domain })).body
  const at = `/api/admin/email-requests/${id}`
  await admin.call('PATCH', at, { status: 'available', price: 10 })
  await asha.call('POST', `/api/email-requests/${id}/payment`, {
    payer_name: 'Asha Mwangi',
    receipt_number: `QKSERVICE${++receipts}`,
    payment_method: 'M-Pesa',
  })
  await admin.call('PATCH', at, { status: 'YOUR EMAIL IS ACTIVE NOW' })
  return (await shop.sql(`select id from services where request_id = $1`, [id]))[0]!.id
}
const charges = async (service: string, by = asha) =>
  (await by.call('GET', `/api/payments?service=${service}`)).body.items
const invoices = async (service: string, by = asha) =>
  (await by.call('GET', `/api/invoices?service=${service}`)).body.items

test('the payments and invoices of one service, and of no other', async () => {
  const [id, other] = [await bought('info@gharama.com'), await bought('pili@gharama.com')]
  await shop.sql(`update services set expires_at = now() - interval '1 day' where id = $1`, [id])
  expect((await asha.call('POST', `/api/emails/${id}/renew`)).status).toBe(200)
  expect(await charges(id)).toMatchObject([
    { subject: 'info@gharama.com', amount: 20, state: 'open' },
    { subject: 'info@gharama.com', amount: 10, state: 'paid' },
  ])
  expect(await invoices(id)).toMatchObject([{ amount: 10, lines: [{ name: 'info@gharama.com' }] }])
  expect(await charges(other)).toMatchObject([{ subject: 'pili@gharama.com', amount: 10 }])
})

test('another customer sees nothing of it', async () => {
  const id = await bought('siri@gharama.com')
  const juma = await shop.customer()
  expect([await charges(id, juma), await invoices(id, juma)]).toEqual([[], []])
  expect((await shop.visitor('GET', `/api/payments?service=${id}`)).status).toBe(401)
})
