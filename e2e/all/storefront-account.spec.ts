import { expect, expectAccessible, newCustomer, test } from '../shop.ts'

/** The storefront's screens for a signed-in customer: account, cart and navigation. */

test('a signed-in customer sees the account and the cart on the storefront', async ({ shop }) => {
  const page = await shop.visit()
  await page.goto('/cart')
  await expect(page.getByRole('link', { name: 'Sign Up' })).toBeVisible()
  await newCustomer(page, { name: 'Asha Mwangi', email: 'store@example.com' })

  for (const path of ['/cart', '/checkout', '/search', '/results?domain=kahawa']) {
    await page.goto(path)
    await expect(page.getByRole('button', { name: 'Your menu' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Sign Up' })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Login' })).toHaveCount(0)
  }

  // A name that another device adds to the cart is counted on the results without a reload.
  const { access_token: token } = JSON.parse(
    (await page.evaluate(() => localStorage.getItem('kikoa-session')))!,
  ) as { access_token: string }
  await expect(page.getByRole('link', { name: 'Cart', exact: true })).toBeVisible()
  const put = await page.request.post('/api/cart/items', {
    headers: { authorization: `Bearer ${token}` },
    data: { item: 'other-device.com' },
  })
  expect([put.status(), await put.text()]).toEqual([200, expect.anything()])
  await expect(page.getByRole('link', { name: /Cart.*1/ })).toBeVisible()
  await page.getByRole('button', { name: 'Your menu' }).click()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Dashboard Home' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('a language switch keeps the query string', async ({ shop }) => {
  const page = await shop.visit()
  await page.goto('/login?next=%2Fdashboard%2Femails')
  await page.getByRole('link', { name: 'Kiswahili' }).click()
  await expect(page).toHaveURL(/\/login\?next=%2Fdashboard%2Femails$/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'sw')
})
