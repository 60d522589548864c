import type { Page } from '@playwright/test'
import { callAs } from '../paying.ts'
import { expect, insertService, insertRequest, newCustomer, signedIn, test } from '../shop.ts'

/** The first load of a screen with a parameter in its address asks for that, and for nothing that is not there. */

async function failedCalls(page: Page, path: string): Promise<string[]> {
  const failed: string[] = []
  const asked: string[] = []
  page.on('response', (response) => {
    const { pathname, search } = new URL(response.url())
    if (!pathname.startsWith('/api/')) return
    asked.push(pathname + search)
    if (response.status() >= 400) failed.push(`${response.status()} ${pathname}`)
  })
  await page.goto(path, { waitUntil: 'networkidle' })
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
  page.removeAllListeners('response')
  // What the inline script has asked is not asked again.
  const repeated = asked.filter((one, index) => asked.indexOf(one) !== index)
  return [...failed, ...repeated.map((one) => `twice ${one}`)]
}

test('no screen asks in vain when it is opened by its address', async ({ shop }) => {
  const customer = await shop.visit()
  const email = 'kwanza@example.com'
  await newCustomer(customer, { name: 'Asha Mwangi', email })
  await insertRequest(shop, email, 'hosting', 'Basic', 'pending', 'asked')
  await insertService(shop, email, 'domain', 'kwanza.co.tz', 200)
  const { id: request } = await callAs<{ id: string }>(customer, 'POST', '/api/domain-requests', {
    requested_domain: 'kwanza-mpya.com',
  })
  const admin = await shop.visit()
  await signedIn(admin, shop.admin)
  await callAs(admin, 'PATCH', `/api/admin/domain-requests/${request}`, { status: 'available', price: 12 })
  const { items: due } = await callAs<{ items: { reference: string }[] }>(customer, 'GET', '/api/payments')
  const { items: services } = await callAs<{ items: { id: string; customer: { id: string } }[] }>(
    admin,
    'GET',
    '/api/admin/services?q=kwanza',
  )
  const [service] = services
  for (const [page, path] of [
    [customer, '/dashboard/domains/kwanza.co.tz'],
    [customer, '/dashboard/domains'],
    [customer, '/dashboard/payments'],
    [customer, `/dashboard/payments/${due[0]!.reference}`],
    [admin, `/admin/services/${service!.id}`],
    [admin, `/admin/profiles/${service!.customer.id}`],
    [admin, `/admin/profiles/${service!.customer.id}/emails`],
    [admin, `/admin/profiles/${service!.customer.id}/hosting`],
  ] as const)
    expect([path, await failedCalls(page, path)]).toEqual([path, []])
})
