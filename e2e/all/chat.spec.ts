import type { Page } from '@playwright/test'
import { callAs } from '../paying.ts'
import { expect, expectAccessible, logIn, newCustomer, PASSWORD, refusal, signedIn, test } from '../shop.ts'

/** What a chat keeps: unsent lines, drafts, and the place of a reader. */

const field = (page: Page) => page.getByRole('textbox', { name: /^Write (a message|a reply)$/ })
const log = (page: Page) => page.getByRole('log')
async function sendLine(page: Page, text: string) {
  await field(page).fill(text)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(field(page)).toHaveValue('')
}

test('a line that could not be sent keeps its text, shows the error, and is sent once after a retry', async ({
  shop,
}) => {
  const page = await shop.visit({ serviceWorkers: 'block' })
  await newCustomer(page, { name: 'Juma Hassan', email: 'chat-retry@example.com' })
  await page.goto('/dashboard/livechat')
  await expect(field(page)).toBeVisible()
  const refuse = (arrives: boolean) =>
    page.route('**/api/chat', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      if (arrives) await route.fetch()
      return route.fulfill(refusal(429, 'TOO_MANY_REQUESTS'))
    })
  await refuse(false)
  await sendLine(page, 'Is anybody here?')
  await expect(log(page).getByRole('alert')).toContainText('Not sent')
  await expect(log(page).getByText('Is anybody here?')).toHaveCount(1)
  await expectAccessible(page)
  // A visit to another screen does not lose the unsent message.
  await page.getByRole('link', { name: 'Website Design', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Website Design', exact: true })).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
  await page.getByRole('link', { name: /^Live Chat Support/ }).click()
  await log(page).getByRole('button', { name: 'Try again' }).click()
  await expect(log(page).getByText('Sent', { exact: true })).toBeVisible()
  await expect(log(page).getByRole('alert')).toHaveCount(0)

  // The message arrives but the response is lost: the live stream delivers the message, which is shown once.
  await refuse(true)
  await sendLine(page, 'And now?')
  await expect(log(page).getByText('And now?')).toHaveCount(1)
  await expect(log(page).getByText('Sent', { exact: true })).toHaveCount(1)
  await expect(log(page).getByRole('alert')).toHaveCount(0)
  await page.unrouteAll({ behavior: 'wait' })
  await page.reload()
  await expect(log(page).getByText('And now?')).toHaveCount(1)
  await expect(log(page).getByText('Is anybody here?')).toHaveCount(1)
})

test('a line whose sending a reload interrupts is sent after it, once', async ({ shop }) => {
  const page = await shop.visit()
  await newCustomer(page, { name: 'Salma Juma', email: 'chat-reload@example.com' })
  await page.goto('/dashboard/livechat')
  await expect(field(page)).toBeVisible()
  // The first call never reaches the server, the second one does and its answer is lost.
  for (const [text, arrives] of [
    ['Is my shop open?', false],
    ['And my address?', true],
  ] as const) {
    // In the page, because the service worker may already make its calls.
    await page.evaluate((isSent) => {
      const call = window.fetch
      window.fetch = async (input, init) => {
        const request = new Request(input, init)
        if (request.method !== 'POST' || !request.url.endsWith('/api/chat')) return call(request)
        if (isSent) await call(request)
        document.documentElement.dataset['hangs'] = 'true'
        return new Promise<Response>(() => {})
      }
    }, arrives)
    await sendLine(page, text)
    await expect(page.locator('html[data-hangs]')).toBeAttached()
    await page.reload()
    await expect(log(page).getByText(text)).toBeVisible()
    await expect
      .poll(async () => {
        const { items } = await callAs<{ items: { body: string }[] }>(page, 'GET', '/api/chat')
        return items.filter(({ body }) => body === text).length
      })
      .toBe(1)
    await page.reload()
    await expect(log(page).getByText(text)).toHaveCount(1)
  }
})

test('new lines do not move a reader of older lines; a reader at the end stays there', async ({ shop }) => {
  const page = await shop.visit()
  await newCustomer(page, { name: 'Amani Otieno', email: 'chat-scroll@example.com' })
  await shop.sql(
    `with c as (insert into chat_conversations (user_id, customer_lines, shop_lines, read_by_customer, read_by_shop)
                select id, 60, 60, 60, 60 from profiles where email = 'chat-scroll@example.com' returning user_id)
     insert into chat_lines (user_id, place, id, by_shop, number, body, created_at)
     select user_id, n, gen_random_uuid(), n % 2 = 0, (n + 1) / 2, 'Line number ' || n, now() - (121 - n) * interval '30 minutes'
       from c, generate_series(1, 120) n`,
  )
  const admin = await shop.visit()
  await signedIn(admin, shop.admin)
  await page.goto('/dashboard/livechat')
  const last = log(page).getByText('Line number 120', { exact: true })
  await expect(last).toBeInViewport()
  await page.getByRole('button', { name: 'Earlier messages' }).scrollIntoViewIfNeeded()
  const boxOfLine = () => log(page).getByText('Line number 71', { exact: true }).boundingBox()
  const before = await boxOfLine()
  await page.getByRole('button', { name: 'Earlier messages' }).click()
  await expect(log(page).getByText('Line number 70', { exact: true })).toBeAttached()
  expect((await boxOfLine())!.y).toBeCloseTo(before!.y, 0)

  await admin.goto('/admin/chat')
  await admin.getByRole('searchbox').fill('amani')
  await admin.getByRole('link', { name: /Amani Otieno/ }).click()
  await sendLine(admin, 'A new line\nof two rows')
  await expect(page.getByRole('button', { name: 'Unread: 1' })).toBeVisible()
  expect((await boxOfLine())!.y).toBeCloseTo(before!.y, 0)
  await page.getByRole('button', { name: 'Unread: 1' }).click()
  await expect(log(page).getByText('A new line')).toBeInViewport()
  await sendLine(admin, 'And another')
  await expect(log(page).getByText('And another')).toBeInViewport()
})

test('website design has twelve types, and one is open at a time', async ({ shop }) => {
  const page = await shop.visit()
  await newCustomer(page, { name: 'Rehema Said', email: 'chat-types@example.com' })
  await page.goto('/dashboard/website-design')
  await expect(page.getByRole('main').getByRole('group')).toHaveCount(12)
  for (const type of [
    'Business Website',
    'E-commerce Store',
    'Portfolio Website',
    'Blog / News Website',
    'Landing Page',
    'Booking / Appointment',
    'Community / NGO',
    'Government / Institute',
    'Education / School',
    'Healthcare / Hospital',
    'SaaS / Startup',
    'Custom Website',
  ])
    await expect(page.getByRole('heading', { name: type, exact: true })).toBeVisible()
  for (const type of ['Landing Page', 'Custom Website']) {
    await page.getByRole('heading', { name: type }).click()
    await expect(page.getByRole('main').getByRole('link', { name: /^Live Chat/ })).toHaveCount(1)
  }
})

test('a visitor who wants to chat logs in first, and sees the own conversation', async ({ shop }) => {
  const page = await shop.visit()
  await newCustomer(page, { name: 'Rehema Said', email: 'chat-visitor@example.com' })
  await callAs(page, 'POST', '/api/chat', { body: 'One page for my shop' })

  const visitor = await shop.visit()
  await visitor.goto('/support')
  await visitor.getByRole('link', { name: 'Log in to chat with us' }).click()
  await expect(visitor).toHaveURL(/\/login\?next=/)
  await logIn(visitor, { email: 'chat-visitor@example.com', password: PASSWORD })
  await expect(visitor).toHaveURL(/\/dashboard\/livechat$/)
  await expect(log(visitor).getByText('One page for my shop')).toBeVisible()
})

test('a draft survives a reload until it is sent, and a log-out deletes it', async ({ shop }) => {
  const page = await shop.visit()
  const account = { name: 'Rehema Ally', email: 'draft@example.com' }
  await newCustomer(page, account)
  await page.goto('/dashboard/livechat')
  await field(page).fill('I would like to know')
  await page.reload()
  await expect(field(page)).toHaveValue('I would like to know')
  await sendLine(page, 'I would like to know more')
  await page.reload()
  await expect(log(page).getByText('I would like to know more')).toBeVisible()
  await expect(field(page)).toHaveValue('')

  await field(page).fill('My receipt is')
  // The log-out on a screen without the chat deletes the draft too.
  await page.goto('/dashboard/hosting')
  await page.getByRole('button', { name: 'Your menu' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login/)
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('My receipt is')
  await signedIn(page, { email: account.email, password: PASSWORD })
  await page.goto('/dashboard/livechat')
  await expect(field(page)).toHaveValue('')
})
