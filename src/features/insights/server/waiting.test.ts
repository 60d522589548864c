import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownedIn } from '../../requests/server/testing/owned.ts'
import { openShop, type Person, type Shop } from '../../../app/testing/shop.ts'

/** How much waits for an admin in each queue. */

let shop: Shop
let admin: Person
let asha: Person
beforeAll(async () => {
  shop = await openShop({ nodes: 2 })
  admin = await shop.admin()
  asha = await shop.customer()
})
afterAll(() => shop.close())

const waiting = async (node: number) => (await shop.at(node, admin.token)('GET', '/api/admin/waiting')).body
const NOTHING = {
  requests: [
    { kind: 'domain', count: 0, claimed: 0 },
    { kind: 'email', count: 0, claimed: 0 },
    { kind: 'hosting', count: 0, claimed: 0 },
  ],
  orders: 0,
  payments: 0,
  claims: 0,
  renewals: 0,
  refunds: 0,
  messages: 0,
  chats: 0,
  details: 0,
  fulfilments: 0,
  registrars: 0,
  mails: 0,
  alarms: 0,
}

test('a request waits until it has its answer, and again from its claim until it is active', async () => {
  expect(await waiting(0)).toEqual(NOTHING)
  const domains = async () => (await waiting(1)).requests[0].count
  const { id } = (await asha.call('POST', '/api/domain-requests', { requested_domain: 'waits.com' })).body
  await expect.poll(domains).toBe(1)
  const save = (input: object) => admin.call('PATCH', `/api/admin/domain-requests/${id}`, input)
  await save({ status: 'available', price: 10 })
  await expect.poll(domains).toBe(0)
  await asha.call('POST', `/api/domain-requests/${id}/payment`, {
    payer_name: 'Asha Mwangi',
    receipt_number: 'QKWAIT1',
    payment_method: 'M-Pesa',
  })
  await expect.poll(domains).toBe(1)
  expect((await waiting(1)).requests[0]).toEqual({ kind: 'domain', count: 1, claimed: 1 })
  await save({ status: 'YOUR DOMAIN IS ACTIVE NOW' })
  await expect.poll(domains).toBe(0)
})

test('the claim of a renewal waits among the payments until it is confirmed', async () => {
  const { own, expire } = ownedIn(() => ({ shop, admin }))
  const { values } = (await admin.call('GET', '/api/admin/settings')).body
  const domains = values['catalogue.domains'].map((one: { ending: string }) =>
    one.ending === 'com' ? { ...one, renewal: 14 } : one,
  )
  await admin.call('PATCH', '/api/admin/settings', { values: { 'catalogue.domains': domains } })
  const { id } = await own(asha, 'waits-again.com')
  await expire(id)
  await asha.call('POST', `/api/domains/${id}/renew`)
  const { items } = (await asha.call('GET', '/api/payments')).body
  const { renewal_id } = items.find((one: { renewal_id: string | null }) => one.renewal_id)
  const payments = async () => (await waiting(1)).payments
  expect(await payments()).toBe(0)
  await asha.call('POST', `/api/renewals/${renewal_id}/payment`, {
    payer_name: 'Asha Mwangi',
    receipt_number: 'QKWAIT2',
    payment_method: 'M-Pesa',
  })
  await expect.poll(payments).toBe(1)
  const [claim] = (await admin.call('GET', '/api/admin/payments?q=QKWAIT2')).body.items
  expect((await admin.call('POST', `/api/admin/payments/${claim.id}/confirm`)).status).toBe(200)
  await expect.poll(payments).toBe(0)
})

test('messages, chats and money that nobody has matched wait; customers see no count', async () => {
  await shop.visitor('POST', '/api/messages', {
    name: 'Neema',
    email: 'neema@example.com',
    message: 'Habari',
  })
  await asha.call('POST', '/api/chat', { body: 'Habari' })
  for (const state of ['held', 'unread', 'received', 'matched', 'ignored'])
    await shop.sql(
      `insert into received_payments (id, channel, kind, method, amount, currency, received_at, state)
       values (gen_random_uuid(), 'message', 'incoming', 'mpesa', 5, 'USD', now(), $1)`,
      [state],
    )
  await expect.poll(() => waiting(0)).toMatchObject({ payments: 3, messages: 1, chats: 1 })
  expect((await asha.call('GET', '/api/admin/waiting')).status).toBe(403)
})
