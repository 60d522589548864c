import { clickButton, expect, insertRequest, newCustomer, test } from '../shop.ts'
import { lastUpdated, offline, openScreens } from '../without-network.ts'

test('without a network, opened screens show their last lists and say so; with one they are up to date by themselves, on a phone', async ({
  shop,
}) => {
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

  // The open screen shows by itself what is new, also after the token has expired.
  await offline(shop, page, async () => {
    await page.evaluate(() => {
      const session = JSON.parse(localStorage.getItem('kikoa-session')!) as { expires_at: number }
      localStorage.setItem('kikoa-session', JSON.stringify({ ...session, expires_at: 1_700_000_000 }))
    })
    await page.goto('/dashboard/domains')
    await expect(page.getByText(lastUpdated)).toBeVisible()
    await expect(page.getByText('nyumbani.com').first()).toBeVisible()
    await insertRequest(shop, email, 'domain', 'rudi.com', 'pending', 'asked')
  })
  await expect(page.getByText('rudi.com').first()).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText(lastUpdated)).toHaveCount(0)
  await expect(page).toHaveURL(/dashboard\/domains/)
})
