import type { Page } from '@playwright/test'
import { expect, type Shop, test, clickButton } from '../shop.ts'

/** How long a toast stays and how many are visible together, by the page's clock. */

const toasts = (page: Page) =>
  page
    .getByRole('region', { name: 'Notifications' })
    .getByRole('button', { name: 'Close', includeHidden: true })

/** Opens a screen and stops its clock when it is loaded. */
async function stopped(shop: Shop, path: string, there: (page: Page) => Promise<void>) {
  const page = await shop.visit()
  await page.clock.install()
  await page.goto(path)
  await there(page)
  await page.clock.pauseAt(Date.now() + 60_000)
  return page
}

/** Expects that the only toast disappears after that time in milliseconds, and not before. */
async function staysFor(page: Page, milliseconds: number) {
  const shown = toasts(page).filter({ visible: true })
  await expect(shown).toHaveCount(1)
  await page.clock.runFor(milliseconds - 100)
  await expect(shown).toHaveCount(1)
  await page.clock.runFor(200)
  await expect(shown).toHaveCount(0)
}

async function logInWith(page: Page, email: string, password: string) {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await clickButton(page, 'Login')
}

test('an error toast stays 4 seconds, a success 2, a cart confirmation 3', async ({ shop }) => {
  const visitor = await stopped(shop, '/login', (page) =>
    expect(page.getByRole('button', { name: 'Login' })).toBeEnabled(),
  )
  await logInWith(visitor, shop.admin.email, 'Not-the-word-1')
  await staysFor(visitor, 4_000)
  await logInWith(visitor, shop.admin.email, shop.admin.password)
  await expect(visitor.getByText('Login successful!')).toBeVisible()
  await staysFor(visitor, 2_000)

  const results = await stopped(shop, '/results?domain=toasts', (page) =>
    expect(page.getByRole('button', { name: 'Add to Cart: toasts.com' })).toBeVisible(),
  )
  await clickButton(results, 'Add to Cart: toasts.com')
  await expect(results.getByText('toasts.com added to cart')).toBeVisible()
  await staysFor(results, 3_000)
})

test('at most 20 toasts are shown', async ({ shop }) => {
  test.setTimeout(300_000)
  const page = await stopped(shop, '/login', (login) =>
    expect(login.getByRole('button', { name: 'Login' })).toBeEnabled(),
  )
  await page.getByLabel('Email', { exact: true }).fill('nobody@example.com')
  await page.getByLabel('Password', { exact: true }).fill('Not-the-word-1')
  for (let turn = 1; turn <= 21; turn++) {
    await clickButton(page, 'Login')
    await expect(toasts(page)).toHaveCount(Math.min(turn, 20))
    // The button is free again with the next tick of the stopped clock.
    await page.clock.runFor(10)
  }
})
