import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../shop.ts'

/** A visitor searches a name, ending by ending, with a registry that hangs. */

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

test('a visitor sees each answer as it arrives and fills the cart', async ({ shop }) => {
  shop.registry.taken.add('meza.net')
  shop.registry.silent.add('xyz')
  const page = await shop.visit()
  await page.goto('/')
  await page.getByLabel('Domain name').fill('https://www.MEZA.com/shop')
  await page.getByRole('button', { name: 'Search' }).click()

  await expect(row(page, 'meza.com').getByText('Available', { exact: true })).toBeVisible()
  // A registry that hangs does not delay the others.
  await expect(row(page, 'meza.info').getByText('Available', { exact: true })).toBeVisible()
  await expect(row(page, 'meza.xyz').getByText('Loading')).toBeAttached()
  await expect(row(page, 'meza.net').getByText('Not Available')).toBeVisible()
  await expect(row(page, 'meza.com').getByText('$10.00')).toBeVisible()
  await expect(row(page, 'meza.xyz').getByText('Error checking this domain')).toBeVisible()
  // A name that could not be checked counts neither as available nor as taken.
  await expect(page.getByText('4 of 6 available. Could not be checked: 1.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Request this: meza.xyz' })).toHaveAttribute(
    'href',
    '/dashboard/domains?name=meza.xyz',
  )
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Add to Cart: meza.com' }).click()
  await expect(page.getByText('meza.com added to cart')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cart: 1' })).toBeVisible()

  shop.registry.silent.delete('xyz')
  // An error is cached for some seconds, to spare a registry that fails.
  const again = page.getByRole('button', { name: 'Try again: meza.xyz' })
  await expect(async () => {
    if (await again.isVisible()) await again.click({ timeout: 2_000 })
    await expect(row(page, 'meza.xyz').getByText('Available', { exact: true })).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(page.getByText('5 of 6 available.', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('link', { name: 'In the cart: meza.com' })).toBeVisible()
})
