import type { Page } from '@playwright/test'
import { clickButton, expect, insertRequest, newCustomer, signedIn, test } from '../shop.ts'
import { lastUpdated, offline, openScreens } from '../without-network.ts'

/** Everything that the service worker has stored: the caches' names, and the requests as stored. */
const storedRequests = (page: Page) =>
  page.evaluate(async () => {
    const found: { cache: string; path: string; token: string | null }[] = []
    for (const name of await caches.keys())
      for (const { url, headers } of await (await caches.open(name)).keys())
        found.push({ cache: name, path: new URL(url).pathname, token: headers.get('authorization') })
    return found
  })

test('without a network, the cart is the last one and says so', async ({ shop }) => {
  const page = await shop.visit({ phone: true })
  await newCustomer(page, { name: 'Zawadi', email: 'cart-offline@example.com' })
  await page.goto('/results?domain=kikapu')
  await clickButton(page, 'Add to Cart: kikapu.com')
  await openScreens(page, '/dashboard', '/cart')
  await offline(shop, page, async () => {
    await page.goto('/cart')
    await expect(page.getByText(lastUpdated)).toBeVisible()
    await expect(page.getByText('kikapu.com')).toBeVisible()
  })
})

test('what is sent without a network waits, is sent once, and survives in its form', async ({ shop }) => {
  const page = await shop.visit({ phone: true })
  const email = 'sends-once@example.com'
  await newCustomer(page, { name: 'Baraka', email })
  await insertRequest(shop, email, 'domain', 'lipa.com', 'available', 'offered')
  await page.goto('/dashboard/domains')
  await clickButton(page, 'After Payments Click Here to Confirm your Domain')
  await page.getByLabel('Receipt number').fill('QK7OFFLINE1')
  await page.getByLabel('Payment method').fill('M-Pesa')
  // A reload does not lose it.
  await page.reload()
  await expect(page.getByLabel('Receipt number')).toHaveValue('QK7OFFLINE1')
  const sent: string[] = []
  page.on('requestfinished', (request) => {
    if (request.method() === 'POST' && request.url().includes('/payment'))
      sent.push(request.headers()['idempotency-key']!)
  })
  await offline(shop, page, async () => {
    await clickButton(page, 'Submit Payment')
    await expect(page.getByText('Waiting to be sent: 1.')).toBeVisible({
      timeout: 30_000,
    })
  })
  await expect(page.getByText('Waiting to be sent')).toHaveCount(0, { timeout: 30_000 })
  await expect(page.getByText('Please wait for domain propagation...').first()).toBeVisible()
  expect(new Set(sent).size).toBe(1)
  await page.reload()
  await expect(page.getByLabel('Receipt number')).toHaveCount(0)
})

test('a log-out deletes what was stored, no token is ever stored, and nothing of the admin area', async ({
  shop,
}) => {
  const page = await shop.visit()
  await newCustomer(page, { name: 'Salma', email: 'log-out-offline@example.com' })
  await openScreens(page, '/dashboard', '/dashboard/domains')
  const stored = await storedRequests(page)
  expect(stored.map(({ path }) => path)).toContain('/api/profile')
  expect(stored.filter(({ token }) => token)).toEqual([])
  await page.getByRole('button', { name: 'Your menu' }).click()
  await page
    .getByRole('button', { name: 'Logout' })
    .or(page.getByRole('menuitem', { name: 'Logout' }))
    .click()
  await expect(page).toHaveURL(/login/)
  await expect
    .poll(async () => (await storedRequests(page)).filter(({ cache }) => cache.startsWith('answers')))
    .toEqual([])

  const admin = await shop.visit()
  await signedIn(admin, shop.admin)
  await openScreens(admin, '/admin', '/admin/profiles')
  expect((await storedRequests(admin)).filter(({ path }) => path.startsWith('/api/admin'))).toEqual([])
})

test('the shop can be installed under its own name', async ({ shop }) => {
  const page = await shop.visit()
  await page.goto('/login')
  const link = await page.locator('link[rel=manifest]').getAttribute('href')
  const response = await page.request.get(link!)
  expect(response.headers()['content-type']).toContain('application/manifest+json')
  const manifest = (await response.json()) as { start_url: string; icons: { src: string; sizes: string }[] }
  expect(manifest).toMatchObject({ name: 'Kikoa', start_url: '/dashboard', display: 'standalone' })
  for (const { src, sizes } of manifest.icons) {
    const picture = await page.request.get(src)
    expect(picture.headers()['content-type']).toBe('image/png')
    expect(`${(await picture.body()).readUInt32BE(16)}x${(await picture.body()).readUInt32BE(20)}`).toBe(
      sizes,
    )
  }
})
