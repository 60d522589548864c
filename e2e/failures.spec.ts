import type { Page } from '@playwright/test'
import {
  expect,
  newCustomer,
  signedIn,
  test,
  clickButton,
  expectText,
  insertRequest,
  insertRecord,
} from './shop.ts'

/** The error messages of open screens after the server has stopped, one for each failed call. */

test.describe.configure({ timeout: 300_000 })

test('with the server stopped a customer sees what failed, and why', async ({ shop }) => {
  const email = 'down@example.com'
  const home = await shop.visit()
  await newCustomer(home, { name: 'Asha Mwangi', email })
  await expect(home).toHaveURL(/\/dashboard$/)
  await insertRecord(shop, email, 'domain', 'down-expired.com', -1)
  await insertRecord(shop, email, 'email', 'info@down-expired.com', -1)
  await insertRequest(shop, email, 'domain', 'down-offered.com', 'available', 'offered')
  await insertRequest(shop, email, 'email', 'info@down-offered.com', 'available', 'offered')
  await insertRequest(shop, email, 'hosting', 'Basic', 'approved', 'offered')
  const [domains, emails, hosting] = [
    await tab(home, '/dashboard/domains'),
    await tab(home, '/dashboard/emails'),
    await tab(home, '/dashboard/hosting'),
  ]
  for (const [page, label, name] of [
    [domains, 'Domain name', 'down-asked.com'],
    [emails, 'Domain or full email', 'info@down-asked.com'],
  ] as const) {
    await page.getByLabel(label).fill(name)
    await clickButton(page, 'Check')
    await expect(page.getByRole('button', { name: `Request this: ${name}` })).toBeVisible()
  }
  for (const [page, words] of [
    [domains, 'After Payments Click Here to Confirm your Domain'],
    [emails, 'After Payment, Click to Confirm'],
    [hosting, 'Confirm Payment'],
  ] as const) {
    await clickButton(page, words)
    await fillPayment(page)
  }
  await hosting.getByLabel('Details').fill('Two sites')
  const lists = [
    ['Domains', 'DomainsScreen', 'Failed to fetch requests'],
    ['Professional Emails', 'EmailsScreen', 'Failed to fetch email requests'],
    ['Hosting', 'HostingScreen', 'Failed to fetch hosting requests'],
  ] as const
  await fetchScreens(home, lists)

  await shop.down(async () => {
    // Without the last lists, which would be shown instead. A call that was on its way would have stored them again.
    await home.evaluate(async () => {
      for (const name of await caches.keys()) await caches.delete(name)
    })
    await Promise.all([
      fail(domains, [
        ['Request this: down-asked.com', 'Failed to submit request.'],
        [/Renew Domain/, 'Failed to renew domain.'],
        ['Submit payment', 'Failed to submit payment confirmation.'],
      ]),
      fail(emails, [
        ['Request this: info@down-asked.com', 'Failed to submit request.'],
        [/Renew Email/, 'Failed to renew email.'],
        ['Submit payment', 'Failed to submit payment confirmation.'],
      ]),
      fail(hosting, [
        ['Submit payment', 'Failed to confirm payment.'],
        ['Request Basic', 'Failed to send hosting request'],
        ['Send request', 'Failed to send manual hosting request'],
      ]),
    ])
    for (const [name, , sentence] of lists) {
      await entry(home, name).click()
      await expectText(home, sentence)
      await expectText(home, 'The server did not respond.')
    }
  })
})

