import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../shop.ts'

/** The landing page on a phone: answers in place, and nothing to load before somebody types. */

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })
const available = (page: Page, name: string) =>
  row(page, name).getByText('Available', { exact: true }).filter({ visible: true })

test('the landing page answers in place', async ({ shop }) => {
  const name = 'bandari'
  shop.registry.taken.add(`${name}.net`)
  shop.registry.silent.add('xyz')
  const page = await shop.visit({ phone: true })
  const scripts: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
  await page.goto('/', { waitUntil: 'networkidle' })
  expect(scripts).toEqual([])
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome to Kikoa')

  await page.getByLabel('Domain name').pressSequentially(name)
  await expect(available(page, `${name}.com`)).toBeVisible()
  await expect(row(page, `${name}.com`).getByText('$10.00')).toBeVisible()
  await expect(row(page, `${name}.net`).getByText('Not Available')).toBeVisible()
  await expect(row(page, `${name}.xyz`).getByText('Error checking this domain')).toBeVisible()
  await expect(page.getByRole('status')).toHaveText('Here is what we found.')
  expect(scripts).toHaveLength(1)
  shop.registry.silent.delete('xyz')
  await expectAccessible(page)

  await page.getByRole('button', { name: `Add to Cart: ${name}.com` }).click()
  await expect(page.getByRole('status')).toHaveText(`${name}.com added to cart`)
  await expect(page.getByRole('link', { name: `In the cart: ${name}.com` })).toBeFocused()
  await expect(page.getByRole('link', { name: 'Cart: 1' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('link', { name: 'Cart: 1' })).toBeVisible()

  // What is in the cart already is not offered again.
  await page.getByLabel('Domain name').fill(name)
  await page.getByRole('link', { name: `In the cart: ${name}.com` }).click()
  await expect(page.getByRole('main').getByText(`${name}.com`).first()).toBeVisible()
})
