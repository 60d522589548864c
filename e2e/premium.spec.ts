import type { Page } from '@playwright/test'
import { expect, expectAccessible, signedIn, signUp, test } from './shop.ts'

/** A premium name cannot be put into the cart: the customer requests its price. */

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

for (const phone of [false, true])
  test(`a premium name is available, with its price on request (${phone ? 'phone' : 'desktop'})`, async ({
    shop,
  }) => {
    const [label, email] = phone ? ['lulu', 'lulu@example.com'] : ['almasi', 'almasi@example.com']
    const name = `${label}.com`
    shop.registry.premium.add(name)
    const page = await shop.visit({ phone })
    await page.goto(`/results?domain=${label}`)
    await expect(row(page, name).getByText('Available', { exact: true })).toBeVisible()
    await expect(row(page, `${label}.net`).getByRole('button', { name: /^Add to Cart/ })).toBeVisible()
    await expect(row(page, name).getByRole('button')).toHaveCount(0)
    await expect(row(page, name).getByText('$')).toHaveCount(0)
    await expectAccessible(page)

    // After the log-in a visitor returns to the same name.
    await row(page, name)
      .getByRole('link', { name: `Ask for a price: ${name}` })
      .click()
    await expect(page).toHaveURL(/\/login/)
    await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).click()
    await expect(page).toHaveURL(/\/signup/)
    await signUp(page, { name: 'Neema', email })
    await expect(page).toHaveURL(new RegExp(`/dashboard/domains\\?name=${name}$`))
    await expect(page.getByLabel('Domain name')).toHaveValue(name)
    await page.getByRole('button', { name: `Request this: ${name}` }).click()
    await expect(page.getByText('Request sent! Expect feedback within ~10 mins.')).toBeVisible()
    await expect(
      page.getByRole('region', { name: 'My Domain Requests' }).getByRole('heading', { name, exact: true }),
    ).toBeVisible()

    const admin = await shop.visit()
    await signedIn(admin, shop.admin)
    await expect(admin).toHaveURL(/\/admin$/)
    await admin.getByRole('navigation').getByRole('link', { name: 'Manage Domains', exact: true }).click()
    await expect(admin.getByRole('button', { name: `Review ${name}` }).first()).toBeVisible()
  })
