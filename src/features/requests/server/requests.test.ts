import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop, type Person, type Shop } from '../../../app/testing/shop.ts'
import { DOMAIN_ACTIVE } from '../../products/domain.ts'
import { EMAIL_ACTIVE } from '../../products/email.ts'

let shop: Shop
let asha: Person
let juma: Person
let admin: Person
beforeAll(async () => {
  shop = await openShop()
  asha = await shop.customer({ full_name: 'Asha Mwangi' })
  juma = await shop.customer({ full_name: 'Juma Otieno' })
  admin = await shop.admin()
})
afterAll(() => shop.close())

const receipt = { payer_name: 'Asha Mwangi', receipt_number: 'QK712AB', payment_method: 'M-Pesa' }

describe('asking', () => {
  test('for a domain gives a pending request without a price, and an event', async () => {
    const { status, body } = await asha.call('POST', '/api/domain-requests', {
      requested_domain: 'WWW.Mama.com',
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      user_id: asha.id,
      requested_domain: 'mama.com',
      status: 'pending',
      price: null,
      admin_feedback: null,
      suggestions: null,
      payment_confirmed: false,
      paid: false,
      payer_name: null,
      version: 1,
    })
    const events = await shop.sql(`select type, topics from events where entity_id = $1`, [body.id])
    expect(events).toEqual([{ type: 'request.submitted', topics: ['domain-requests'] }])
  })

  test('for hosting keeps the price of the plan', async () => {
    const yearly = await asha.call('POST', '/api/hosting-requests', {
      plan_name: 'Business',
      billing_period: 'yearly',
    })
    expect(yearly.body).toMatchObject({
      price: 129.99,
      billing_period: 'yearly',
      is_manual: false,
      manual_details: null,
    })
    const custom = await asha.call('POST', '/api/hosting-requests', {
      plan_name: 'Custom Plan',
      manual_details: '2 TB',
    })
    expect(custom.body).toMatchObject({
      price: null,
      billing_period: null,
      is_manual: true,
      manual_details: '2 TB',
    })
  })

  test.each([
    ['/api/domain-requests', { requested_domain: 'no name' }, 400, 'DOMAIN_NAME_INVALID'],
    ['/api/email-requests', { requested_domain: 'mama.com' }, 400, 'EMAIL_ADDRESS_INVALID'],
    ['/api/hosting-requests', { plan_name: 'Gold', billing_period: 'yearly' }, 400, 'PLAN_UNKNOWN'],
    ['/api/domain-requests', { requested_domain: 'mama.com' }, 409, 'ALREADY_REQUESTED'],
  ])('%s with %j answers %i %s', async (path, body, status, code) => {
    expect(await asha.call('POST', path, body)).toMatchObject({ status, body: { code } })
  })

  test('needs a complete profile first', async () => {
    const bare = await shop.customer({ phone_number: null })
    const answer = await bare.call('POST', '/api/domain-requests', { requested_domain: 'bare.com' })
    expect(answer).toMatchObject({ status: 409, body: { code: 'PROFILE_INCOMPLETE' } })
  })

  test('for the same name 8 times at once gives one request', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        asha.call('POST', '/api/domain-requests', { requested_domain: 'eight.com' }),
      ),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, ...Array(7).fill(409)])
  })

  test('again is possible after a rejection, for a renewed wish', async () => {
    const first = await juma.call('POST', '/api/domain-requests', { requested_domain: 'again.com' })
    await admin.call('PATCH', `/api/admin/domain-requests/${first.body.id}`, { status: 'rejected' })
    expect(await juma.call('POST', '/api/domain-requests', { requested_domain: 'again.com' })).toMatchObject({
      status: 201,
    })
    const reopened = await admin.call('PATCH', `/api/admin/domain-requests/${first.body.id}`, {
      status: 'pending',
    })
    expect(reopened).toMatchObject({ status: 409, body: { code: 'OPEN_ELSEWHERE' } })
  })

  test('twice with one idempotency key happens once and answers the same', async () => {
    const headers = { 'idempotency-key': 'a-key-of-the-clients' }
    const body = { plan_name: 'Basic', billing_period: 'monthly' }
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => juma.call('POST', '/api/hosting-requests', body, headers)),
    )
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1)
    expect(answers.every((answer) => answer.status === 201)).toBe(true)
    const other = await juma.call(
      'POST',
      '/api/hosting-requests',
      { ...body, billing_period: 'yearly' },
      headers,
    )
    expect(other).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } })
    const rows = await shop.sql(`select 1 from requests where user_id = $1 and kind = 'hosting'`, [juma.id])
    expect(rows).toHaveLength(1)
  })
})

