import type { Page, Request } from '@playwright/test'
import { callAs } from '../paying.ts'
import { expect, insertService, insertRequest, newCustomer, signedIn, test } from '../shop.ts'

/** The first load of a screen with a parameter in its address asks for that, and for nothing that is not there. */

/** What a screen asks the API in vain or twice until it is at rest. The stream of live events stays open, and who is here changes. */
async function failedCalls(page: Page, path: string): Promise<string[]> {
  const [asked, failed]: [string[], string[]] = [[], []]
  const open = new Set<Request>()
  const addressOf = (request: Request) => request.url().replace(/^https?:\/\/[^/]+/, '')
  const isCall = (request: Request) => /^\/api\/(?!live|admin\/presence)/.test(addressOf(request))
  const onRequest = (request: Request) => {
    if (!isCall(request)) return
    asked.push(addressOf(request))
    open.add(request)
  }
  const onEnd = async (request: Request) => {
    const answer = await request.response().catch(() => null)
    if (open.delete(request) && (answer?.status() ?? 500) >= 400)
      failed.push(`${answer?.status()} ${addressOf(request)}`)
  }
  // What the screen before asks late belongs to that one.
  await page.goto('about:blank')
  page.on('request', onRequest).on('requestfinished', onEnd).on('requestfailed', onEnd)
  await page.goto(path)
  await expect(page.locator('main h1, main h2').first()).toBeVisible()
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
  await expect.poll(() => open.size).toBe(0)
  page.off('request', onRequest).off('requestfinished', onEnd).off('requestfailed', onEnd)
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
  await expect(admin.getByRole('heading', { level: 1 })).toBeVisible()
  await callAs(admin, 'PATCH', `/api/admin/domain-requests/${request}`, { status: 'available', price: 12 })
  // A stream that opens repeats what has just happened, and a screen then loads again.
  await shop.sql(`update events set at = at - interval '1 hour'`)
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
