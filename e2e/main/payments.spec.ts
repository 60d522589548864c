import { readFile } from 'node:fs/promises'
import {
  claim,
  deliver,
  mpesaMessage,
  newSecret,
  order,
  receive,
  setBalance,
  takeMobileMoney,
} from '../paying.ts'
import { expect, expectAccessible, newCustomer, signedIn, test } from '../shop.ts'

/**
 * Money from the order to the invoice: the customer sees what to type, claims the payment, and the message of the shop's
 * phone settles it on the open page.
 */

// A server of its own, because these tests change the shop's settings.
test.use({ settings: { RATE_LIMIT_SCALE: '62' } })

test("an order is paid in two parts, and each part settles on the customer's open page, on a phone", async ({
  shop,
}) => {
  const admin = await shop.visit()
  await signedIn(admin, shop.admin)
  await takeMobileMoney(admin)
  const secret = await newSecret(admin)
  const page = await shop.visit({ phone: true })
  await newCustomer(page, { name: 'Asha Mwangi', email: 'parts@example.com' })
  await order(page, 'lipa-sehemu.com')

  // What is copied is what is paid, and the reference is in the steps.
  await expect(page.getByText('Pay TSh 26,000 for $10.00, at 2,600')).toBeVisible()
  const copy = page.getByRole('button', { name: /^Copy [0-9A-Z]{7}$/ })
  const reference = (await copy.last().getAttribute('aria-label'))!.replace('Copy ', '')
  await page.getByText('How to pay with M-Pesa').click()
  await expect(page.getByText(`Enter ${reference}.`)).toBeVisible()
  await expect(page.getByText('Pay TSh 26,000.')).toBeVisible()
  await expect(page.getByRole('img', { name: 'QR code of M-Pesa' })).toBeVisible()
  await expectAccessible(page)
  await claim(page, 'QKP1A00001')

  // A part arrives, and an admin confirms it. The open page asks for the rest.
  await receive(admin, mpesaMessage('QKP1A00001', '10,400.00', '900,000.00'))
  await expect(page.getByText('We have received $4.00. $6.00 is still to be paid.')).toBeVisible()
  await expect(page.getByText('Pay TSh 15,600 for $6.00, at 2,600')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy 15600' })).toBeVisible()
  await page.goto('/dashboard/payments')
  const due = page.getByRole('list', { name: 'To be paid' }).getByRole('listitem').first()
  await expect(due.getByText('Paid in part')).toBeVisible()
  await expect(due.getByText('$6.00')).toBeVisible()
  await admin.goto('/admin/payments')
  await admin.getByLabel('Search').fill(reference)
  await expect(admin.getByRole('main').getByRole('row').getByText('Underpaid')).toBeVisible()

  // The phone of the shop delivers the rest. The open pages show that the order is paid, and the list has the receipt.
  await due.getByRole('link', { name: 'Pay now' }).click()
  // The page to pay on: a claim is corrected before anybody has decided it.
  await page.getByLabel('Receipt number').fill('QKP2A0000')
  await page.getByLabel('Payer name').click()
  await expect(
    page.getByText('This does not look like a receipt number of M-Pesa', { exact: false }),
  ).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Submit payment' }).click()
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Receipt number').fill('QKP2A00002')
  await page.getByRole('button', { name: 'Submit payment' }).click()
  await expect(page.getByText('M-Pesa · QKP2A00002', { exact: false })).toBeVisible()
  await expectAccessible(page)
  const list = await page.context().newPage()
  await list.goto('/dashboard/payments')
  await expect(list.getByText('Being checked', { exact: true })).toBeVisible()
  await setBalance(shop, 100_000)
  await deliver(admin, secret, 'M-PESA', mpesaMessage('QKP2A00002', '15,600.00', '115,600.00'))
  const paid = list.getByRole('listitem').filter({ hasText: reference })
  await expect(paid.getByText('Paid', { exact: true })).toBeVisible()
  await expect(page.getByText('Paid. Thank you.')).toBeVisible()
  await expectAccessible(list)
  const downloading = list.waitForEvent('download')
  await paid.getByRole('button', { name: /^Receipt / }).click()
  const pdf = await downloading
  expect(pdf.suggestedFilename()).toMatch(/\.pdf$/)
  expect((await readFile(await pdf.path())).subarray(0, 5).toString()).toBe('%PDF-')
})
