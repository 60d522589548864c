import type { Page } from '@playwright/test'
import { expect, expectAccessible, logIn, test } from './shop.ts'

/** Confirming an address, resetting a password and logging in by a code, with the codes and links of real mails. */

test.use({ settings: { AUTH_EMAIL_CONFIRMATION: 'on', AUTH_MAIL_COOLDOWN: '0' } })

const FIRST = 'Pwani-Mawimbi-4'
const SECOND = 'Bahari-Samaki-8'

async function fillSignUp(page: Page, email: string) {
  await page.goto('/signup')
  await page.getByLabel('Full name', { exact: true }).fill('Asha Mwangi')
  await page.getByLabel(/Phone number/).fill('0712 345 678')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(FIRST)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByRole('heading', { name: 'Confirm your email' })).toBeVisible()
}

async function showCode(page: Page, code: string, button: string) {
  await page.getByLabel('Code from the email').fill(code)
  await page.getByRole('button', { name: button, exact: true }).click()
}

for (const phone of [false, true]) {
  const name = phone ? 'phone' : 'desktop'

  test(`a new customer confirms the address and is logged in: ${name}`, async ({ shop }) => {
    const email = `new-${name}@example.com`
    const page = await shop.visit({ phone })
    await fillSignUp(page, email)
    await expectAccessible(page)
    const { code } = await shop.mailTo(email)
    await showCode(page, code === '000000' ? '000001' : '000000', 'Confirm')
    await expect(page.getByText(/This code is wrong or has expired/).first()).toBeVisible()
    await showCode(page, code, 'Confirm')
    await expect(page.getByText('Your email address is confirmed.')).toBeVisible()
    await expect(page).toHaveURL(/\/dashboard$/)
  })

  test(`a forgotten password is replaced by the link of a mail, on another device: ${name}`, async ({
    shop,
  }) => {
    const email = `forgot-${name}@example.com`
    const page = await shop.visit({ phone })
    await fillSignUp(page, email)
    await showCode(page, (await shop.mailTo(email)).code, 'Confirm')
    await expect(page).toHaveURL(/\/dashboard$/)

    const visitor = await shop.visit({ phone })
    await visitor.goto('/login')
    await visitor.getByRole('link', { name: 'Forgot your password?' }).click()
    await expectAccessible(visitor)
    await visitor.getByLabel('Email', { exact: true }).fill(email)
    await visitor.getByRole('button', { name: 'Send me a link' }).click()
    await expect(visitor.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
    await expectAccessible(visitor)

    const { link } = await shop.mailTo(email, 2)
    const device = await shop.visit({ phone })
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

    // The change of the password has ended the old session. The link works only once.
    await page.reload()
    await expect(page).toHaveURL(/\/login/)
    await logIn(page, { email, password: SECOND })
    await visitor.goto(link)
    await visitor.getByRole('button', { name: 'Continue' }).click()
    await expect(visitor.getByText('This link has been used or has expired.', { exact: false })).toBeVisible()
    await expectAccessible(visitor)
  })

  test(`a mailed code logs in and continues: ${name}`, async ({ shop }) => {
    const email = `code-${name}@example.com`
    const page = await shop.visit({ phone })
    await fillSignUp(page, email)
    await showCode(page, (await shop.mailTo(email)).code, 'Confirm')
    await expect(page).toHaveURL(/\/dashboard$/)

    const visitor = await shop.visit({ phone })
    await visitor.goto('/dashboard/domains')
    await expect(visitor).toHaveURL(/\/login\?next=/)
    await visitor.getByRole('button', { name: 'Email me a code' }).click()
    await expectAccessible(visitor)
    await visitor.getByLabel('Email', { exact: true }).fill(email)
    await visitor.getByRole('button', { name: 'Send the code' }).click()
    await expect(visitor.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
    await shop.mailTo(email, 2)
    await visitor.getByRole('button', { name: 'Send it again' }).click()
    await showCode(visitor, (await shop.mailTo(email, 3)).code, 'Login')
    await expect(visitor).toHaveURL(/\/dashboard\/domains$/)
  })
}

test('a log-in by code that is not recent needs another code for a new password', async ({ shop }) => {
  const email = 'stale@example.com'
  const page = await shop.visit()
  await fillSignUp(page, email)
  await showCode(page, (await shop.mailTo(email)).code, 'Confirm')
  await expect(page).toHaveURL(/\/dashboard$/)
  const age = () =>
    shop.sql(
      `update auth.sessions set amr = jsonb_build_array(jsonb_build_object(
         'method', 'otp', 'timestamp', extract(epoch from now())::bigint - 16 * 60))
        where user_id = (select id from auth.users where email = $1)`,
      [email],
    )
  await age()
  for (const [path, button, password] of [
    ['/dashboard/profile', 'Change password', SECOND],
    ['/new-password', 'Save the password', 'Bahari-Upepo-9'],
  ] as const) {
    await page.goto(path)
    await page.getByLabel('New password', { exact: true }).fill(password)
    await expect(page.getByLabel('Current password')).toHaveCount(0)
    await page.getByRole('button', { name: button }).click()
    await expect(page.getByText('we sent a code', { exact: false })).toBeVisible()
    await expectAccessible(page)
    const { code } = await shop.mailTo(email, path === '/new-password' ? 4 : 2)
    await page.getByLabel('Code from the email').fill(code)
    await page.getByRole('button', { name: button }).click()
    await expect(page.getByText(/password.* changed/i).first()).toBeVisible()
  }
  await logIn(await shop.visit(), { email, password: 'Bahari-Upepo-9' })
})

test('the screens do not reveal whether an address has an account', async ({ shop }) => {
  const page = await shop.visit()
  await page.goto('/forgot')
  await page.getByLabel('Email', { exact: true }).fill('nobody@example.com')
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expect(page.getByText('If nobody@example.com has an account', { exact: false })).toBeVisible()
})

for (const language of ['en', 'sw'] as const)
  test(`the screens of mailed links work without a link too, in ${language}`, async ({ shop }) => {
    const page = await shop.visit({ phone: true, language })
    for (const path of ['/forgot', '/new-password', '/confirm']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessible(page)
      expect(
        await page.evaluate(
          () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
        ),
      ).toBe(true)
    }
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
