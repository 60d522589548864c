import { clickButton, expect, insertRequest, newCustomer, test } from '../shop.ts'
import { lastUpdated, offline, openScreens } from '../without-network.ts'

test('without a network, opened screens show their last lists and say so, on a phone', async ({ shop }) => {
  const email = 'last-seen@example.com'
  const page = await shop.visit({ phone: true })
  await newCustomer(page, { name: 'Neema', email })
  await insertRequest(shop, email, 'domain', 'nyumbani.com', 'pending', 'asked')
  await openScreens(page, '/dashboard', '/dashboard/domains')
  await offline(shop, page, async () => {
    await page.goto('/dashboard/domains')
    await expect(page.getByText(lastUpdated)).toBeVisible()
    await expect(page.getByText('nyumbani.com').first()).toBeVisible()
    await expect(page.getByText('Failed to fetch')).toHaveCount(0)
    // Neither stored nor to be fetched.
    await page.goto('/dashboard/emails')
    await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible()
    await page.getByRole('link', { name: 'Dashboard Home' }).click()
    await expect(page.getByText('Hello, Neema')).toBeVisible()
    // A screen whose code was never loaded.
    await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/dashboard/orders"]')!.click())
    await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible()
  })
  await clickButton(page, 'Try again')
  await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible()
  await expect(page.getByText(lastUpdated)).toHaveCount(0)
})
