import type { Page } from '@playwright/test'
import { createHmac } from 'node:crypto'
import { fillCart } from './buying.ts'
import { expect, type Shop } from './shop.ts'

/** Calls the API as the person that is signed in on a page, and gives the answer's body. */
export async function callAs<Body>(page: Page, method: string, path: string, data?: object): Promise<Body> {
  const session = await page.evaluate(() => localStorage.getItem('kikoa-session'))
  const { access_token } = JSON.parse(session!) as { access_token: string }
  const headers = { authorization: `Bearer ${access_token}` }
  const answer = await page.request.fetch(path, { method, headers, ...(data && { data }) })
  expect([answer.ok(), await answer.text()]).toEqual([true, expect.anything()])
  return answer.json() as Promise<Body>
}

/** Makes a secret for the phone's messages. */
export const newSecret = async (admin: Page) =>
  (await callAs<{ secret: string }>(admin, 'PUT', '/api/admin/payments/message-secret', {})).secret

/** Delivers a message to the shop as its phone does, signed with the shop's secret. */
export async function deliver(page: Page, secret: string, sender: string, text: string) {
  const data = JSON.stringify({ sender, text })
  const timestamp = String(Math.floor(Date.now() / 1000))
  const signature = createHmac('sha256', secret).update(data).update(timestamp).digest('hex')
  const headers = { 'content-type': 'application/json', 'x-timestamp': timestamp, 'x-signature': signature }
  expect((await page.request.post('/api/hooks/messages', { data, headers })).status()).toBe(204)
}

/** The clock of Tanzania, as the wallet writes it. */
const now = () => new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 16).replace('T', ' at ')

/** What M-Pesa writes to the shop's phone about received shillings. */
export const mpesaMessage = (code: string, amount: string, balance: string) =>
  `${code} Confirmed. You have received TZS ${amount} from ASHA MWANGI (255711000602) on ${now()}. New M-Pesa balance is TZS ${balance}.`

/** Sets the last known balance. A delivered message settles a claim by itself when its balance follows from this one. */
export const setBalance = (shop: Shop, shillings: number) =>
  shop.sql(
    `insert into received_balances (account, currency, balance) values ('mpesa', 'TZS', $1)
     on conflict (account, currency) do update set balance = excluded.balance`,
    [shillings],
  )

/** Pastes a message of the shop's phone, compares it with the phone, and confirms it. */
export async function receive(admin: Page, message: string) {
  await admin.goto('/admin/payments/import')
  await admin.getByLabel('Sender').fill('M-PESA')
  await admin.getByRole('textbox', { name: 'Messages' }).fill(message)
  await admin.getByRole('button', { name: 'Read', exact: true }).click()
  await admin.getByRole('button', { name: 'Save', exact: true }).click()
  await admin.getByRole('button', { name: 'Check and confirm' }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Confirm payment' }).click()
  await expect(admin.getByText('Payment confirmed')).toBeVisible()
}

/** Takes M-Pesa in shillings beside prices in dollars, with a QR code. */
export async function takeMobileMoney(admin: Page) {
  const values = {
    'payments.accounts': [
      { method: 'M-Pesa', account: '5551234', holder: 'Duka Letu', note: '', currency: 'TZS', rate: 2600 },
    ],
    'payments.steps': [
      { method: 'M-Pesa', steps: 'Enter (account).\nEnter (reference).\nPay (amount).', qr: 'TANQR-5551234' },
    ],
  }
  await callAs(admin, 'PATCH', '/api/admin/settings', { values, versions: {} })
}

/** Renews a .com at a price. */
export async function renewCom(admin: Page, renewal: number) {
  const { values } = await callAs<{
    values: { 'catalogue.domains': { ending: string; renewal: number | null }[] }
  }>(admin, 'GET', '/api/admin/settings')
  const domains = values['catalogue.domains'].map((one) => (one.ending === 'com' ? { ...one, renewal } : one))
  await callAs(admin, 'PATCH', '/api/admin/settings', {
    values: { 'catalogue.domains': domains },
    versions: {},
  })
}

/** The customer orders a domain for $10. The page is on the order afterwards. */
export async function order(page: Page, domain: string) {
  await fillCart(page, domain)
  await page.goto('/checkout')
  await page.getByRole('button', { name: 'Confirm & Place Order' }).click()
  await expect(page.getByRole('heading', { name: /^Order #\d+$/ })).toBeVisible()
}

/** The customer reports a payment by M-Pesa on the page of the order. */
export async function claim(page: Page, receipt: string) {
  await page.getByRole('button', { name: 'Confirm Payment' }).click()
  await page.getByLabel('Receipt number').fill(receipt)
  // The way to pay whose number is shown.
  await expect(page.getByLabel('Payment method')).toHaveValue('M-Pesa')
  await page.getByRole('button', { name: 'Submit payment' }).click()
  await expect(page.getByText('We are checking your payment and setting up your order...')).toBeVisible()
}
