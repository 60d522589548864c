import type { Page } from '@playwright/test'
import { fillCart } from '../buying.ts'
import { expect, expectAccessible, signedIn, signUp, test, type Shop } from '../shop.ts'

/**
 * From a visitor's cart to the customer's domains, on phones: the cart survives the sign-up, the order is paid, and the
 * admin decides on each name. Both sides update live.
 */

test("a visitor's cart becomes an order, and the order domains", async ({ shop }) => {
  const [accepted, rejected] = ['kahawa.com', 'chai.net']
  const page = await shop.visit({ phone: true })
  await page.goto('/cart')
  await expect(page.getByText('No domains in your cart.')).toBeVisible()
  await expectAccessible(page)
  await fillCart(page, accepted, rejected, 'maziwa.org')
  await page.reload()
  await page.getByRole('button', { name: 'Remove maziwa.org' }).click()
  await expect(page.getByRole('list', { name: 'Items in your cart' }).getByRole('listitem')).toHaveCount(2)
  await expect(page.getByText('$20.00')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Go to checkout' }).click()
  await page.getByRole('button', { name: 'Confirm & Place Order' }).click()
  await expect(page.getByText('⚠️ You must be logged in to place an order.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Sign Up' }).last().click()
  await expect(page).toHaveURL(/\/signup/)
  await signUp(page, { name: 'Asha Mwangi', email: 'orders@example.com' })
  await expect(page).toHaveURL(/\/checkout$/)
  await expect(page.getByRole('listitem').filter({ hasText: accepted })).toBeVisible()

  await page.getByRole('button', { name: 'Confirm & Place Order' }).click()
  await expect(page.getByText('✅ Your domain order has been successfully placed!')).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Order #\d+$/ })).toBeVisible()
  await expectAccessible(page)
  expect(await page.evaluate(() => localStorage.getItem('kikoa-cart'))).toContain('"items":[]')

  const admin = await adminAt(shop)
  await page.getByRole('button', { name: 'Confirm Payment' }).click()
  await page.getByRole('button', { name: 'Submit payment' }).click()
  await expect(page.getByText('Please fill in all fields.')).toBeVisible()
  await pay(page, 'OR-1')
  await expect(page.getByText('We are checking your payment and setting up your order...')).toBeVisible()

  // The admin's open panel shows the claim without a reload. After a rejection the customer gets the form again.
  await expect(admin.getByText('OR-1')).toBeVisible()
  await admin.getByRole('button', { name: `Review ${accepted} and 1 more` }).click()
  const form = admin.getByRole('form', { name: `Review ${accepted} and 1 more` })
  await form.getByRole('button', { name: 'Reject payment' }).click()
  await admin.getByRole('dialog').getByLabel('Reason').fill('Half of it')
  await admin.getByRole('dialog').getByRole('button', { name: 'Reject payment' }).click()
  await expect(page.getByText('Half of it')).toBeVisible()
  await pay(page, 'OR-1')
  await expect(admin.getByText('OR-1').first()).toBeVisible()

  await form.getByLabel('Status', { exact: true }).selectOption('completed')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form.getByText('Decide on every item first')).toBeVisible()
  await form
    .getByRole('group', { name: `Decision for ${accepted}` })
    .getByText('Registered')
    .click()
  await form
    .getByRole('group', { name: `Decision for ${rejected}` })
    .getByText('Not available')
    .click()
  await expectAccessible(admin)
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(admin.getByText('Order updated')).toBeVisible()
  await expect(page.getByText('Done. What was available is active.')).toBeVisible()
  await expect(page.getByText('We owe you $10.00')).toBeVisible()
  await expectAccessible(page)

  await admin.getByRole('button', { name: `Review ${accepted} and 1 more` }).click()
  await form.getByRole('button', { name: 'Record the refund' }).click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Save refund' }).click()
  await expect(dialog.getByText('Please fill in all fields.')).toBeVisible()
  await dialog.getByLabel('Reference').fill('BACK-1')
  await expectAccessible(admin)
  await dialog.getByRole('button', { name: 'Save refund' }).click()
  await expect(admin.getByText(`Refunded: $10.00 · M-Pesa · BACK-1`)).toBeVisible()
  await expect(page.getByText(`We refunded $10.00 by M-Pesa. Reference: BACK-1.`)).toBeVisible()
  await expect(page.getByText('We owe you $10.00')).toHaveCount(0)

  // A toast stays while the mouse is over it, and may cover the link.
  await page.mouse.move(0, 0)
  await page.getByRole('link', { name: 'My domains' }).click()
  await expect(page.getByText(accepted).first()).toBeVisible()
  await expect(page.getByText(rejected)).toHaveCount(0)
})

async function pay(page: Page, receipt: string) {
  await page.getByLabel('Payer name').fill('Asha Mwangi')
  await page.getByLabel('Receipt number').fill(receipt)
  await page.getByLabel('Payment method').fill('M-Pesa')
  await page.getByRole('button', { name: 'Submit payment' }).click()
}

async function adminAt(shop: Shop) {
  const admin = await shop.visit({ phone: true })
  await signedIn(admin, shop.admin)
  await expect(admin).toHaveURL(/\/admin$/)
  await admin.getByRole('navigation').getByRole('button', { name: 'More' }).click()
  await admin.getByRole('navigation').getByRole('link', { name: 'Orders', exact: true }).click()
  return admin
}
