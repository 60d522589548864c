import type { Page } from '@playwright/test'
import { entry, fail, fetchScreens, fillPayment, tab } from '../failing.ts'
import { callAs } from '../paying.ts'
import { clickButton, expect, expectText, insertRequest, newCustomer, signedIn, test } from '../shop.ts'

/** The error messages of open screens without a server or a network, one for each failed call. */

test('with the server stopped a buyer, a visitor and an admin see what failed', async ({ shop }) => {
  const buyer = 'down.buyer@example.com'
  const order = await shop.visit()
  await newCustomer(order, { name: 'Asha Mwangi', email: buyer })
  await callAs(order, 'POST', '/api/cart/items', { item: 'down-order.com' })
  const { id } = await callAs<{ id: string }>(order, 'POST', '/api/orders', { domains: ['down-order.com'] })
  await callAs(order, 'POST', '/api/cart/items', { item: 'down-second.com' })
  await order.goto(`/dashboard/orders/${id}`)
  await clickButton(order, 'Confirm Payment')
  await fillPayment(order)
  const checkout = await tab(order, '/checkout')
  await expect(checkout.getByRole('button', { name: 'Confirm & Place Order' })).toBeVisible()
  const profile = await tab(order, '/dashboard/profile')
  await profile.getByLabel('Full name').fill('Asha M')

  // The countries are loaded when their field is entered, and the server stops before it answers that request.
  const visitor = await shop.visit()
  const isDown = Promise.withResolvers<void>()
  await visitor.route('**/api/countries', async (route) => {
    await isDown.promise
    await route.continue()
  })
  await visitor.goto('/signup')
  await visitor.getByLabel('Country').focus()

  const admin = await shop.visit()
  await signedIn(admin, shop.admin)
  const reviews = [
    ['domains', 'domain', 'down-review.com', 'Failed to update request'],
    ['emails', 'email', 'info@down-review.com', 'Failed to update request'],
    ['hosting', 'hosting', 'Basic', 'Failed to update hosting request'],
  ] as const
  const panels: [Page, string][] = []
  for (const [screen, kind, name, sentence] of reviews) {
    await insertRequest(shop, buyer, kind, name, 'pending', 'asked')
    const page = await tab(admin, `/admin/${screen}?q=${buyer}`)
    await clickButton(page, `Review ${name}`)
    await page.getByRole('form').getByLabel('Status', { exact: true }).selectOption('rejected')
    panels.push([page, sentence])
  }
  const lists = [
    [admin, 'User List', 'CustomersScreen', 'Failed to load profiles'],
    [panels[1]![0], 'Manage Domains', 'ReviewScreen', 'Failed to load requests'],
    [panels[2]![0], 'Email Requests', 'ReviewScreen', 'Failed to load requests'],
    [panels[0]![0], 'Hosting Request', 'ReviewScreen', 'Failed to load hosting requests'],
  ] as const
  for (const [page, ...screen] of lists) await fetchScreens(page, [screen])

  await shop.down(async () => {
    isDown.resolve()
    await Promise.all([
      fail(order, [['Submit payment', 'Failed to submit payment confirmation.']]),
      fail(profile, [['Update Name', '⚠️ Failed to update name.']]),
      fail(checkout, [['Confirm & Place Order', '❌ Failed to save order. Please try again.']]),
      expectText(visitor, 'Failed to load countries'),
      ...panels.map(([page, sentence]) => fail(page, [['Save', sentence]])),
    ])
    await Promise.all(
      lists.map(async ([page, name, , sentence]) => {
        await entry(page, name).click()
        await expectText(page.locator('main'), sentence)
      }),
    )
  })
})

test('without a network every screen of an area opens and says what failed', async ({ shop }) => {
  const page = await shop.visit()
  await newCustomer(page, { name: 'Juma', email: 'no-network@example.com' })
  await fetchScreens(page, [
    ['Orders', 'OrdersScreen'],
    ['Professional Emails', 'EmailsScreen'],
  ])
  await shop.failing(async () => {
    await page.context().setOffline(true)
    const entries = page.getByRole('navigation', { name: 'Dashboard' })
    await entries.getByRole('link', { name: 'Orders' }).click()
    await expect(page.getByText('Failed to fetch orders')).toBeVisible({ timeout: 30_000 })
    await entries.getByRole('link', { name: 'Professional Emails' }).click()
    await expect(page.getByText('Failed to fetch email requests')).toBeVisible({ timeout: 30_000 })
    // The screen loads by itself when the network is back.
    await page.context().setOffline(false)
    await expect(page.getByText('No email requests yet')).toBeVisible({ timeout: 30_000 })
  })
})
