import type { Page } from '@playwright/test'
import { expect, expectAccessible, signedIn, test } from '../shop.ts'

/** Beside each form of the settings is what customers see, with what is typed and not saved yet. */

// A server of its own: the settings are shown as they are at first.
test.use({ settings: { RATE_LIMIT_SCALE: '77' } })

const open = async (page: Page, subject: string) => {
  const link = page.locator(`nav a[href="/admin/settings#${subject}"]`)
  if (await link.isVisible()) await link.click()
  else await page.goto(`/admin/settings#${subject}`)
  return page.getByRole('form')
}
/** The one frame of the subject that is open. */
const seenOn = (page: Page, title = 'What customers see') => page.frameLocator(`iframe[title="${title}"]`)

test('what customers see follows what is typed, in both languages, and nothing is saved or bought', async ({
  shop,
}) => {
  const admin = await shop.visit()
  await signedIn(admin, shop.admin)
  const seen = seenOn(admin)

  let form = await open(admin, 'contact')
  await form.getByLabel('Opening hours').fill('Mon–Fri 9–17')
  await expect(seen.getByText('Mon–Fri 9–17')).toBeVisible()
  // What could not be saved is not shown.
  await form.getByLabel('Email').fill('info@')
  await form.getByLabel('Opening hours').fill('Mon–Sat')
  await expect(seen.getByText('Mon–Sat')).toBeVisible()
  await expect(seen.getByText('info@')).toBeHidden()
  await admin.getByRole('group', { name: 'What customers see' }).getByText('Kiswahili').click()
  await expect(seen.getByText('Saa za kazi')).toBeVisible()
  await expect(seen.getByText('Mon–Sat')).toBeVisible()
  await expectAccessible(admin)
  await form.getByRole('button', { name: 'Discard' }).click()
  await expect(seen.getByText('Mon–Sat')).toBeHidden()

  form = await open(admin, 'payments')
  await form.getByText('M-Pesa').first().click()
  await form.getByLabel('Number or account to pay').first().fill('400200')
  await form
    .getByLabel(/^Name on the account/)
    .first()
    .fill('Duka la Asha')
  await expect(seen.getByText('Duka la Asha')).toBeVisible()
  await expect(seen.getByText('K7M4PX9').first()).toBeVisible()

  form = await open(admin, 'endings')
  await form.getByText('.com', { exact: true }).click()
  await form
    .getByLabel(/^First year/)
    .first()
    .fill('12.5')
  await expect(seen.getByText('$12.50').first()).toBeVisible()
  await seen.getByRole('button', { name: /mawimbi\.com/ }).click()
  expect(await admin.evaluate(() => JSON.stringify(localStorage))).not.toContain('mawimbi.com')

  form = await open(admin, 'invoices')
  await form.getByLabel(/^Tax number/).fill('123-456-789')
  await expect(seen.getByText('TIN 123-456-789')).toBeVisible()

  form = await open(admin, 'requests')
  await expect(seen.getByText('mawimbi.com')).toBeVisible()
  await expect(seen.getByText('Where to pay')).toBeHidden()
  await form.getByRole('radio', { name: 'Automatic' }).check()
  await expect(seen.getByText('$10.00').first()).toBeVisible()

  form = await open(admin, 'chat')
  await form.getByLabel('Promised reply time in minutes').fill('25')
  await expect(seen.getByText(/25 minutes/).first()).toBeVisible()

  form = await open(admin, 'business')
  await form.getByLabel('Business name').fill('Duka la Pwani')
  await expect(seen.getByText('Duka la Pwani').first()).toBeVisible()

  form = await open(admin, 'accounts')
  await form.getByLabel('Country').fill('Kenya')
  await admin.getByRole('option', { name: /Kenya/ }).click()
  await expect(seen.getByLabel('Country')).toHaveValue(/Kenya/)

  form = await open(admin, 'currency')
  await admin.getByRole('button', { name: 'Change the currency' }).click()
  await form.getByLabel('New currency').selectOption('TZS')
  await form.getByLabel(/TZS/).first().fill('2500')
  await expect(seen.getByText(/TZS|TSh/).first()).toBeVisible()
})

test('on a phone it is folded, and nothing is loaded for it before it is opened', async ({ shop }) => {
  const admin = await shop.visit({ phone: true, language: 'sw' })
  await signedIn(admin, shop.admin)
  const form = await open(admin, 'prices')
  await expect(form).toBeVisible()
  await expect(admin.locator('iframe')).toHaveCount(0)
  await admin.getByText('Wanachoona wateja').locator('visible=true').click()
  const seen = seenOn(admin, 'Wanachoona wateja')
  await form.getByText('Basic', { exact: true }).click()
  await form.locator('details[open] input').nth(1).fill('7.25')
  await expect(seen.getByText('$7.25')).toBeVisible()
  await expectAccessible(admin)
})

test('the preview is shown by pages of this site alone', async ({ shop }) => {
  const headersOf = async (path: string) => {
    const { headers } = await fetch(shop.address + path)
    return [headers.get('x-frame-options'), headers.get('content-security-policy')] as const
  }
  const [frame, policy] = await headersOf('/preview/sw/payments')
  expect(frame).toBe('SAMEORIGIN')
  expect(policy).toContain("frame-ancestors 'self'")
  for (const path of ['/', '/admin/settings', '/login', '/preview']) {
    const [other, its] = await headersOf(path)
    expect([path, other]).toEqual([path, 'DENY'])
    expect(its).toContain("frame-ancestors 'none'")
  }
  const page = await fetch(`${shop.address}/preview/sw/payments`)
  expect(await page.text()).toMatch(/<html lang="sw"/)
})
