import type { Page } from '@playwright/test'
import { withCaptcha } from '../captcha-service.ts'
import { expect, expectAccessible } from '../shop.ts'

/** With a captcha service configured, the screens show its widget and send its tokens. Each token is valid once. */

const password = 'Pwani-Mawimbi-4'

const test = withCaptcha({ AUTH_EMAIL_CONFIRMATION: 'on', AUTH_MAIL_COOLDOWN: '0' })

const widget = (page: Page) => page.frameLocator('iframe[title="Security check"]')

/** Solves the widget, and waits until the page has received the token. */
async function solve(page: Page) {
  const received = page.evaluate(
    () =>
      new Promise<void>((done) =>
        window.addEventListener(
          'message',
          ({ data }) => (data as { captcha?: string }).captcha === 'solved' && done(),
        ),
      ),
  )
  await widget(page).getByRole('button', { name: 'I am a person' }).click()
  await received
}

async function fillLogIn(page: Page, email: string, word = password) {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(word)
}

/** Presses Enter, because on a phone a toast may cover the button for a moment. */
const logIn = (page: Page) => page.getByLabel('Password', { exact: true }).press('Enter')

test('every screen that needs a token sends a new one', async ({ shop, service }) => {
  const email = 'captcha@example.com'
  const page = await shop.visit({ phone: true })
  const before = service.verifications.length
  const spent = async (count: number) => {
    const asked = service.verifications.slice(before)
    expect(asked.map(({ isValid, secret }) => [isValid, secret])).toEqual(
      Array.from({ length: count }, () => [true, 'the secret']),
    )
    expect(new Set(asked.map(({ token }) => token)).size).toBe(count)
  }

  await page.goto('/signup')
  await expect(widget(page).getByTitle('the-site en')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Full name', { exact: true }).fill('Asha Mwangi')
  await page.getByLabel(/Phone number/).fill('0712 345 678')
  await fillLogIn(page, email)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByText('Please complete the security check first.').first()).toBeVisible()
  await spent(0)
  await solve(page)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByRole('heading', { name: 'Confirm your email' })).toBeVisible()
  await spent(1)

  // Each mail needs a new token. Checking a code needs none.
  await solve(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send it again' }).click()
  const { code } = await shop.mailTo(email, 2)
  await spent(2)
  await page.getByLabel('Code from the email').fill(code)
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page).toHaveURL(/\/dashboard$/)

  // The log-in screen shows the widget also after a navigation without a page load.
  await page.getByRole('button', { name: 'Your menu' }).click()
  await page
    .getByRole('button', { name: 'Logout' })
    .or(page.getByRole('menuitem', { name: 'Logout' }))
    .click()
  await expect(page).toHaveURL(/\/login$/)
  await fillLogIn(page, email, 'Not-the-word-1')
  await solve(page)
  await logIn(page)
  await expect(page.getByText('Invalid login credentials').first()).toBeVisible()
  await spent(3)
  await fillLogIn(page, email)
  await logIn(page)
  await expect(page.getByText('Please complete the security check first.').first()).toBeVisible()
  await spent(3)
  await solve(page)
  await logIn(page)
  await expect(page).toHaveURL(/\/dashboard$/)
  await spent(4)

  const visitor = await shop.visit({ phone: true })
  await visitor.goto('/forgot')
  await visitor.getByLabel('Email', { exact: true }).fill(email)
  await solve(visitor)
  await visitor.getByRole('button', { name: 'Send me a link' }).click()
  await expect(visitor.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  await spent(5)

  await visitor.goto('/login')
  await visitor.getByRole('button', { name: 'Email me a code' }).click()
  await visitor.getByLabel('Email', { exact: true }).fill(email)
  await solve(visitor)
  await visitor.getByRole('button', { name: 'Send the code' }).click()
  await expect(visitor.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  await spent(6)
})

test('a refused token, an expired token, and a widget that does not load', async ({ shop, service }) => {
  const page = await shop.visit()
  await page.goto('/login')
  await fillLogIn(page, 'nobody@example.com')
  await solve(page)
  service.refusesNext = true
  await logIn(page)
  await expect(page.getByText('The security check failed.', { exact: false }).first()).toBeVisible()
  await expectAccessible(page)

  await solve(page)
  // The frame sends a message some time after the click.
  const received = page.evaluate(
    () =>
      new Promise<void>((done) =>
        window.addEventListener('message', ({ data }) => data.captcha !== 'size' && done()),
      ),
  )
  await widget(page).getByRole('button', { name: 'Expire' }).click()
  await received
  const asked = service.verifications.length
  await logIn(page)
  await expect(page.getByText('Please complete the security check first.').first()).toBeVisible()
  expect(service.verifications).toHaveLength(asked)

  await shop.failing(async () => {
    service.servesScript = false
    await page.goto('/login')
    await expect(page.getByText('The security check could not be loaded.', { exact: false })).toBeVisible()
    await expectAccessible(page)
  })
  service.servesScript = true
  await fillLogIn(page, 'nobody@example.com')
  await page.getByRole('button', { name: 'Try again' }).click()
  await solve(page)
  await logIn(page)
  await expect(page.getByText('Invalid login credentials').first()).toBeVisible()
})

test('only the frame’s policy contains the service’s hosts, and messages of other senders are ignored', async ({
  shop,
  service,
}) => {
  const page = await shop.visit()
  await page.goto('/login')
  const policyOf = (path: string) =>
    page.evaluate(async (to) => (await fetch(to)).headers.get('content-security-policy') ?? '', path)
  for (const path of ['/', '/login', '/signup', '/forgot', '/dashboard/profile'])
    expect(await policyOf(path)).not.toContain(service.address)
  expect(await policyOf('/login')).toContain("frame-src 'self';")
  expect(await policyOf('/login')).toMatch(/trusted-types service-worker$/)
  const frame = await policyOf('/captcha-frame')
  expect(frame).toContain("default-src 'none'")
  expect(frame).toContain(`script-src 'self' ${service.address};`)
  expect(frame).toContain("frame-ancestors 'self'")

  await expect(widget(page).getByRole('button', { name: 'I am a person' })).toBeVisible()
  await fillLogIn(page, 'nobody@example.com')
  await page.evaluate(() => window.postMessage({ captcha: 'solved', token: 'forged' }, window.origin))
  const asked = service.verifications.length
  await logIn(page)
  await expect(page.getByText('Please complete the security check first.').first()).toBeVisible()
  expect(service.verifications).toHaveLength(asked)
})

test('the widget is in the language of the page', async ({ shop }) => {
  const page = await shop.visit({ language: 'sw', phone: true, dark: true })
  await page.goto('/login')
  const frame = page.frameLocator('iframe[title="Ukaguzi wa usalama"]')
  await expect(frame.getByTitle('the-site sw')).toBeVisible()
  await expectAccessible(page)
})
