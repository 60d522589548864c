import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openShop, type Person, type Shop } from '../../../../app/testing/shop.ts'
import { hasSmsGateway, startSmsGateway } from '../testing/sms-gateway.ts'

/** An SMS through a real gateway. */

const canRun = await hasSmsGateway()

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})
afterAll(() => shop.close())

test.skipIf(!canRun)(
  'an SMS of two parts settles what a customer has claimed, and a forged one does not',
  async () => {
    const customer = await shop.customer()
    const asked = await customer.call('POST', '/api/domain-requests', { requested_domain: 'sms.com' })
    const { id } = asked.body
    await admin.call('PATCH', `/api/admin/domain-requests/${id}`, { status: 'available', price: 12.5 })
    await customer.call('POST', `/api/domain-requests/${id}/payment`, {
      payer_name: 'Nuru Salum',
      receipt_number: 'QKF1TEST01',
      payment_method: 'M-Pesa',
    })
    const { body } = await admin.call('PUT', '/api/admin/payments/message-secret', {})
    await shop.sql(
      `insert into received_balances (account, currency, balance) values ('mpesa', 'USD', 127.5)`,
    )
    const gateway = await startSmsGateway(shop.nodes[0]!.address, body.secret)
    onTestFinished(() => gateway.stop())
    const now = new Date(Date.now() + 3 * 3_600_000).toISOString()
    const text = (code: string) =>
      `${code} Confirmed. You have received USD 12.50 from NURU SALUM (255711000601) on ${now.slice(0, 10)} at ${now.slice(11, 16)}. New M-Pesa balance is USD 140.00. Thank you for using M-Pesa. Dial *150*00# for more.`
    expect(text('QKF1TEST01').length).toBeGreaterThan(160)
    await gateway.receive('+255711000601', text('QKF1TEST02'))
    await gateway.receive('M-PESA', text('QKF1TEST01'))
    await expect
      .poll(() => shop.sql(`select code, state, reason from received_payments order by code`))
      .toEqual([
        { code: 'QKF1TEST01', state: 'matched', reason: null },
        { code: 'QKF1TEST02', state: 'held', reason: 'sender' },
      ])
    expect(await shop.sql(`select state from charges where request_id = $1`, [id])).toEqual([
      { state: 'paid' },
    ])
  },
)
