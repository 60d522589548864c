import type { Page } from '@playwright/test'
import { callAs } from './paying.ts'
import { expect, expectAccessible, newCustomer, signedIn, type Shop } from './shop.ts'

/** What the journeys through the admins' queues share. */

export const names = ['bahari.com', 'kahawa.net', 'safari.org']

/** A customer with requests for the names, and an admin on their queue. */
export async function waiting(shop: Shop, turn: string, phone = false) {
  const customer = await shop.visit()
  await newCustomer(customer, {
    name: 'Bi Rehema binti Abdulrahman Al-Maskari wa Mombasa',
    email: `${turn}@example.com`,
    business: 'Mama Duka & Wanawe wa Pwani Wholesale and Retail',
  })
  for (const name of names)
    await callAs(customer, 'POST', '/api/domain-requests', { requested_domain: `${turn}-${name}` })
  const admin = await shop.visit({ phone })
  await signedIn(admin, shop.admin)
  await admin.goto(`/admin/domains?q=${turn}-`)
  await expect(rows(admin)).toHaveCount(names.length)
  return admin
}

export const rows = (admin: Page) => admin.getByRole('button', { name: /^Review / })
/** What is opened of a list: beside it, or over the whole screen of a phone. */
export const opened = (admin: Page) => admin.locator('[data-queue-decision]:not([hidden])')
export const form = (admin: Page, name: string) => admin.getByRole('form', { name: `Review ${name}` })

/**
 * Searches the queue for the first name and filters it by a status that it does not have, then shows all requests of
 * the customer.
 * @param openFilters shows the filters where they are hidden
 */
export async function filterByStatus(admin: Page, turn: string, openFilters = async () => {}) {
  const bahari = `${turn}-bahari.com`
  // The address contains the search, so a reload and the back button restore it.
  await admin.getByLabel('Search').fill(bahari)
  await expect(rows(admin)).toHaveCount(1)
  await expect(admin).toHaveURL(new RegExp(`q=${bahari}`))
  await openFilters()
  await admin.getByLabel('Status', { exact: true }).selectOption('rejected')
  await expect(admin.getByText('No request matches')).toBeVisible()
  await expectAccessible(admin)
  await admin.reload()
  await expect(admin.getByLabel('Status', { exact: true })).toHaveValue('rejected')
  await expect(admin.getByLabel('Search')).toHaveValue(bahari)
  await admin.getByRole('button', { name: 'Show all requests' }).click()
  await expect(admin).toHaveURL(/\/admin\/domains$/)
  await admin.getByLabel('Search').fill(`${turn}@example.com`)
  await expect(rows(admin)).toHaveCount(names.length)
}

/** Offers the first name for $12.50, after its form was left for another one and opened again. */
export async function offerBahari(admin: Page, turn: string) {
  const [bahari, kahawa] = [`${turn}-bahari.com`, `${turn}-kahawa.net`]
  // Opening another request does not lose what was typed in the first one.
  await form(admin, bahari).getByLabel('Feedback to the customer').fill('Karibu sana')
  const leave = () => opened(admin).getByRole('button', { name: 'Close', exact: true }).click()
  const isPhone = (admin.viewportSize()?.width ?? 0) < 768
  if (isPhone) await leave()
  await admin.getByRole('button', { name: `Review ${kahawa}` }).click()
  await expect(form(admin, kahawa)).toBeVisible()
  await expect(form(admin, bahari)).toBeHidden()
  if (isPhone) await leave()
  await admin.getByRole('button', { name: `Review ${bahari}` }).click()
  await expect(form(admin, bahari).getByLabel('Feedback to the customer')).toHaveValue('Karibu sana')

  await form(admin, bahari).getByLabel('Status', { exact: true }).selectOption('available')
  // The price of the price list is filled in.
  await expect(form(admin, bahari).getByLabel('Price in dollars')).toHaveValue('10.00')
  await form(admin, bahari).getByLabel('Price in dollars').fill('')
  await form(admin, bahari).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form(admin, bahari).getByText('Please enter a valid price')).toBeVisible()
  await form(admin, bahari).getByLabel('Price in dollars').fill('12.50')
  await form(admin, bahari).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form(admin, bahari)).toHaveCount(0)
  await expect(admin.getByRole('cell').getByText('$12.50')).toBeVisible()
}
