import type { Page } from '@playwright/test'
import { callAs } from './paying.ts'
import { expect, newCustomer, signedIn, type Shop } from './shop.ts'

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
export const form = (admin: Page, name: string) => admin.getByRole('form', { name: `Review ${name}` })
