import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Person, type Shop } from '../../../app/testing/shop.ts'

/** How many requests a customer may have open, and races for a receipt. */

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop({ nodes: 2 })
  admin = await shop.admin()
})
afterAll(() => shop.close())

const plan = { plan_name: 'Basic', billing_period: 'monthly' }

test('a customer has 200 open requests of a product at the most, and other products beside them', async () => {
  const asha = await shop.customer()
  await shop.sql(
    `insert into requests (id, user_id, kind, subject, status, stage, details)
     select gen_random_uuid(), $1, 'hosting', 'Basic', 'pending', 'asked', '{}' from generate_series(1, 199)`,
    [asha.id],
  )
  expect((await asha.call('POST', '/api/hosting-requests', plan)).status).toBe(201)
  expect(await asha.call('POST', '/api/hosting-requests', plan)).toMatchObject({
    status: 409,
    body: { code: 'TOO_MANY_OPEN' },
  })
  expect(
    (await asha.call('POST', '/api/domain-requests', { requested_domain: 'beside-them.com' })).status,
  ).toBe(201)
  const one = (await asha.call('GET', '/api/hosting-requests?limit=1')).body.items[0]
  await admin.call('PATCH', `/api/admin/hosting-requests/${one.id}`, { status: 'rejected' })
  expect((await asha.call('POST', '/api/hosting-requests', plan)).status).toBe(201)
})

test('the shop sets another number, or none', async () => {
  const asha = await shop.customer()
  const set = (value: number | null) =>
    admin.call('PATCH', '/api/admin/settings', { values: { 'requests.mostOpen': value } })
  await set(1)
  expect((await asha.call('POST', '/api/hosting-requests', plan)).status).toBe(201)
  expect((await asha.call('POST', '/api/hosting-requests', plan)).status).toBe(409)
  await set(null)
  expect((await asha.call('POST', '/api/hosting-requests', plan)).status).toBe(201)
  expect((await set(0)).status).toBe(400)
})

test('a claim turned down while its receipt is claimed with again ends in an answer, and in one truth', async () => {
  const asha = await shop.customer()
  const offer = async (name: string) => {
    const { body } = await asha.call('POST', '/api/domain-requests', { requested_domain: name })
    await admin.call('PATCH', `/api/admin/domain-requests/${body.id}`, { status: 'available', price: 12 })
    return body.id as string
  }
  for (let round = 0; round < 6; round++) {
    const paid = { payer_name: 'Asha', receipt_number: `RACE${round}`, payment_method: 'M-Pesa' }
    const first = await offer(`race-${round}.com`)
    const others = await Promise.all([0, 1, 2, 3].map((n) => offer(`race-${round}-${n}.com`)))
    await asha.call('POST', `/api/domain-requests/${first}/payment`, paid)
    const answers = await Promise.all([
      ...[0, 1, 2, 3].map((n) =>
        shop.at(n % 2, admin.token)('POST', `/api/admin/domain-requests/${first}/payment/reject`, {
          reason: 'Not found',
        }),
      ),
      ...others.map((id, n) =>
        shop.at(n % 2, asha.token)('POST', `/api/domain-requests/${id}/payment`, paid),
      ),
    ])
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    expect(answers.slice(0, 4).filter(({ status }) => status === 200)).toHaveLength(1)
    // Every claim that counts holds its receipt.
    const [{ adrift }] = (await shop.sql(
      `select count(*) as adrift from claims p where state = 'open' and number = $1
         and not exists (select from receipts r where r.method = p.method and r.number = p.number)`,
      [`race${round}`],
    )) as [{ adrift: number }]
    expect(adrift).toBe(0)
  }
})

test('a name that is given free names the renewal that nothing can come of any more', async () => {
  const asha = await shop.customer()
  await admin.call('PATCH', '/api/admin/settings', { values: { renewals: 'paid' } })
  const { body } = await asha.call('POST', '/api/domain-requests', { requested_domain: 'let-go.com' })
  await admin.call('PATCH', `/api/admin/domain-requests/${body.id}`, { status: 'YOUR DOMAIN IS ACTIVE NOW' })
  const [service] = await shop.sql(
    `update services set expires_at = now() - interval '1 day' where name = 'let-go.com' returning id`,
  )
  const renewed = await asha.call('POST', `/api/domains/${service!.id}/renew`, {})
  expect(renewed.status).toBe(200)
  const [request] = await shop.sql(`select id from requests where renews = $1`, [service!.id])
  expect(await admin.call('POST', `/api/admin/services/${service!.id}/release`)).toMatchObject({
    status: 200,
    body: { id: service!.id, open_renewal: request!.id },
  })
})
