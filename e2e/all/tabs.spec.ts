import type { Page } from '@playwright/test'
import { expect, newCustomer, type Shop, test } from '../shop.ts'

/** Tabs of one browser share one live stream, because a browser opens at most six connections to a server. */

const EMAIL = 'tabs@example.com'

/** Inserts an event of the customer, which open pages receive. */
const happen = (shop: Shop, subject: string) =>
  shop.sql(
    `insert into events (user_id, type, topics, data)
     select id, 'order.placed', '{orders}', jsonb_build_object('kind', 'order', 'subject', $1::text) from profiles where email = $2`,
    [subject, EMAIL],
  )
const streams = async (page: Page) =>
  Number(/^kikoa_live_streams (\d+)/m.exec(await (await page.request.get('/metrics')).text())?.[1])
const expectToHear = async (tabs: Page[], subject: string) => {
  for (const tab of tabs) await expect(tab.getByText(`You ordered ${subject}.`)).toBeVisible()
}

test('eight tabs get every change over one stream until the log-out, whichever tab closes', async ({
  shop,
}) => {
  const first = await shop.visit()
  const readers: Page[] = []
  first.context().on('request', (request) => {
    if (request.url().endsWith('/api/live')) readers.push(request.frame().page())
  })
  await newCustomer(first, { name: 'Neema Kimaro', email: EMAIL })
  await expect.poll(() => streams(first)).toBe(1)
  const others = Array.from({ length: 7 }, async () => {
    const tab = await first.context().newPage()
    await tab.goto('/dashboard')
    await expect(tab.getByText('Hello, Neema Kimaro')).toBeVisible()
    return tab
  })
  const tabs = [first, ...(await Promise.all(others))]
  await expect.poll(() => streams(first)).toBe(1)
  await happen(shop, 'one.com')
  await expectToHear(tabs, 'one.com')
  expect(await streams(first)).toBe(1)

  // The tab that holds the stream is closed.
  expect(new Set(readers)).toEqual(new Set([first]))
  await first.close()
  const left = tabs.slice(1)
  await happen(shop, 'two.com')
  await expectToHear(left, 'two.com')
  await expect.poll(() => streams(left[0]!)).toBe(1)

  // The tab that now holds the stream forwards nothing, like a frozen tab. The customer switches to another tab.
  const silent = readers.at(-1)!
  const awake = left.filter((tab) => tab !== silent)
  await silent.evaluate(() => (BroadcastChannel.prototype.postMessage = () => {}))
  await happen(shop, 'three.com')
  await awake[0]!.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expectToHear(left, 'three.com')
  await expect.poll(() => streams(left[0]!)).toBe(1)
  await happen(shop, 'four.com')
  await expectToHear(left, 'four.com')

  await awake[3]!.getByRole('button', { name: 'Your menu' }).click()
  await awake[3]!.getByRole('button', { name: 'Logout' }).click()
  for (const tab of left) await expect(tab).toHaveURL(/\/login/)
  await expect.poll(() => streams(left[0]!)).toBe(0)
})
