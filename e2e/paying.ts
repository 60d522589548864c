import type { Page } from '@playwright/test'
import { expect, type Shop } from './shop.ts'

/** Calls the API as the admin and gives the answer's body. */
export async function callAsAdmin(
  shop: Shop,
  admin: Page,
  method: string,
  path: string,
  data?: object,
): Promise<unknown> {
  const log = await admin.request.post('/auth/v1/token?grant_type=password', { data: shop.admin })
  const { access_token } = (await log.json()) as { access_token: string }
  const headers = { authorization: `Bearer ${access_token}` }
  const answer = await admin.request.fetch(path, { method, headers, ...(data && { data }) })
  expect([answer.status(), await answer.text()]).toEqual([200, expect.anything()])
  return answer.json()
}

/** Takes M-Pesa in shillings beside prices in dollars, with a QR code. */
export async function takeMobileMoney(shop: Shop, admin: Page) {
  const values = {
    'payments.accounts': [
      { method: 'M-Pesa', account: '5551234', holder: 'Duka Letu', note: '', currency: 'TZS', rate: 2600 },
    ],
    'payments.steps': [
      { method: 'M-Pesa', steps: 'Enter (account).\nEnter (reference).\nPay (amount).', qr: 'TANQR-5551234' },
    ],
  }
  await callAsAdmin(shop, admin, 'PATCH', '/api/admin/settings', { values, versions: {} })
}

/** The customer orders a domain for $10. The page is on the order afterwards. */
export async function order(page: Page, domain: string) {
  await page.evaluate(
    (item) => localStorage.setItem('kikoa-cart', JSON.stringify({ owner: null, items: [item], unsent: [] })),
    domain,
  )
  await page.goto('/checkout')
  await page.getByRole('button', { name: 'Confirm & Place Order' }).click()
  await expect(page.getByRole('heading', { name: /^Order #\d+$/ })).toBeVisible()
}

/** The customer reports a payment by M-Pesa on the page of the order. */
export async function claim(page: Page, receipt: string) {
  await page.getByRole('button', { name: 'Confirm Payment' }).click()
  await page.getByLabel('Receipt number').fill(receipt)
  await page.getByLabel('Payment method').fill('M-Pesa')
  await page.getByRole('button', { name: 'Submit payment' }).click()
  await expect(page.getByText('We are checking your payment and setting up your order...')).toBeVisible()
}
