import type { Page } from '@playwright/test'
import { expect, newCustomer, test } from '../shop.ts'

/** The landing page: what is typed, a signed-in customer's name and cart, and the size of the script. */

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })
const available = (page: Page, name: string) =>
  row(page, name).getByText('Available', { exact: true }).filter({ visible: true })

test('the live answers follow what is typed, and lead on', async ({ shop }) => {
  const page = await shop.visit()
  await page.goto('/')
  const field = page.getByLabel('Domain name')
  await field.fill('ab')
  await field.fill('mlimani')
  await expect(available(page, 'mlimani.org')).toBeVisible()
  await field.fill('https://www.Mlimani-Duka.com/x')
  await expect(available(page, 'mlimani-duka.org')).toBeVisible()
  await expect(row(page, 'mlimani.org')).toBeHidden()
  await field.fill('-')
  await expect(page.getByRole('status')).toBeHidden()
  await field.fill('mlimani')
  await page.getByRole('link', { name: 'More endings and ideas' }).click()
  await expect(page).toHaveURL(/\/results\?domain=mlimani$/)
})

test('the public pages show a signed-in customer and the cart', async ({ shop }) => {
  const customer = await shop.visit()
  await newCustomer(customer, { name: 'Asha Mwangi', email: 'landing@example.com' })
  await customer.goto('/')
  const account = customer.getByRole('banner').getByRole('link', { name: 'Asha Mwangi' })
  await expect(account).toBeVisible()
  await expect(customer.getByRole('banner').getByRole('link', { name: 'Login' })).toBeHidden()

  // The server receives what was added here.
  await customer.getByLabel('Domain name').fill('kariakoo')
  await customer.getByRole('button', { name: 'Add to Cart: kariakoo.com' }).click()
  await expect(customer.getByRole('link', { name: 'Cart: 1' })).toBeVisible()
  await customer.goto('/pricing')
  await expect(customer.getByRole('link', { name: 'Cart: 1' })).toBeVisible()
  await account.click()
  await expect(customer.getByRole('main').getByText('Cart Items')).toBeVisible()
  await expect
    .poll(() =>
      customer.evaluate(() => JSON.parse(localStorage.getItem('kikoa-cart') ?? '{}').unsent as unknown),
    )
    .toEqual([])
})

test('the script of the public pages is at most 1 KB', async ({ shop }) => {
  const page = await shop.visit()
  for (const path of ['/', '/pricing', '/support']) {
    await page.goto(path)
    const inline = await page.locator('script:not([type]):not([src])').allTextContents()
    expect(inline).toHaveLength(1)
    expect(inline[0]!.length).toBeLessThanOrEqual(1024)
  }
})
