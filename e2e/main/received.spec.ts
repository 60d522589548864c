import { deliver } from '../paying.ts'
import { expect, expectAccessible, signedIn, test } from '../shop.ts'

/** How an admin connects a phone, and decides on a doubtful message. */

const text =
  'QKG1TEST01 Confirmed. You have received TZS 40,000.00 from <b>NURU</b> SALUM (255711000701) on 2026-11-02 at 10:00 AM. New M-Pesa balance is TZS 900,000.00.'

test('a secret is shown once, the phone delivers with it, and a doubtful message is confirmed by keyboard', async ({
  shop,
}) => {
  const page = await shop.visit()
  await signedIn(page, shop.admin)
  await page.goto('/admin/settings#messages')
  await page.getByRole('button', { name: 'Create a secret' }).click()
  const secret = await page.locator('.font-mono').first().innerText()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Create a new secret' })).toBeVisible()
  await expect(page.getByText(secret)).toBeHidden()

  await page.goto('/admin/payments/import')
  await expect(page.getByText('Nothing to check')).toBeVisible()
  await deliver(page, secret.trim(), '+255711000701', text)

  // The open screen shows it, as text and not as HTML.
  await expect(page.getByText('It does not come from a name')).toBeVisible()
  await expect(page.getByText('<b>NURU</b>').first()).toBeVisible()
  await page.getByRole('button', { name: 'Check and confirm' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Amount')).toHaveValue('40000')
  await expectAccessible(page)
  await dialog.getByLabel('Payment method').selectOption('M-Pesa')
  await dialog.getByRole('button', { name: 'Confirm payment' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Payment confirmed')).toBeVisible()
  await expect(page.getByText('Nothing to check')).toBeVisible()
})