describe('reviewing', () => {
  test('walks a domain from the wish to the record', async () => {
    const { body: asked } = await asha.call('POST', '/api/domain-requests', { requested_domain: 'walk.com' })
    const at = `/api/admin/domain-requests/${asked.id}`
    const early = await asha.call('POST', `/api/domain-requests/${asked.id}/payment`, receipt)
    expect(early).toMatchObject({ status: 409, body: { code: 'NOT_PAYABLE' } })

    const offered = await admin.call('PATCH', at, {
      status: 'available',
      price: 12.5,
      admin_feedback: 'Yours!',
      version: 1,
    })
    expect(offered.body).toMatchObject({
      status: 'available',
      price: 12.5,
      requester: {
        email: asha.email,
        full_name: 'Asha Mwangi',
        country: 'TZ',
        phone_number: '+255712345678',
      },
    })
    const claimed = await asha.call('POST', `/api/domain-requests/${asked.id}/payment`, receipt)
    expect(claimed.body).toMatchObject({ payment_confirmed: true, paid: false, ...receipt })
    expect(await asha.call('POST', `/api/domain-requests/${asked.id}/payment`, receipt)).toMatchObject({
      status: 409,
      body: { code: 'ALREADY_CLAIMED' },
    })

    const active = await admin.call('PATCH', at, { status: DOMAIN_ACTIVE })
    expect(active.body).toMatchObject({
      status: DOMAIN_ACTIVE,
      price: null,
      paid: true,
      claim: { amount: 12.5, currency: 'USD' },
    })
    const { body: owned } = await asha.call('GET', '/api/domains')
    const [service] = owned.items.filter((one: { domain_name: string }) => one.domain_name === 'walk.com')
    expect(service).toMatchObject({ status: 'active', renewal: null, user_id: asha.id })
    const year = new Date(service.registered_at)
    year.setUTCFullYear(year.getUTCFullYear() + 1)
    expect(service.expires_at).toBe(year.toISOString())
    expect(await asha.call('POST', '/api/domain-requests', { requested_domain: 'walk.com' })).toMatchObject({
      status: 409,
      body: { code: 'ALREADY_OWNED' },
    })
  })

  test("takes an e-mail's address from the requested name and keeps its price", async () => {
    const { body: asked } = await juma.call('POST', '/api/email-requests', {
      requested_domain: 'Info@Juma.co.tz',
    })
    const at = `/api/admin/email-requests/${asked.id}`
    await admin.call('PATCH', at, { status: 'available', price: 3 })
    const { body } = await admin.call('PATCH', at, { status: EMAIL_ACTIVE })
    expect(body).toMatchObject({ status: EMAIL_ACTIVE, price: 3 })
    expect(body).not.toHaveProperty('paid')
    expect((await juma.call('GET', '/api/emails')).body.items[0]).toMatchObject({
      email_address: 'info@juma.co.tz',
    })
  })

  test('lets a hosting account run as long as its period, and a custom one as the admin picks', async () => {
    const call = async (body: object, review: object) => {
      const { body: asked } = await asha.call('POST', '/api/hosting-requests', body)
      await admin.call('PATCH', `/api/admin/hosting-requests/${asked.id}`, { status: 'approved', price: 9 })
      const paid = await asha.call('POST', `/api/hosting-requests/${asked.id}/payment`, {
        ...receipt,
        receipt_number: `H-${asked.id}`,
      })
      expect(paid.body).toMatchObject({ payment_confirmed: true, paid: true })
      await admin.call('PATCH', `/api/admin/hosting-requests/${asked.id}`, { status: 'active', ...review })
      const { body: all } = await asha.call('GET', '/api/hosting-accounts')
      const { activated_at, expires_at, billing_period } = all.items[0]
      const days = expires_at && Math.round((Date.parse(expires_at) - Date.parse(activated_at)) / 86_400_000)
      return { days, billing_period }
    }
    const monthly = await call({ plan_name: 'Basic', billing_period: 'monthly' }, {})
    expect(monthly.billing_period).toBe('monthly')
    expect(monthly.days).toBeGreaterThanOrEqual(28)
    expect(monthly.days).toBeLessThanOrEqual(31)
    const custom = { plan_name: 'Custom Plan', manual_details: 'a lot' }
    expect(await call(custom, { billing_period: null })).toEqual({ days: null, billing_period: null })
    const yearly = await call(custom, { billing_period: 'yearly' })
    expect([365, 366]).toContain(yearly.days)
  })

  test('over a newer version is refused with the newer row', async () => {
    const { body: asked } = await asha.call('POST', '/api/domain-requests', { requested_domain: 'newer.com' })
    const at = `/api/admin/domain-requests/${asked.id}`
    await admin.call('PATCH', at, { status: 'suggested', suggestions: ['newer.net', ' '], version: 1 })
    const late = await admin.call('PATCH', at, { status: 'rejected', version: 1 })
    expect(late).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', data: { status: 'suggested', suggestions: ['newer.net'], version: 2 } },
    })
  })

  test('of a row that is gone answers 404', async () => {
    const gone = await admin.call(
      'PATCH',
      '/api/admin/domain-requests/018f0000-0000-7000-8000-000000000000',
      {
        status: 'pending',
      },
    )
    expect(gone).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  })

  test('finds requests by name, customer and receipt, page by page', async () => {
    const find = async (query: string) =>
      (await admin.call('GET', `/api/admin/domain-requests?${query}`)).body.items.map(
        (one: { requested_domain: string }) => one.requested_domain,
      )
    expect(await find('q=walk')).toEqual(['walk.com'])
    expect(await find('q=qk-712 ab')).toEqual(['walk.com'])
    expect(await find('q=Otieno')).toEqual(['again.com', 'again.com'])
    expect(await find('status=suggested')).toEqual(['newer.com'])
    expect(await find('q=%25')).toEqual([])
    const all = await find('limit=100')
    const first = await admin.call('GET', '/api/admin/domain-requests?limit=2')
    const second = await admin.call(
      'GET',
      `/api/admin/domain-requests?limit=2&cursor=${first.body.next_cursor}`,
    )
    const names = [...first.body.items, ...second.body.items].map(
      (one: { requested_domain: string }) => one.requested_domain,
    )
    expect(names).toEqual(all.slice(0, 4))
  })
})