test('with the server stopped a buyer and a visitor see what failed', async ({ shop }) => {
  const home = await shop.visit()
  await home.goto('/results?domain=down-order')
  await clickButton(home, 'Add to Cart: down-order.com')
  await newCustomer(home, { name: 'Asha Mwangi', email: 'down.buyer@example.com' })
  await expect(home).toHaveURL(/\/dashboard$/)
  const order = await tab(home, '/checkout')
  await clickButton(order, 'Confirm & Place Order')
  await expect(order).toHaveURL(/\/dashboard\/orders\//)
  await addToCart(home, 'down-second')
  const checkout = await tab(home, '/checkout')
  await clickButton(order, 'Confirm Payment')
  await fillPayment(order)
  const profile = await tab(home, '/dashboard/profile')
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

  await shop.down(async () => {
    isDown.resolve()
    await Promise.all([
      fail(order, [['Submit payment', 'Failed to submit payment confirmation.']]),
      fail(profile, [['Update Name', '⚠️ Failed to update name.']]),
      fail(checkout, [['Confirm & Place Order', '❌ Failed to save order. Please try again.']]),
    ])
    await expectText(visitor, 'Failed to load countries')
  })
})

test('with the server stopped an admin sees what failed', async ({ shop }) => {
  const email = 'down.admin@example.com'
  await newCustomer(await shop.visit(), { name: 'Asha Mwangi', email })
  const reviews = [
    ['domains', 'domain', 'down-review.com', 'Failed to update request'],
    ['emails', 'email', 'info@down-review.com', 'Failed to update request'],
    ['hosting', 'hosting', 'Basic', 'Failed to update hosting request'],
  ] as const
  const admin = await shop.visit()
  await signedIn(admin, shop.admin)
  await expect(admin).toHaveURL(/\/admin$/)
  const panels: [Page, string][] = []
  for (const [screen, kind, name, sentence] of reviews) {
    await insertRequest(shop, email, kind, name, 'pending', 'asked')
    const page = await tab(admin, `/admin/${screen}?q=${email}`)
    await clickButton(page, `Review ${name}`)
    await page.getByRole('form').getByLabel('Status', { exact: true }).selectOption('rejected')
    panels.push([page, sentence])
  }
  const lists = [
    ['User List', 'UserList', 'Failed to load profiles'],
    ['Manage Domains', 'ReviewScreen', 'Failed to load requests'],
    ['Email Requests', 'ReviewScreen', 'Failed to load requests'],
    ['Hosting Request', 'ReviewScreen', 'Failed to load hosting requests'],
  ] as const
  await fetchScreens(admin, lists)

  await shop.down(async () => {
    await Promise.all(panels.map(([page, sentence]) => fail(page, [['Save', sentence]])))
    for (const [name, , sentence] of lists) {
      await entry(admin, name).click()
      await expectText(admin.locator('main'), sentence)
    }
  })
})

/** Clicks buttons whose calls fail, one after the other, and expects the error message of each. */
async function fail(page: Page, acts: readonly (readonly [button: string | RegExp, sentence: string])[]) {
  for (const [button, sentence] of acts) {
    await clickButton(page, button)
    await expectText(page, sentence)
  }
}

async function fillPayment(page: Page) {
  await page.getByLabel('Payer name').fill('Asha')
  await page.getByLabel('Receipt number').fill('D1')
  await page.getByLabel('Payment method').fill('Bank')
}

/** Opens another tab of the same person, and waits until its screen is loaded. */
async function tab(page: Page, path: string) {
  const other = await page.context().newPage()
  await other.goto(path)
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(other.locator('[aria-busy=true]')).toHaveCount(0)
  return other
}

async function addToCart(page: Page, name: string) {
  const results = await tab(page, `/results?domain=${name}`)
  await clickButton(results, `Add to Cart: ${name}.com`)
  await expect(results.getByText(`${name}.com added to cart`)).toBeVisible()
  await results.close()
}

const entry = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name, exact: true })

/** Points at the entries of these screens, which fetches their code, so that they open without the server. */
async function fetchScreens(
  page: Page,
  screens: readonly (readonly [name: string, screen: string, ...rest: unknown[]])[],
) {
  const fetched = () => performance.getEntriesByType('resource').map(({ name }) => name)
  for (const [name, screen] of screens) {
    await entry(page, name).hover()
    await expect
      .poll(() => page.evaluate(fetched))
      .toEqual(expect.arrayContaining([expect.stringContaining(`/${screen}-`)]))
  }
}

test('without a network every screen of an area opens and says what failed', async ({ shop }) => {
  const page = await shop.visit()
  await newCustomer(page, { name: 'Juma', email: 'no-network@example.com' })
  await page.goto('/dashboard')
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
