import type { Page } from '@playwright/test'
import { expect, expectAccessible, newCustomer, signedIn, signUp, test, type Shop } from './shop.ts'

/**
 * From a visitor's cart to the customer's domains: the cart survives the sign-up, the order is paid, and the admin
 * decides on each name. Both sides update live, on a desktop and on a phone.
 */

const fill = (page: Page, ...domains: string[]) =>
  page.evaluate(
    (names) => localStorage.setItem('kikoa-cart', JSON.stringify({ owner: null, items: names, unsent: [] })),
    domains,
  )

const devices = [
  { name: 'on a desktop', phone: false },
  { name: 'on a phone', phone: true },
]

for (const [turn, { name, phone }] of devices.entries())
  test(`a visitor's cart becomes an order, and the order domains, ${name}`, async ({ shop }) => {
    const [accepted, rejected] = [`kahawa${turn}.com`, `chai${turn}.net`]
    const page = await shop.visit({ phone })
    await page.goto('/cart')
    await expect(page.getByText('No domains in your cart.')).toBeVisible()
    await expectAccessible(page)
    await fill(page, accepted, rejected, `maziwa${turn}.org`)
    await page.reload()
    await page.getByRole('button', { name: `Remove maziwa${turn}.org` }).click()
    await expect(page.getByRole('list', { name: 'Items in your cart' }).getByRole('listitem')).toHaveCount(2)
    await expect(page.getByText('$20.00')).toBeVisible()
    await expectAccessible(page)

    await page.getByRole('link', { name: 'Go to checkout' }).click()
    await page.getByRole('button', { name: 'Confirm & Place Order' }).click()
    await expect(page.getByText('⚠️ You must be logged in to place an order.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Sign Up' }).last().click()
    await expect(page).toHaveURL(/\/signup/)
    await signUp(page, { name: 'Asha Mwangi', email: `orders${turn}@example.com` })
    await expect(page).toHaveURL(/\/checkout$/)
    await expect(page.getByRole('listitem').filter({ hasText: accepted })).toBeVisible()

    await page.getByRole('button', { name: 'Confirm & Place Order' }).click()
    await expect(page.getByText('✅ Your domain order has been successfully placed!')).toBeVisible()
    await expect(page.getByRole('heading', { name: /^Order #\d+$/ })).toBeVisible()
    await expectAccessible(page)
    expect(await page.evaluate(() => localStorage.getItem('kikoa-cart'))).toContain('"items":[]')

    const admin = await adminAt(shop, phone)
    await page.getByRole('button', { name: 'Confirm Payment' }).click()
    await page.getByRole('button', { name: 'Submit payment' }).click()
    await expect(page.getByText('Please fill in all fields.')).toBeVisible()
    await pay(page, `OR-${turn}`)
    await expect(page.getByText('We are checking your payment and setting up your order...')).toBeVisible()

    // The admin's open panel shows the claim without a reload. After a rejection the customer gets the form again.
    await expect(admin.getByText(`OR-${turn}`)).toBeVisible()
    await admin.getByRole('button', { name: `Review ${accepted} and 1 more` }).click()
    const form = admin.getByRole('form', { name: `Review ${accepted} and 1 more` })
    await form.getByRole('button', { name: 'Reject payment' }).click()
    await admin.getByRole('dialog').getByLabel('Reason').fill('Half of it')
    await admin.getByRole('dialog').getByRole('button', { name: 'Reject payment' }).click()
    await expect(page.getByText('Half of it')).toBeVisible()
    await pay(page, `OR-${turn}`)
    await expect(admin.getByText(`OR-${turn}`).first()).toBeVisible()

    await form.getByLabel('Status', { exact: true }).selectOption('completed')
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(form.getByText('Decide on every item first')).toBeVisible()
    await form
      .getByRole('group', { name: `Decision for ${accepted}` })
      .getByText('Registered')
      .click()
    await form
      .getByRole('group', { name: `Decision for ${rejected}` })
      .getByText('Not available')
      .click()
    await expectAccessible(admin)
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(admin.getByText('Order updated')).toBeVisible()
    await expect(page.getByText('Done. Everything in your order is active.')).toBeVisible()
    await expect(page.getByText('We are refunding $10.00')).toBeVisible()
    await expectAccessible(page)

    await admin.getByRole('button', { name: `Review ${accepted} and 1 more` }).click()
    await form.getByRole('button', { name: 'Refunded' }).click()
    const dialog = admin.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Save refund' }).click()
    await expect(dialog.getByText('Please fill in all fields.')).toBeVisible()
    await dialog.getByLabel('Reference').fill(`BACK-${turn}`)
    await expectAccessible(admin)
    await dialog.getByRole('button', { name: 'Save refund' }).click()
    await expect(admin.getByText(`Refunded: $10.00 · M-Pesa · BACK-${turn}`)).toBeVisible()
    await expect(page.getByText(`We refunded $10.00 by M-Pesa. Reference: BACK-${turn}.`)).toBeVisible()
    await expect(page.getByText('We are refunding $10.00')).toHaveCount(0)

    // A toast stays while the mouse is over it, and may cover the link.
    await page.mouse.move(0, 0)
    await page.getByRole('link', { name: 'My domains' }).click()
    await expect(page.getByText(accepted).first()).toBeVisible()
    await expect(page.getByText(rejected)).toHaveCount(0)
  })

test('a name that cannot be ordered is not in the total, and the screen says what to do', async ({
  shop,
}) => {
  const page = await shop.visit()
  await page.goto('/cart')
  await fill(page, 'stays.com', 'goes.com')
  await newCustomer(page, { name: 'Asha Mwangi', email: 'gone-at-checkout@example.com' })
  await page.goto('/checkout')
  const total = page.getByText('Total').locator('..')
  await expect(total).toContainText('$20.00')
  const placing = (code: string, data: object) =>
    page.route(
      '**/api/orders',
      (route) =>
        route.fulfill({ status: 409, json: { defined: true, code, status: 409, message: 'x', data } }),
      { times: 1 },
    )
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
  const page = await shop.visit()
  await page.goto('/cart')
  await newCustomer(page, { name: 'Juma', email: 'slow-mirror@example.com' })
  await page.goto('/checkout')
  const order = page.getByRole('button', { name: 'Confirm & Place Order' })
  await shop.failing(async () => {
    await page.route('**/api/cart/items', (route) => route.fulfill({ status: 503, json: {} }))
    await page.evaluate(() => {
      const stored = JSON.parse(localStorage.getItem('kikoa-cart') ?? '{}')
      const unsent = [{ act: 'add', item: 'late.com', key: crypto.randomUUID() }]
      localStorage.setItem('kikoa-cart', JSON.stringify({ ...stored, items: ['late.com'], unsent }))
    })
    await page.reload()
    await order.click()
    await expect(page.getByText('❌ Failed to save order. Please try again.')).toBeVisible()
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
  await fill(other, 'ndizi.com', 'embe.com')
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
  const page = await shop.visit()
  await newCustomer(page, { name: 'Juma', email })
  await page.goto('/cart')
  await fill(page, 'ndizi.com')
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
  await other.context().route('**/api/cart', async (route) => {
    await mirror.promise
    await route.abort()
  })
  for (const path of ['/checkout', '/cart']) {
    await other.goto(path)
    await expect(other.getByRole('button', { name: /menu/i })).toBeVisible()
    await expect(other.getByText('Loading')).toBeAttached()
    await expect(other.getByText('No domains in your cart.')).toHaveCount(0)
  }
  await shop.failing(async () => {
    mirror.resolve()
    await expect(other.getByText('Failed to fetch your cart')).toBeVisible({ timeout: 30_000 })
    await expect(other.getByText('No domains in your cart.')).toHaveCount(0)
    await other.context().unroute('**/api/cart')
    await other.getByRole('button', { name: 'Try again' }).click()
    await expect(other.getByText('ndizi.com')).toBeVisible()
  })
})

test('a full cart shows a message and accepts no more names', async ({ shop }) => {
  const page = await shop.visit()
  await page.goto('/cart')
  await fill(page, ...Array.from({ length: 50 }, (_, at) => `full-${at}.com`))
  await page.goto('/results?domain=one-too-many')
  await page.getByRole('button', { name: 'Add to Cart: one-too-many.com' }).click()
  await expect(page.getByText('Your cart is full: 50 items at most.').first()).toBeVisible()
  await expect(page.getByText('one-too-many.com added to cart')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Cart: 50' })).toBeVisible()
})

async function pay(page: Page, receipt: string) {
  await page.getByLabel('Payer name').fill('Asha Mwangi')
  await page.getByLabel('Receipt number').fill(receipt)
  await page.getByLabel('Payment method').fill('M-Pesa')
  await page.getByRole('button', { name: 'Submit payment' }).click()
}

async function adminAt(shop: Shop, phone: boolean) {
  const admin = await shop.visit({ phone })
  await signedIn(admin, shop.admin)
  await expect(admin).toHaveURL(/\/admin$/)
  if (phone) await admin.getByRole('navigation').getByRole('button', { name: 'More' }).click()
  await admin.getByRole('navigation').getByRole('link', { name: 'Orders', exact: true }).click()
  return admin
}
