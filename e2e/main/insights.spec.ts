import type { Page } from '@playwright/test'
import { expect, newCustomer, signedIn, test } from '../shop.ts'

/** The counters of both areas: correct, and live in every browser. */

/** The number of a counter with that label. */
const counter = (page: Page, words: string) =>
  page.locator('dl > div').filter({ hasText: words }).getByRole('definition')

test('the counters are right, and update in two browsers', async ({ shop }) => {
  const admin = await shop.visit()
  await signedIn(admin, shop.admin)
  await expect(counter(admin, 'Cart Items')).toHaveText(/^\d+$/)
  const before = Number(await counter(admin, 'Cart Items').textContent())

  const one = await shop.visit()
  await newCustomer(one, { name: 'Asha Mwangi', email: 'counted@example.com' })
  await expect(counter(one, 'Cart Items')).toHaveText('0')
  await expect(one.getByText('You have no recent activity.')).toBeVisible()
  const other = await shop.visit()
  await signedIn(other, { email: 'counted@example.com', password: 'Pwani-Mawimbi-4' })
  await expect(counter(other, 'Cart Items')).toHaveText('0')

  await shop.sql(
    `insert into events (user_id, type, topics, data) select id, 'cart.changed', '{cart,counters}', '{}' from profiles where email = 'counted@example.com'`,
  )
  await other.goto('/results?domain=kahawa')
  await other.getByRole('button', { name: 'Add to Cart: kahawa.com' }).click()
  await expect(counter(one, 'Cart Items')).toHaveText('1')
  await expect(counter(admin, 'Cart Items')).toHaveText(String(before + 1))
})
