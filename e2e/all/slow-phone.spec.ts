import type { Page, Request } from '@playwright/test'
import { expect, newCustomer, test } from '../shop.ts'

/** A phone with a slow network: what the screens show and allow while scripts, answers and changes are on their way. */

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

test('the search works before scripts load, and each ending has a skeleton until its own answer arrives', async ({
  shop,
}) => {
  shop.registry.silent.add('xyz')
  shop.registry.taken.add('mapema.net')
  const page = await shop.visit({ phone: true })
  await page.addInitScript(serviceRows)
  const scripts = await holdBack(page, '**/*.js')

  await page.goto('/search', { waitUntil: 'commit' })
  await page.getByLabel('Domain name').fill('mapema')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(/\/results\?domain=mapema$/)
  // The server's HTML has a skeleton for each ending.
  const waiting = page.locator('ul[aria-busy=true] > li')
  await expect(waiting).toHaveText(['.com', '.net', '.org', '.co', '.info', '.xyz'])
  for (const placeholder of await waiting.all())
    await expect(placeholder.locator('[aria-hidden=true]')).toBeVisible()
  scripts.letGo()
  await expect(row(page, 'mapema.com').getByText('Available', { exact: true })).toBeVisible()
  await expect(row(page, 'mapema.net').getByText('Not Available')).toBeVisible()
  await expect(row(page, 'mapema.xyz').getByText('Error checking this domain')).toBeVisible()
  shop.registry.silent.delete('xyz')

  const recorded = await page.evaluate(() => (window as Recording).moments ?? [])
  const all = (state: 'skeleton' | 'answer') => Array.from({ length: 6 }, () => state)
  // The HTML may arrive in parts, split within the list.
  const moments = recorded.slice(recorded.findIndex((rows) => rows.join() === all('skeleton').join()))
  expect(moments[0], 'a skeleton for each ending at first').toEqual(all('skeleton'))
  expect(moments.at(-1), 'an answer for each in the end').toEqual(all('answer'))
  expect(
    moments.some((rows) => rows[0] === 'answer' && rows[5] === 'skeleton'),
    'answers beside the skeleton of one that hangs',
  ).toBe(true)
  for (const [turn, rows] of moments.slice(1).entries())
    expect(
      rows.every((one, index) => one === 'answer' || moments[turn]![index] === 'skeleton'),
      'no answer goes away again',
    ).toBe(true)
})

test('text typed before the scripts load stays, and the search then needs no page load', async ({ shop }) => {
  const page = await shop.visit({ phone: true })
  const scripts = await holdBack(page, '**/*.js')
  await page.goto('/search', { waitUntil: 'commit' })
  await page.getByLabel('Domain name').fill('baadaye')
  scripts.letGo()
  // React marks the elements that it has hydrated.
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main input')!).some((key) => key.startsWith('__react')),
  )
  await expect(page.getByLabel('Domain name')).toHaveValue('baadaye')
  await page.evaluate(() => document.documentElement.setAttribute('data-not-reloaded', 'yes'))
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(row(page, 'baadaye.com').getByText('Available', { exact: true })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-not-reloaded', 'yes')
})

test('a name is in the cart before the server has heard of it, and then there too', async ({ shop }) => {
  const page = await shop.visit({ phone: true, serviceWorkers: 'block' })
  await newCustomer(page, { name: 'Baraka', email: 'slow-phone@example.com' })
  await page.goto('/results?domain=haraka')
  const requests = await holdBack(page, '**/api/cart/items')
  await page.getByRole('button', { name: 'Add to Cart: haraka.com' }).click()
  await expect(page.getByRole('link', { name: 'In the cart: haraka.com' })).toBeVisible()
  await expect(page.getByText('haraka.com added to cart')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cart: 1' })).toBeVisible()
  await expect
    .poll(() => requests.held().map((request) => request.postDataJSON()))
    .toEqual([{ item: 'haraka.com' }])
  const unsent = () => page.evaluate(() => localStorage.getItem('kikoa-cart'))
  expect(await unsent()).toContain('"unsent":[{"act":"add","item":"haraka.com","key":')
  requests.letGo()
  await expect.poll(unsent).toContain('"items":["haraka.com"],"unsent":[]')
})

/** Delays the page's requests for that address until `letGo` is called. */
async function holdBack(page: Page, address: string) {
  const held: Request[] = []
  const gate = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    held.push(route.request())
    await gate.promise
    await route.continue()
  })
  return { held: () => held, letGo: () => gate.resolve() }
}

type Recording = Window & { moments?: ('skeleton' | 'answer')[][] }

/** Runs in the page: records the states of the rows of results at every change. */
function serviceRows() {
  const moments: ('skeleton' | 'answer')[][] = []
  ;(window as Recording).moments = moments
  new MutationObserver(() => {
    const rows = [...document.querySelectorAll('main ul[aria-busy] > li')].map((one) =>
      one.querySelector('.animate-breathe') ? ('skeleton' as const) : ('answer' as const),
    )
    if (rows.length > 0 && rows.join() !== moments.at(-1)?.join()) moments.push(rows)
  }).observe(document, { childList: true, subtree: true })
}
