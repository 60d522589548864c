import type { Page } from '@playwright/test'
import { expect, expectAccessible, signUp, test } from '../shop.ts'

/** A premium name cannot be put into the cart: the customer requests its price. */

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

test('a premium name is available, with its price on request', async ({ shop }) => {
  shop.registry.premium.add('lulu.com')
  const page = await shop.visit({ phone: true })
  await page.goto('/results?domain=lulu')
  await expect(row(page, 'lulu.com').getByText('Available', { exact: true })).toBeVisible()
  await expect(row(page, 'lulu.net').getByRole('button', { name: /^Add to Cart/ })).toBeVisible()
  await expect(row(page, 'lulu.com').getByRole('button')).toHaveCount(0)
  await expect(row(page, 'lulu.com').getByText('$')).toHaveCount(0)
  await expectAccessible(page)

  // After the log-in a visitor returns to the same name, and its price is asked for.
  await row(page, 'lulu.com').getByRole('link', { name: 'Ask for a price: lulu.com' }).click()
  await expect(page).toHaveURL(/\/login/)
  await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).click()
  await expect(page).toHaveURL(/\/signup/)
  await signUp(page, { name: 'Neema', email: 'lulu@example.com' })
  await expect(page).toHaveURL(/\/dashboard\/domains\?name=lulu\.com$/)
  await expect(page.getByLabel('Domain name')).toHaveValue('lulu.com')
  await expect(page.getByText('We have received your request for lulu.com.')).toBeVisible()
  await expect(
    page
      .getByRole('region', { name: 'My Domain Requests' })
      .getByRole('heading', { name: 'lulu.com', exact: true }),
  ).toBeVisible()
})
