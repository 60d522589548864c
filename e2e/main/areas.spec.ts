import type { Page } from '@playwright/test'
import { fillCart } from '../buying.ts'
import { expectFitting, expectLoaded, follow } from '../following.ts'
import { expect, expectAccessible, newCustomer, signedIn, test } from '../shop.ts'

/** Every screen of the site is accessible and fits on every width, without an error in the console. */

const publicScreens = [
  '/',
  '/pricing',
  '/support',
  '/search',
  '/cart',
  '/checkout',
  '/login',
  '/signup',
  '/forgot',
  '/setup',
  '/nowhere',
  '/confirm',
  '/mail-settings/void',
  '/new-password',
  '/offline',
]
/** The longest name that a domain can have before its ending. */
const longName = `${'m'.repeat(63)}.com`

const customerScreens = [
  '',
  '/domains',
  '/emails',
  // Its title is that of the domains, so that another screen is between both.
  '/domains?move=',
  '/hosting',
  '/website-design',
  '/livechat',
  '/whatsapp',
  '/renew',
  '/orders',
  '/payments',
  '/profile',
].map((path) => `/dashboard${path}`)
const adminScreens = [
  '',
  '/reports',
  '/answer-times',
  '/inbox',
  '/domains',
  '/emails',
  // Its title is that of the domains, so that another screen is between both.
  '/domains?move=',
  '/hosting',
  '/orders',
  '/payments',
  '/payments/due',
  '/payments/import',
  '/payments/exports',
  '/services',
  '/messages',
  '/chat',
  '/audit',
  '/availability',
  '/users',
  '/users/roles',
  '/mail',
  '/operations',
  '/notifications',
  '/webhooks',
  '/profiles',
  '/settings',
  '/settings/templates',
  '/profile',
].map((path) => `/admin${path}`)

for (const [phone, language, dark] of [
  [false, 'en', false],
  [true, 'sw', true],
] as const)
  test(`every screen is accessible and does not overflow: ${phone ? 'phone' : 'desktop'}, ${language}, ${dark ? 'dark' : 'light'}`, async ({
    shop,
  }) => {
    const page = await shop.visit({ phone, language, dark })
    for (const path of publicScreens) {
      await page.goto(path)
      await expectGood(page, path)
    }
    await fillCart(page, longName)
    for (const path of ['/cart', '/checkout']) {
      await page.goto(path)
      await expect(page.getByText(longName).first()).toBeVisible()
      await expectGood(page, path)
    }
    await newCustomer(page, {
      name: 'Asha Mwangi',
      email: `${language}-${phone}@example.com`,
      business: 'Mama Duka',
    })
    await expectArea(page, customerScreens)
    await signedIn(page, shop.admin)
    await expectArea(page, adminScreens)
  })

/** Checks the screens of an area, whose first one is open. */
async function expectArea(page: Page, [first, ...others]: string[]) {
  await expectGood(page, first!)
  for (const path of others) {
    expect([path, (await page.request.get(path)).status()]).toEqual([path, 200])
    await follow(page, path)
    await expectGood(page, path)
  }
}

async function expectGood(page: Page, path: string) {
  await expect(page).toHaveURL(path)
  await expectLoaded(page)
  await expectFitting(page, path)
  await expectAccessible(page)
}
