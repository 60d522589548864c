import type { Page } from '@playwright/test'
import { expect, expectAccessible, logIn, newCustomer, signedIn, test } from './shop.ts'

/** A customer and an admin chat in two browsers without reloading a page. */

const field = (page: Page) => page.getByRole('textbox', { name: /^Write (a message|a reply)$/ })
const log = (page: Page) => page.getByRole('log')
async function sendLine(page: Page, text: string) {
  await field(page).fill(text)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(field(page)).toHaveValue('')
}
const fits = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)

for (const phone of [false, true])
  test(`a conversation is live on both sides: ${phone ? 'phone' : 'desktop'}`, async ({ shop }) => {
    test.slow()
    const name = phone ? 'Zuhura Abdallah' : 'Neema Kimaro'
    const customer = await shop.visit({ phone })
    await newCustomer(customer, { name, email: `chat-${phone}@example.com` })
    await expect(customer).toHaveURL(/\/dashboard$/)
    const admin = await shop.visit({ phone })
    await signedIn(admin, shop.admin)
    await admin.goto('/admin/chat')
    await expect(admin.getByRole('heading', { name: 'Live Chat', exact: true })).toBeVisible()

    await customer.goto('/dashboard/livechat')
    await expect(customer.getByText('How can we help you?')).toBeVisible()
    await expect(customer.getByText(/within 10 minutes/).first()).toBeVisible()
    await sendLine(
      customer,
      'Hello <b>there</b>, see https://example.com/help. Is it so for my sister as well?',
    )
    await expect(log(customer).getByText('Sent', { exact: true })).toBeVisible()
    const link = log(customer).getByRole('link', { name: /example\.com\/help/ })
    await expect(link).toHaveAttribute('href', 'https://example.com/help')
    await expect(link).toHaveAttribute('rel', /noopener/)
    await expect(log(customer).getByText('Hello <b>there</b>, see', { exact: false })).toBeVisible()

    // The admin's open page lists it as unread, and the navigation shows a badge.
    const row = admin.getByRole('list', { name: 'Live Chat' }).getByRole('link', { name })
    await expect(row).toContainText('Unread: 1')
    // The list truncates a long line, so that the screen of a phone does not scroll sideways.
    expect(await fits(admin)).toBe(true)
    await expect(admin.getByRole('navigation').getByText('1 new').first()).toBeAttached()
    await expectAccessible(admin)
    await row.click()
    await expect(log(admin).getByText('Hello <b>there</b>')).toBeVisible()
    await expect(log(customer).getByText('Seen', { exact: true })).toBeVisible()
    await expect(admin.getByRole('navigation').getByText('1 new')).toHaveCount(0)

    // An answer that arrives while the customer is on another screen shows in the navigation and on the dashboard.
    await customer.goto('/dashboard')
    await expect(customer.getByRole('heading', { name: 'Dashboard Home' })).toBeVisible()
    await sendLine(admin, 'Karibu! How can I help?')
    await expect(customer.getByText('You have unread messages in the chat: 1')).toBeVisible()
    await expect(customer.getByRole('navigation').getByText('1 new').first()).toBeAttached()
    await customer.getByRole('link', { name: 'Open the chat' }).click()
    await expect(log(customer).getByText('Karibu! How can I help?')).toBeVisible()
    await expect(log(customer).getByText('New', { exact: true })).toBeVisible()
    await expect(log(admin).getByText('Seen', { exact: true })).toBeVisible()
    await expect(customer.getByRole('navigation').getByText('1 new')).toHaveCount(0)

    for (const page of [customer, admin]) {
      expect(await fits(page)).toBe(true)
      await expectAccessible(page)
    }

    await admin.getByRole('button', { name: 'Archive' }).click()
    await expect(admin.getByRole('button', { name: 'Reopen' })).toBeVisible()
    await sendLine(customer, 'One more thing')
    await expect(log(admin).getByText('One more thing')).toBeVisible()
    await expect(admin.getByRole('button', { name: 'Archive' })).toBeVisible()
  })

test('a line that could not be sent keeps its text, shows the error, and is sent once after a retry', async ({
  shop,
}) => {
  const page = await shop.visit()
  await newCustomer(page, { name: 'Juma Hassan', email: 'chat-retry@example.com' })
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto('/dashboard/livechat')
  await expect(field(page)).toBeVisible()
  const refuse = (arrives: boolean) =>
    page.route('**/api/chat', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      if (arrives) await route.fetch()
      const body = { defined: true, code: 'TOO_MANY_REQUESTS', status: 429, message: 'x' }
      return route.fulfill({ status: 429, json: body })
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

test('new lines do not move a reader of older lines; a reader at the end stays there', async ({ shop }) => {
  const page = await shop.visit()
  await newCustomer(page, { name: 'Amani Otieno', email: 'chat-scroll@example.com' })
  await expect(page).toHaveURL(/\/dashboard$/)
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

test('a website type becomes the draft of the conversation, for a visitor after the log-in', async ({
  shop,
}) => {
  const page = await shop.visit()
  await newCustomer(page, { name: 'Rehema Said', email: 'chat-about@example.com' })
  await expect(page).toHaveURL(/\/dashboard$/)
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
  // One type is open at a time.
  await page.getByRole('heading', { name: 'Landing Page' }).click()
  await expect(page.getByRole('main').getByRole('link', { name: /^Live Chat/ })).toHaveCount(1)
  await page.getByRole('link', { name: /^Live Chat ?: Landing Page$/ }).click()
  await expect(field(page)).toHaveValue('About: Website Design - Landing Page\n')
  await field(page).press('End')
  await field(page).pressSequentially('One page for my shop')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(log(page).getByText('About: Website Design - Landing Page')).toBeVisible()

  const visitor = await shop.visit()
  await visitor.goto('/support')
  await visitor.getByRole('link', { name: 'Log in to chat with us' }).click()
  await expect(visitor).toHaveURL(/\/login\?next=/)
  await logIn(visitor, { email: 'chat-about@example.com', password: 'Pwani-Mawimbi-4' })
  await expect(visitor).toHaveURL(/\/dashboard\/livechat$/)
  await expect(log(visitor).getByText('About: Website Design - Landing Page')).toBeVisible()
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
  await signedIn(page, { email: account.email, password: 'Pwani-Mawimbi-4' })
  await page.goto('/dashboard/livechat')
  await expect(field(page)).toHaveValue('')
})
