import { expect, logIn, newCustomer, signedIn, signUp, test } from '../shop.ts'

/** Access to the areas, with its messages. */

test('a visitor who opens the dashboard logs in first and returns to the screen', async ({ shop }) => {
  const page = await shop.visit()
  await signUp(page, { name: 'Neema Kimaro', email: 'neema@example.com' })
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByText('Hello, Neema Kimaro')).toBeVisible()
  await expect(page.getByText('neema@example.com').first()).toBeVisible()
  for (const counter of ['Domains Owned', 'Professional Emails', 'Cart Items'])
    await expect(page.getByText(counter).first()).toBeVisible()
  await expect(page.getByText('You have no recent activity.')).toBeVisible()

  await page.getByRole('button', { name: 'Your menu' }).click()
  await page
    .getByRole('button', { name: 'Logout' })
    .or(page.getByRole('menuitem', { name: 'Logout' }))
    .click()
  await expect(page).toHaveURL(/\/login/)
  await page.goto('/dashboard/domains')
  await expect(page).toHaveURL(/\/login\?next=/)
  await logIn(page, { email: 'neema@example.com', password: 'Pwani-Mawimbi-4' })
  await expect(page).toHaveURL(/\/dashboard\/domains$/)
  // The log-in screen redirects a signed-in person to the dashboard.
  await page.goto('/login')
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('a customer is redirected from the admin area to the home page, which says why', async ({ shop }) => {
  const page = await shop.visit()
  await newCustomer(page, { name: 'Baraka Juma', email: 'baraka@example.com' })
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto('/admin')
  await expect(page.getByText('Access denied. Admins only.').first()).toBeVisible()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/')
  await expect(page.getByText('Access denied. Admins only.').first()).toBeVisible()
})

test('an unknown address of the admin area stays in its frame, with status 404', async ({ shop }) => {
  const page = await shop.visit()
  await signedIn(page, shop.admin)
  expect((await page.request.get('/admin/nowhere/at-all')).status()).toBe(404)
  await page.context().route('**/admin/nowhere', async (route) => {
    const answer = await route.fetch()
    // The browser would log the status as an error.
    await route.fulfill({ response: answer, status: 200 })
  })
  await page.goto('/admin/nowhere')
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Inbox' }).first()).toBeVisible()
  await page.getByRole('link', { name: 'Back to the dashboard' }).click()
  await expect(page).toHaveURL(/\/admin$/)
})

test('a log-out in one tab logs the other one out', async ({ shop }) => {
  const page = await shop.visit()
  await newCustomer(page, { name: 'Zuri Achieng', email: 'zuri.tabs@example.com' })
  await expect(page).toHaveURL(/\/dashboard$/)
  const other = await page.context().newPage()
  await other.goto('/dashboard/hosting')
  await expect(other.getByRole('heading', { name: 'Hosting', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Your menu' }).click()
  await page
    .getByRole('button', { name: 'Logout' })
    .or(page.getByRole('menuitem', { name: 'Logout' }))
    .click()
  await expect(other).toHaveURL(/\/login/)
})

test('a sign-up sent before the countries are loaded waits for them, after one press', async ({ shop }) => {
  const page = await shop.visit()
  const pressed = Promise.withResolvers<void>()
  await page.route('**/api/countries', async (route) => {
    await pressed.promise
    await route.continue()
  })
  await page.goto('/signup')
  await page.getByLabel('Full name', { exact: true }).fill('Zuri Achieng')
  await page.getByLabel(/Phone number/).fill('0712 345 678')
  await page.getByLabel('Email', { exact: true }).fill('quick.zuri@example.com')
  await page.getByLabel('Password', { exact: true }).fill('Pwani-Mawimbi-4')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  pressed.resolve()
  await expect(page.getByText('Account created! You can now log in.')).toBeVisible()
  // What the toast says stays on the page.
  await expect(page.getByText('is ready. Log in with your password.', { exact: false })).toBeVisible()
  await logIn(page, { email: 'quick.zuri@example.com', password: 'Pwani-Mawimbi-4' })
  await page.goto('/dashboard/profile')
  // Without a setting the default is the first country of the list.
  await expect(page.getByLabel('Country')).toHaveValue('Afghanistan (+93)')
  await expect(page.getByLabel('Phone number')).toHaveValue('712345678')
  // They are side by side where there is room.
  const topOf = async (label: string) => (await page.getByLabel(label).boundingBox())!.y
  expect(await topOf('Country')).toBe(await topOf('Phone number'))
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await topOf('Country')).toBeLessThan(await topOf('Phone number'))
})

test('typed text stays when the server refuses it, with the error at the field', async ({ shop }) => {
  const page = await shop.visit()
  await page.goto('/login')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Please enter your email address.')).toBeVisible()
  await page.getByLabel('Email', { exact: true }).fill('nobody@example.com')
  await page.getByLabel('Password', { exact: true }).fill('Wrong-Password-1')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Invalid login credentials').first()).toBeVisible()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('nobody@example.com')

  await page.goto('/signup')
  await page.getByLabel('Full name', { exact: true }).fill('Asha Mwangi')
  await page.getByLabel(/Phone number/).fill('0712345678')
  await page.getByLabel('Email', { exact: true }).fill('asha at example')
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByText('Please enter a valid email address.')).toBeVisible()
  await expect(
    page.getByText('Password must be at least 8 characters and include uppercase, lowercase, and a number.'),
  ).toBeVisible()
})
