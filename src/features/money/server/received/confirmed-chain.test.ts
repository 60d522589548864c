import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openShop, type Person, type Shop } from '../../../../app/testing/shop.ts'
import { DOMAIN_ACTIVE } from '../../../products/domain.ts'
import { readSettings } from '../../../settings/server/settings.ts'
import { claim, offered } from '../testing/money.ts'
import { storeMessage } from './store-message.ts'

/**
 * Who confirms a claim by hand has checked the payment, and not the balance of the message with its receipt number. A
 * customer could forge that message with a balance of their own, and then another one that continues it.
 */

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
async function store(code: string, balance: string) {
  const { database } = shop.nodes[0]!
  const now = new Date()
  const day = now.toISOString().slice(0, 10)
  const text = `${code} Confirmed. You have received TZS 26,000.00 from NURU SALUM (255711000301) on ${day} at 03:01 AM. New M-Pesa balance is TZS ${balance}.`
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

test('a claim that is confirmed in the list pays with the held message, and begins no chain', async () => {
  const [first, second] = [
    await offered(shop, admin, { name: 'mnyororo-1.com' }),
    await offered(shop, admin, { name: 'mnyororo-2.com' }),
  ]
  await store('MNYA000001', '26,000.00')
  await claim(first, 'MNYA000001')
  await claim(second, 'MNYA000002')
  expect((await confirm('MNYA000001')).status).toBe(200)
  expect(await stateOf('MNYA000001')).toEqual(['matched'])
  await store('MNYA000002', '52,000.00')
  expect(await stateOf('MNYA000002')).toEqual(['first'])
  expect(await balance()).toBeNull()
})

test('so does the activation of the request', async () => {
  const first = await offered(shop, admin, { name: 'mnyororo-3.com' })
  await store('MNYB000001', '126,000.00')
  await claim(first, 'MNYB000001')
  const activated = await admin.call('PATCH', `/api/admin/domain-requests/${first.id}`, {
    status: DOMAIN_ACTIVE,
  })
  expect(activated.status).toBe(200)
  await store('MNYB000002', '152,000.00')
  expect(await stateOf('MNYB000002')).toEqual(['first'])
  expect(await balance()).toBeNull()
})
