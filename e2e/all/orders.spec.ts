import { fillCart } from '../buying.ts'
import { expectFitting } from '../following.ts'
import { callAs } from '../paying.ts'
import { expect, expectAccessible, newCustomer, refusal, signedIn, test } from '../shop.ts'

/** The cart in several tabs, on several devices and with a slow or refusing server. */

test('a name that cannot be ordered is not in the total, and the screen says what to do', async ({
  shop,
}) => {
  const page = await shop.visit({ serviceWorkers: 'block' })
  await page.goto('/cart')
  await fillCart(page, 'stays.com', 'goes.com')
  await newCustomer(page, { name: 'Asha Mwangi', email: 'gone-at-checkout@example.com' })
  await page.goto('/checkout')
  const total = page.getByText('Total').locator('..')
  await expect(total).toContainText('$20.00')
  const placing = (code: string, data: object) =>
    page.route('**/api/orders', (route) => route.fulfill(refusal(409, code, data)), { times: 1 })
  const order = page.getByRole('button', { name: 'Confirm & Place Order' })
  await placing('NOT_AVAILABLE', { domains: [{ domain: 'goes.com', reason: 'gone' }] })
  await order.click()
  await expect(page.getByText('❌ Failed to save order. Please try again.')).toBeVisible()
  await expect(page.getByText('Remove them, then place your order again.')).toBeVisible()
  await expect(page.getByText('Not Available')).toBeVisible()
  await expect(total).toContainText('$10.00')
  await expectAccessible(page)

  await placing('ALREADY_ORDERED', { domains: ['goes.com'] })
  await order.click()
  await expect(page.getByText('Already ordered')).toBeVisible()
  await page.getByRole('button', { name: 'Remove goes.com' }).click()
  // The order waits until the server's copy of the cart has the last change.
  await order.click()
  await expect(page.getByRole('heading', { name: /^Order #\d+$/ })).toBeVisible()
})

test('an order waits until the server has the whole cart', async ({ shop }) => {
  const page = await shop.visit({ serviceWorkers: 'block' })
  await page.goto('/cart')
  await newCustomer(page, { name: 'Juma', email: 'slow-mirror@example.com' })
  await page.goto('/checkout')
  const order = page.getByRole('button', { name: 'Confirm & Place Order' })
  await shop.failing(async () => {
    // A call that is answered with 503 is sent again.
    const statuses = [503]
    await page.route('**/api/cart/items', (route) =>
      route.fulfill({ status: statuses.shift() ?? 500, json: {} }),
    )
    await page.evaluate(() => {
      const stored = JSON.parse(localStorage.getItem('kikoa-cart') ?? '{}')
      const unsent = [{ act: 'add', item: 'late.com', key: crypto.randomUUID() }]
      localStorage.setItem('kikoa-cart', JSON.stringify({ ...stored, items: ['late.com'], unsent }))
    })
    await page.reload()
    await order.click()
    await expect(page.getByText('❌ Failed to save order. Please try again.')).toBeVisible()
    expect(statuses).toEqual([])
    await page.unroute('**/api/cart/items')
  })
  await order.click()
  await expect(page.getByRole('heading', { name: /^Order #\d+$/ })).toBeVisible()
})

test('a cart is the same in two tabs and on two devices, and a log-out removes it from the device', async ({
  shop,
}) => {
  const [email, password] = ['two-devices@example.com', 'Pwani-Mawimbi-4']
  const page = await shop.visit()
  await newCustomer(page, { name: 'Juma', email })
  await page.goto('/cart')
  const other = await shop.visit()
  await other.goto('/cart')
  await fillCart(other, 'ndizi.com', 'embe.com')
  await signedIn(other, { email, password })
  // The log-in merges the visitor's cart, and the customer's other browser shows the result.
  await expect(page.getByText('ndizi.com')).toBeVisible()
  await other.goto('/cart')
  await page.getByRole('button', { name: 'Remove ndizi.com' }).click()
  await expect(other.getByText('ndizi.com')).toHaveCount(0)
  await expect(other.getByText('embe.com')).toBeVisible()

  const tab = await page.context().newPage()
  await tab.goto('/cart')
  await expect(tab.getByText('embe.com')).toBeVisible()
  await tab.getByRole('button', { name: 'Clear Cart' }).click()
  await expect(page.getByText('No domains in your cart.')).toBeVisible()
  await expect(other.getByText('No domains in your cart.')).toBeVisible()

  await other.goto('/dashboard')
  await other.getByRole('button', { name: /Your menu/ }).click()
  await other
    .getByRole('button', { name: 'Logout' })
    .or(other.getByRole('menuitem', { name: 'Logout' }))
    .click()
  await expect(other).toHaveURL(/\/login/)
  expect(await other.evaluate(() => localStorage.getItem('kikoa-cart'))).toBeNull()
})

test('the empty cart is shown only after the cart is loaded', async ({ shop }) => {
  const [email, password] = ['far-away@example.com', 'Pwani-Mawimbi-4']
  const page = await shop.visit({ serviceWorkers: 'block' })
  await newCustomer(page, { name: 'Juma', email })
  await page.goto('/cart')
  await fillCart(page, 'ndizi.com')
  await page.reload()
  await expect(page.getByText('ndizi.com')).toBeVisible()

  const other = await shop.visit()
  await signedIn(other, { email, password })
  await expect(other).toHaveURL(/dashboard/)
  await other.goto('/support')
  // A device right after the log-in, before the slow server has sent the cart.
  await other.evaluate(async () => {
    localStorage.removeItem('kikoa-cart')
    for (const name of await caches.keys()) await caches.delete(name)
  })
  const mirror = Promise.withResolvers<void>()
  let answers = 0
  await other.context().route('**/api/cart', async (route) => {
    await mirror.promise
    answers++
    await route.fulfill({ status: 500, json: {} })
  })
  for (const path of ['/checkout', '/cart']) {
    await other.goto(path)
    await expect(other.getByRole('button', { name: /menu/i })).toBeVisible()
    await expect(other.getByText('Loading')).toBeAttached()
    await expect(other.getByText('No domains in your cart.')).toHaveCount(0)
  }
  await shop.failing(async () => {
    mirror.resolve()
    await expect(other.getByText('Failed to fetch your cart')).toBeVisible()
    await expect(other.getByText('No domains in your cart.')).toHaveCount(0)
    const again = other.getByRole('button', { name: 'Try again' })
    const before = answers
    await again.click()
    await expect.poll(() => answers).toBeGreaterThan(before)
    await other.context().unroute('**/api/cart')
    // The page fetches again by itself too, and then the button is gone.
    await expect(async () => {
      if (await again.isVisible()) await again.click({ timeout: 1_000 })
      await expect(other.getByText('ndizi.com')).toBeVisible({ timeout: 1_000 })
    }).toPass()
  })
})

test('a full cart shows a message and accepts no more names', async ({ shop }) => {
  const page = await shop.visit()
  await page.goto('/cart')
  await fillCart(page, ...Array.from({ length: 50 }, (_, at) => `full-${at}.com`))
  await page.goto('/results?domain=one-too-many')
  await page.getByRole('button', { name: 'Add to Cart: one-too-many.com' }).click()
  await expect(page.getByText('Your cart is full: it holds 50 items at most.').first()).toBeVisible()
  await expect(page.getByText('one-too-many.com added to cart')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Cart: 50' })).toBeVisible()
})

test('a total of several terms has the sum of each, from the results to the payments, on a phone', async ({
  shop,
}) => {
  const page = await shop.visit({ phone: true })
  await page.goto('/cart')
  await fillCart(page, 'terms.com', 'Basic monthly')
  const terms = '$10.00 for 1 year · $5.99 for 1 month'
  await page.goto('/results?domain=more-terms')
  await expect(page.getByRole('complementary', { name: 'Cart' })).toContainText(`$15.99 ${terms}`)
  await expectFitting(page, '/results')
  await newCustomer(page, { name: 'Asha Mwangi', email: 'several-terms@example.com' })
  await page.goto('/cart')
  await expect(page.getByText('Total')).toHaveText(`Total ${terms}`)
  await expectFitting(page, '/cart')
  await page.goto('/checkout')
  await page.getByRole('button', { name: 'Confirm & Place Order' }).click()
  await expect(page.getByRole('heading', { name: /^Order #\d+$/ })).toBeVisible()
  await page.goto('/dashboard/orders')
  await expect(page.getByText(`Total $15.99 ${terms}`)).toBeVisible()
  await expectFitting(page, '/dashboard/orders')
  for (const item of ['due.com', 'Business monthly']) {
    await callAs(page, 'POST', '/api/cart/items', { item })
    await callAs(page, 'POST', '/api/orders', { domains: [item] })
  }
  await page.goto('/dashboard/payments')
  // The order of both has no term of its own.
  await expect(page.getByRole('heading', { name: /^To be paid/ })).toContainText(
    '3 · $38.98 $12.99 for 1 month · $10.00 for 1 year · $15.99',
  )
  await expectFitting(page, '/dashboard/payments')
})
