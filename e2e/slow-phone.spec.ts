import type { Page, Request } from '@playwright/test'
import { expect, newCustomer, test } from './shop.ts'

/** A cheap phone with a slow network: what the screens show and allow while they load. */

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

test('the search works before scripts load, and text typed before stays', async ({ shop }) => {
  const page = await shop.visit({ phone: true })
  await slowDown(page)
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

  const late = await holdBack(page, '**/*.js')
  await page.goto('/search', { waitUntil: 'commit' })
  await page.getByLabel('Domain name').fill('baadaye')
  late.letGo()
  await page.waitForLoadState('networkidle')
  await expect(page.getByLabel('Domain name')).toHaveValue('baadaye')
  await page.evaluate(() => document.documentElement.setAttribute('data-not-reloaded', 'yes'))
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(row(page, 'baadaye.com').getByText('Available', { exact: true })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-not-reloaded', 'yes')
})

test('each ending has a skeleton until its own answer arrives', async ({ shop }) => {
  shop.registry.silent.add('xyz')
  shop.registry.taken.add('polepole.net')
  const page = await shop.visit({ phone: true })
  await slowDown(page)
  await page.addInitScript(recordAnswered)
  await page.goto('/results?domain=polepole')
  await expect(row(page, 'polepole.xyz').getByText('Error checking this domain')).toBeVisible()
  await expect(row(page, 'polepole.net').getByText('Not Available')).toBeVisible()
  shop.registry.silent.delete('xyz')

  const recorded = await page.evaluate(() => (window as Recording).moments ?? [])
  const endings = 6
  // The HTML may arrive in two parts, split within the list.
  const moments = recorded.slice(recorded.findIndex((rows) => rows.length === endings))
  expect(moments[0], 'a skeleton for each ending at first').toEqual(Array(endings).fill('skeleton'))
  expect(moments.at(-1), 'an answer for each in the end').toEqual(Array(endings).fill('answer'))
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

test('a name is in the cart before the server has heard of it, and then there too', async ({ shop }) => {
  const page = await shop.visit({ phone: true })
  await newCustomer(page, { name: 'Baraka', email: 'slow-phone@example.com' })
  await slowDown(page)
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

/** Slows the CPU down by 4, and the network to a latency of 400 ms and 50 kB a second. */
async function slowDown(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await session.send('Network.enable')
  const [downloadThroughput, uploadThroughput] = [50_000, 50_000]
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput,
    uploadThroughput,
  })
}

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
function recordAnswered() {
  const moments: ('skeleton' | 'answer')[][] = []
  ;(window as Recording).moments = moments
  new MutationObserver(() => {
    const rows = [...document.querySelectorAll('main ul[aria-busy] > li')].map((one) =>
      one.querySelector('.animate-breathe') ? ('skeleton' as const) : ('answer' as const),
    )
    if (rows.length > 0 && rows.join() !== moments.at(-1)?.join()) moments.push(rows)
  }).observe(document, { childList: true, subtree: true })
}
