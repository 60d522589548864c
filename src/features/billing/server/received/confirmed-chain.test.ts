import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openShop, type Person, type Shop } from '../../../../app/testing/shop.ts'
import { DOMAIN_ACTIVE } from '../../../products/domain.ts'
import { readSettings } from '../../../settings/server/settings.ts'
import { finishPayments } from '../match-job.ts'
import { claim, offered } from '../testing/money.ts'
import { storeMessage } from './store-message.ts'

/** Who confirms a claim by hand has checked the message with its receipt number, so the chain of balances goes on. */

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
  const account = {
    method: 'M-Pesa',
    account: '5551234',
    holder: null,
    note: null,
    currency: 'TZS',
    rate: 2600,
  }
  await admin.call('PATCH', '/api/admin/settings', { values: { 'payments.accounts': [account] } })
})
afterAll(() => shop.close())
beforeEach(() => shop.sql(`delete from received_balances`))

/** A message of $10 in shillings. */
async function store(code: string, balance: string, payer = 'NURU SALUM') {
  const { database } = shop.nodes[0]!
  const now = new Date()
  const day = now.toISOString().slice(0, 10)
  const text = `${code} Confirmed. You have received TZS 26,000.00 from ${payer} (255711000301) on ${day} at 03:01 AM. New M-Pesa balance is TZS ${balance}.`
  const settings = await readSettings(database)
  await database.write('service', (tx) =>
    storeMessage(tx, settings, { channel: 'message', sender: 'M-PESA', text, receivedAt: now }, now),
  )
}
const stateOf = async (code: string) =>
  (await shop.sql(`select state, reason from received_payments where code = $1`, [code])).map(
    ({ state, reason }) => reason ?? state,
  )
const balance = async () =>
  (await shop.sql(`select balance::float from received_balances where account = 'mpesa'`))[0]?.['balance']
const waitingClaim = async (receipt: string) =>
  (await admin.call('GET', `/api/admin/payments?q=${receipt}&state=claimed`)).body.items[0]
const confirm = async (receipt: string) =>
  admin.call('POST', `/api/admin/payments/${(await waitingClaim(receipt)).id}/confirm`)

test('in the list of payments: those that continue it count and pay at once, and no others', async () => {
  const [first, second] = [
    await offered(shop, admin, { name: 'mnyororo-1.com' }),
    await offered(shop, admin, { name: 'mnyororo-2.com' }),
  ]
  await store('MNYA000001', '26,000.00')
  await store('MNYA000002', '52,000.00')
  await store('MNYA000003', '999,000.00')
  await claim(first, 'MNYA000001')
  await claim(second, 'MNYA000002')
  expect(await stateOf('MNYA000001')).toEqual(['first'])
  expect((await confirm('MNYA000001')).status).toBe(200)
  expect(await stateOf('MNYA000001')).toEqual(['matched'])
  expect(await stateOf('MNYA000002')).toEqual(['matched'])
  expect(await stateOf('MNYA000003')).toEqual(['first'])
  expect(await balance()).toBe(52_000)
  expect((await second.customer.call('GET', `/api/payments/${second.reference}`)).body).toMatchObject({
    state: 'paid',
  })
  // The next message continues by itself.
  await store('MNYA000004', '78,000.00')
  expect(await stateOf('MNYA000004')).toEqual(['received'])
})

test('by activating the request: the job matches those that continue it', async () => {
  const [first, second] = [
    await offered(shop, admin, { name: 'mnyororo-3.com' }),
    await offered(shop, admin, { name: 'mnyororo-4.com' }),
  ]
  await store('MNYB000001', '126,000.00')
  await store('MNYB000002', '152,000.00')
  await claim(first, 'MNYB000001')
  await claim(second, 'MNYB000002')
  const activated = await admin.call('PATCH', `/api/admin/domain-requests/${first.id}`, {
    status: DOMAIN_ACTIVE,
  })
  expect(activated.status).toBe(200)
  expect(await stateOf('MNYB000002')).toEqual(['received'])
  await finishPayments(shop.nodes[0]!.database, new Date())
  expect(await stateOf('MNYB000002')).toEqual(['matched'])
  expect(await balance()).toBe(152_000)
})

test('a message that was held for anything else does not move the chain', async () => {
  const first = await offered(shop, admin, { name: 'mnyororo-5.com' })
  // The A of the name is a Cyrillic letter.
  await store('MNYC000001', '226,000.00', 'NURU S\u0410LUM')
  await store('MNYC000002', '252,000.00')
  await claim(first, 'MNYC000001')
  expect(await stateOf('MNYC000001')).toEqual(['letters'])
  expect((await confirm('MNYC000001')).status).toBe(200)
  expect(await stateOf('MNYC000002')).toEqual(['first'])
  expect(await balance()).toBeNull()
})
