import type { Page } from '@playwright/test'
import { expect, expectAccessible, newCustomer, signedIn, test } from '../shop.ts'

/** A customer and an admin chat in two browsers without reloading a page. */

const field = (page: Page) => page.getByRole('textbox', { name: /^Write (a message|a reply)$/ })
const log = (page: Page) => page.getByRole('log')
async function sendLine(page: Page, text: string) {
  await field(page).fill(text)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(field(page)).toHaveValue('')
}
/** The entry of the chat in the navigation. Its description says how much is new there. */
const entry = (page: Page) => page.getByRole('navigation').locator('a[href$="chat"]')
const fits = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)

test('a conversation is live on both sides, on phones', async ({ shop }) => {
  const name = 'Zuhura Abdallah'
  const customer = await shop.visit({ phone: true })
  await newCustomer(customer, { name, email: 'chat-live@example.com' })
  // The entry in the navigation counts what other tests have left unread too.
  await shop.sql(`update chat_conversations set read_by_shop = customer_lines, unanswered_from = null`)
  const admin = await shop.visit({ phone: true })
  await signedIn(admin, shop.admin)
  await admin.goto('/admin/chat')
  await expect(admin.getByRole('heading', { name: 'Live Chat', exact: true })).toBeVisible()

  // The chat about a website starts with its type.
  await customer.goto('/dashboard/website-design')
  await customer.getByRole('heading', { name: 'Landing Page' }).click()
  await customer.getByRole('link', { name: /^Live Chat ?: Landing Page$/ }).click()
  await expect(field(customer)).toHaveValue('About: Website Design - Landing Page\n')
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
  await expect(entry(admin)).toHaveAccessibleDescription('1 new')
  await expectAccessible(admin)
  await row.click()
  await expect(log(admin).getByText('Hello <b>there</b>')).toBeVisible()
  await expect(log(customer).getByText('Seen', { exact: true })).toBeVisible()
  // Reading it is no answer: it still waits.
  await expect(entry(admin)).toHaveAccessibleDescription('1 new')

  // An answer that arrives while the customer is on another screen shows in the navigation and on the dashboard.
  await customer.goto('/dashboard')
  await expect(customer.getByRole('heading', { name: 'Dashboard Home' })).toBeVisible()
  await sendLine(admin, 'Karibu! How can I help?')
  await expect(entry(admin)).toHaveAccessibleDescription('')
  await expect(customer.getByText('You have unread messages in the chat: 1')).toBeVisible()
  await expect(entry(customer)).toHaveAccessibleDescription('1 new')
  await customer.getByRole('link', { name: 'Open the chat' }).click()
  await expect(log(customer).getByText('Karibu! How can I help?')).toBeVisible()
  await expect(log(customer).getByText('New', { exact: true })).toBeVisible()
  await expect(log(admin).getByText('Seen', { exact: true })).toBeVisible()
  await expect(entry(customer)).toHaveAccessibleDescription('')

  for (const page of [customer, admin]) {
    expect(await fits(page)).toBe(true)
    await expectAccessible(page)
  }

  await admin.getByRole('button', { name: 'Archive' }).click()
  await expect(admin.getByRole('button', { name: 'Reopen' })).toBeVisible()
  await sendLine(customer, 'One more thing')
  await expect(log(admin).getByText('One more thing')).toBeVisible()
  await expect(entry(admin)).toHaveAccessibleDescription('1 new')
  // What needs no answer is closed by hand.
  await admin.getByRole('button', { name: 'Archive' }).click()
  await expect(entry(admin)).toHaveAccessibleDescription('')
})
