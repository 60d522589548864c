import type { Page } from '@playwright/test'
import { startProvider, type TestProvider } from '../../packages/auth/testing/openid-provider.ts'
import { expect, expectAccessible, newCustomer, test as shopTest } from '../shop.ts'

/** Logging in at a real OpenID provider, where the test decides who logs in. */

const PORT = 30_317
const SITE = `http://127.0.0.1:${PORT}`

const test = shopTest.extend<object, { provider: TestProvider }>({
  provider: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const provider = await startProvider(`${SITE}/auth/v1/callback`)
      await use(provider)
      await provider.close()
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ provider }, use) => {
      await use({
        PORT: String(PORT),
        AUTH_OIDC_PWANI_ISSUER: provider.issuer,
        AUTH_OIDC_PWANI_CLIENT_ID: provider.clientId,
        AUTH_OIDC_PWANI_CLIENT_SECRET: provider.secret,
        AUTH_OIDC_PWANI_TITLE: 'Benki ya Pwani',
      })
    },
    { scope: 'worker' },
  ],
})

const button = (page: Page) => page.getByRole('button', { name: 'Continue with Benki ya Pwani' })
const logins = (page: Page) => page.getByRole('list', { name: 'Login methods' }).getByRole('listitem')

test('a sign-up and a log-in with a provider return to the requested page', async ({ shop, provider }) => {
  const who = { sub: 'new', email: 'mpya@example.com', email_verified: true, name: 'Mpya Kabisa' }
  provider.next = who
  const page = await shop.visit({ phone: true })
  await page.goto('/signup')
  await expect(button(page)).toBeVisible()
  await expectAccessible(page)
  await button(page).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByText(who.email).first()).toBeVisible()

  // A log-in that is cancelled at the provider shows a message, and can be repeated.
  const visitor = await shop.visit({ phone: true })
  provider.next = undefined
  await visitor.goto('/dashboard/domains?from=mail')
  await expect(visitor).toHaveURL(/\/login\?next=/)
  await button(visitor).click()
  await expect(visitor.getByText('The login was cancelled.', { exact: false })).toBeVisible()
  await expectAccessible(visitor)
  provider.next = who
  await button(visitor).click()
  await expect(visitor).toHaveURL(`${SITE}/dashboard/domains?from=mail`)
})

test("a log-in with the account's verified address is linked and logs in", async ({ shop, provider }) => {
  const email = 'kiungo@example.com'
  const page = await shop.visit()
  await newCustomer(page, { name: 'Kiungo Imara', email })
  await page.goto('/dashboard/profile')
  await expect(logins(page)).toHaveCount(1)
  await expect(logins(page).getByRole('button')).toHaveCount(0)

  provider.next = { sub: 'linked', email, email_verified: true }
  const visitor = await shop.visit()
  await visitor.goto('/login')
  await button(visitor).click()
  await expect(visitor.getByText('Kiungo Imara').first()).toBeVisible()
  await visitor.goto('/dashboard/profile')
  await expect(logins(visitor).filter({ hasText: 'Benki ya Pwani' })).toContainText(email)
  await expect(logins(visitor).getByRole('button')).toHaveCount(0)
  await expectAccessible(visitor)
})
