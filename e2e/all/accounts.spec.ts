import type { Page } from '@playwright/test'
import { expect, expectAccessible, PASSWORD, type Shop, test } from '../shop.ts'

/** Resetting a password and logging in by a code, with the codes and links of real mails. */

test.use({ settings: { AUTH_EMAIL_CONFIRMATION: 'on', AUTH_MAIL_COOLDOWN: '0' } })

const SECOND = 'Bahari-Samaki-8'

/** Creates an account through the API, whose address is confirmed. Its sign-up has sent one mail. */
async function confirmedAccount(shop: Shop, page: Page, email: string) {
  const data = { full_name: 'Asha Mwangi', country: 'KE', phone_number: '+254712345678' }
  const made = await page.request.post('/auth/v1/signup', { data: { email, password: PASSWORD, data } })
  expect([made.status(), await made.text()]).toEqual([200, expect.anything()])
  await shop.sql('update auth.users set email_confirmed_at = now() where email = $1', [email])
  await shop.mailTo(email)
}

/** Whether that password logs in. */
const isPassword = async (page: Page, email: string, password: string) =>
  (await page.request.post('/auth/v1/token?grant_type=password', { data: { email, password } })).ok()

test('a forgotten password is replaced by the link of a mail, on another device', async ({ shop }) => {
  const email = 'forgot@example.com'
  const visitor = await shop.visit({ phone: true })
  await confirmedAccount(shop, visitor, email)
  await visitor.goto('/login')
  await visitor.getByRole('link', { name: 'Forgot your password?' }).click()
  // The page before has a field of this name too.
  await expect(visitor.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  await visitor.getByLabel('Email', { exact: true }).fill(email)
  await visitor.getByRole('button', { name: 'Send me a link' }).click()
  await expect(visitor.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  await expectAccessible(visitor)

  const { link } = await shop.mailTo(email, 2)
  const device = await shop.visit({ phone: true })
  // Opening the link does not use it up, since mail scanners open links. Only the button does.
  await device.goto(link)
  await device.goto(link)
  await expect(device).toHaveURL(/\/confirm$/)
  await expectAccessible(device)
  await device.getByRole('button', { name: 'Continue' }).click()
  await expect(device).toHaveURL(/\/new-password$/)
  await expectAccessible(device)
  await device.getByLabel('New password', { exact: true }).fill(SECOND)
  await device.getByRole('button', { name: 'Save the password' }).click()
  await expect(device.getByText(/Your password has been changed/)).toBeVisible()
  await expect(device).toHaveURL(/\/dashboard$/)
  expect(await isPassword(visitor, email, SECOND)).toBe(true)

  // The link works only once.
  await visitor.goto(link)
  await visitor.getByRole('button', { name: 'Continue' }).click()
  await expect(visitor.getByText('This link has been used or has expired.', { exact: false })).toBeVisible()
  await expectAccessible(visitor)
})

test('a mailed code logs in and continues, and is no proof for a new password after a while', async ({
  shop,
}) => {
  const email = 'code@example.com'
  const page = await shop.visit()
  await confirmedAccount(shop, page, email)
  await page.goto('/dashboard/domains')
  await expect(page).toHaveURL(/\/login\?next=/)
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await expectAccessible(page)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByRole('button', { name: 'Send the code' }).click()
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  await shop.mailTo(email, 2)
  await page.getByRole('button', { name: 'Send it again' }).click()
  await page.getByLabel('Code from the email').fill((await shop.mailTo(email, 3)).code)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL(/\/dashboard\/domains$/)

  await shop.sql(
    `update auth.sessions set amr = jsonb_build_array(jsonb_build_object(
       'method', 'otp', 'timestamp', extract(epoch from now())::bigint - 16 * 60))
      where user_id = (select id from auth.users where email = $1)`,
    [email],
  )
  // Each change of the password sends a mail too.
  for (const [path, button, password, mails] of [
    ['/dashboard/profile', 'Change password', SECOND, 4],
    ['/new-password', 'Save the password', 'Bahari-Upepo-9', 6],
  ] as const) {
    await page.goto(path)
    await page.getByLabel('New password', { exact: true }).fill(password)
    await expect(page.getByLabel('Current password')).toHaveCount(0)
    await page.getByRole('button', { name: button }).click()
    await expect(page.getByText('we sent a code', { exact: false })).toBeVisible()
    await expectAccessible(page)
    const { code } = await shop.mailTo(email, mails)
    await page.getByLabel('Code from the email').fill(code)
    await page.getByRole('button', { name: button }).click()
    await expect(page.getByText(/password.* changed/i).first()).toBeVisible()
  }
  expect(await isPassword(page, email, 'Bahari-Upepo-9')).toBe(true)
})

test('the screens of mailed links work without a link too, and do not reveal who has an account', async ({
  shop,
}) => {
  const page = await shop.visit({ phone: true })
  for (const language of ['sw', 'en']) {
    await page.context().addCookies([{ name: 'kikoa_language', value: language, url: shop.address }])
    for (const path of ['/confirm', '/new-password', '/forgot']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await expectAccessible(page)
      expect(
        await page.evaluate(
          () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
        ),
      ).toBe(true)
    }
  }
  await page.getByLabel('Email', { exact: true }).fill('nobody@example.com')
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expect(page.getByText('If nobody@example.com has an account', { exact: false })).toBeVisible()
})

test('after too many wrong passwords the screen offers a mailed link', async ({ shop }) => {
  const page = await shop.visit()
  await page.route('**/auth/v1/token?grant_type=password', (route) =>
    route.fulfill({
      status: 429,
      contentType: 'application/json',
      headers: { 'x-supabase-api-version': '2024-01-01' },
      body: JSON.stringify({ code: 'over_request_rate_limit', message: 'Request rate limit reached.' }),
    }),
  )
  await page.goto('/login')
  await page.getByLabel('Email', { exact: true }).fill('asha@example.com')
  await page.getByLabel('Password', { exact: true }).fill('Kasuku-7-wanaimba')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByRole('alert').getByText('Ask for a link by email instead').first()).toBeVisible()
})
