import { randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DOMAIN_ACTIVE } from '../../products/domain.ts'
import { openShop, type Person, type Shop } from '../../../app/testing/shop.ts'
import { monthsUntil } from '../months.ts'

/** The admin's figures, compared with rows whose result is known. */

let shop: Shop
let asha: Person
let admin: Person
const now = new Date()
const months = monthsUntil(now)
/** The first moment of a month, plus `ms` milliseconds. */
const edge = (month: number, ms = 0) => new Date(Date.parse(`${months.at(month)!}-01T00:00:00Z`) + ms)
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000)

beforeAll(async () => {
  shop = await openShop()
  asha = await shop.customer()
  admin = await shop.admin()
})
afterAll(() => shop.close())

const request = async (row: { kind?: string; status?: string; stage: string; at?: Date }) => {
  const id = randomUUIDv7()
  await shop.sql(
    `insert into requests (id, user_id, kind, subject, status, stage, created_at) values ($1::uuid, $2, $3, $1::uuid::text, $4, $5, $6)`,
    [id, asha.id, row.kind ?? 'domain', row.status ?? row.stage, row.stage, row.at ?? now],
  )
  return id
}
const service = async (row: { kind?: string; started?: Date; expires?: Date | null; released?: boolean }) => {
  const from = await request({ kind: row.kind ?? 'domain', status: 'x', stage: 'active' })
  await shop.sql(
    `insert into services (id, user_id, request_id, kind, name, exclusive, started_at, expires_at, released_at)
     values ($1::uuid, $2, $3, $4, $1::uuid::text, true, $5, $6, $7)`,
    [
      randomUUIDv7(),
      asha.id,
      from,
      row.kind ?? 'domain',
      row.started ?? edge(-3),
      row.expires === undefined ? inDays(400) : row.expires,
      row.released ? now : null,
    ],
  )
}
/** A sale in the ledger, or with a negative amount what was taken back of one. */
const sold = (at: Date, amount: number, currency = 'USD') =>
  shop.sql(
    `select post_to_ledger('charge', $1, $2, $3, jsonb_build_array(
              jsonb_build_object('account', 'customer', 'user_id', $4::text, 'amount', -$5::numeric, 'currency', $6::text),
              jsonb_build_object('account', 'sales', 'amount', $5::numeric, 'currency', $6::text)))`,
    [randomUUIDv7(), amount < 0 ? 'credit-note' : 'sale', at, asha.id, amount, currency],
  )
const order = async (
  status: string,
  claimed = false,
  at = now,
  lines: [price: number, state: string][] = [[10, 'registered']],
) => {
  const id = randomUUIDv7()
  await shop.sql(
    `insert into orders (id, user_id, status, total_price, payment_confirmed, created_at) values ($1, $2, $3, 10, $4, $5)`,
    [id, asha.id, status, claimed, at],
  )
  for (const [position, [price, state]] of lines.entries())
    await shop.sql(
      `insert into order_lines (id, order_id, user_id, position, domain, price, state) values ($1, $2, $3, $4, $5, $6, $7)`,
      [randomUUIDv7(), id, asha.id, position, `line${position}.com`, price, state],
    )
  return id
}

// oxlint-disable-next-line typescript/no-explicit-any -- each test states the shape it expects
async function insights(): Promise<any> {
  // A new node has no cached count.
  const other = await shop.admin()
  const { status, body } = await other.call('GET', '/api/admin/insights')
  expect(status).toBe(200)
  return body
}

test('the overview’s figures are those of the rows, with the months cut in UTC', async () => {
  const minutes = (ago: number) => new Date(Date.now() - ago * 60_000)
  // Waiting: three domains, two of them for longer than ten minutes; one email in time; no hosting.
  for (const ago of [5, 11, 600]) await request({ status: 'pending', stage: 'asked', at: minutes(ago) })
  await request({ kind: 'email', status: 'pending', stage: 'asked', at: minutes(9) })
  await request({ status: 'available', stage: 'offered' })
  // A claim waits for its check as a request does for its answer.
  const paid = await request({ kind: 'email', status: 'available', stage: 'offered' })
  await shop.sql(`update requests set payment_confirmed = true, claimed_since = $2 where id = $1`, [
    paid,
    minutes(90),
  ])
  await request({ kind: 'hosting', status: 'rejected', stage: 'rejected' })

  // Revenue: the last moment of a month and the first of the next are in two months. What was credited is none.
  await sold(edge(-1, -1), 12.5)
  await sold(edge(-1), 20.25)
  await sold(edge(-1), 5000, 'TZS')
  await sold(edge(-1), 30)
  await sold(edge(-1), -10)
  await sold(edge(0, -1), 999)
  for (const _ of [1, 2, 3, 4]) await request({ status: DOMAIN_ACTIVE, stage: 'active' })
  await order('completed', true)
  const claimed = await order('pending', true, minutes(30))
  await shop.sql(`update orders set claimed_since = $2 where id = $1`, [claimed, minutes(30)])
  await order('pending', false, minutes(20))
  await order('cancelled')

  // Activations count by the start of the service, released or not.
  await service({ started: edge(-1, -1) })
  await service({ started: edge(-1), released: true })
  await service({ kind: 'email', started: edge(-1) })
  await service({ kind: 'hosting', started: edge(0), expires: null })
  await service({ started: edge(0, -1) })
  // Each expiry counts once, in the nearest period that contains it.
  for (const days of [-1, 0.5, 29.9, 30.5, 60.5, 89.9, 90.5]) await service({ expires: inDays(days) })
  await service({ expires: inDays(5), released: true })
  await service({ kind: 'email', expires: inDays(45) })

  const found = await insights()
  expect(found.promised_minutes).toBe(10)
  expect(found.requests_waiting).toMatchObject([
    { kind: 'domain', count: 3, over: 2 },
    { kind: 'email', count: 1, over: 1 },
    { kind: 'hosting', count: 0, over: 0, oldest_at: null },
  ])
  const oldest = Date.now() - Date.parse(found.requests_waiting[0].oldest_at)
  expect(Math.round(oldest / 60_000)).toBeGreaterThanOrEqual(600)
  const since = (at: string) => Math.round((Date.now() - Date.parse(at)) / 60_000)
  expect(since(found.requests_waiting[1].oldest_at)).toBe(90)
  expect(found.orders_waiting).toMatchObject({ pending: 2, claimed: 1, over: 1 })
  expect(since(found.orders_waiting.oldest_at)).toBe(30)
  expect(found.requests).toEqual(
    expect.arrayContaining([
      { kind: 'domain', status: 'pending', count: 3 },
      { kind: 'domain', status: 'available', count: 1 },
      { kind: 'domain', status: DOMAIN_ACTIVE, count: 4 },
      { kind: 'hosting', status: 'rejected', count: 1 },
    ]),
  )
  expect(found.months.map(({ month }: { month: string }) => month)).toEqual(months)
  const month = (at: number) => found.months.at(at)
  expect(month(-2).revenue).toEqual([{ currency: 'USD', amount: 12.5 }])
  expect(month(-1).revenue).toEqual([
    { currency: 'TZS', amount: 5000 },
    { currency: 'USD', amount: 40.25 },
  ])
  const activated = (at: number) =>
    Object.fromEntries(
      month(at).activations.map(({ kind, count }: { kind: string; count: number }) => [kind, count]),
    )
  expect(activated(-2)).toEqual({ domain: 1, email: 0, hosting: 0 })
  expect(activated(-1)).toEqual({ domain: 1, email: 1, hosting: 0 })
  expect(activated(0)).toEqual({ domain: 0, email: 0, hosting: 1 })
  expect(found.expiries).toEqual([
    { kind: 'domain', expired: 1, in_30: 2, in_60: 1, in_90: 2 },
    { kind: 'email', expired: 0, in_30: 0, in_60: 1, in_90: 0 },
    { kind: 'hosting', expired: 0, in_30: 0, in_60: 0, in_90: 0 },
  ])
})

test('the revenue is shown to those alone who may see payments', async () => {
  const revenueFor = async (role: 'finance' | 'support' | 'registrar') => {
    const { body } = await (await shop.admin(role)).call('GET', '/api/admin/insights')
    return (body.months as { revenue: object[] }[]).flatMap(({ revenue }) => revenue)
  }
  expect(await revenueFor('finance')).not.toEqual([])
  expect([await revenueFor('support'), await revenueFor('registrar')]).toEqual([[], []])
})

describe('the four counts', () => {
  const counts = async () => (await admin.call('GET', '/api/admin/counters')).body

  test('are exact, and after a change nobody gets an older count', async () => {
    const before = await counts()
    for (let n = 1; n <= 3; n++) {
      expect((await asha.call('POST', '/api/cart/items', { item: `counted-${n}.com` })).status).toBe(200)
      // A live event makes the pages fetch the counts immediately.
      await expect.poll(async () => (await counts()).cart_items).toBe(before.cart_items + n)
    }
    expect(await counts()).toMatchObject({ profiles: before.profiles, domains: before.domains })

    const signedUp = await shop.visitor('POST', '/auth/v1/signup', {
      email: 'counted@example.com',
      password: 'Pwani-Mawimbi-4',
    })
    expect(signedUp.status).toBe(200)
    await expect.poll(async () => (await counts()).profiles).toBe(before.profiles + 1)
    expect(await shop.sql(`select for_admins from events where type = 'account.created'`)).toEqual([
      { for_admins: true },
    ])
  })
})

describe('what waits for a customer', () => {
  test('is what expires, the soonest first, then what is to pay and names to choose from, and nobody else’s', async () => {
    const juma = await shop.customer()
    const needs = async (who = juma) => (await who.call('GET', '/api/needs')).body.items
    expect(await needs()).toEqual([])

    const offer = await juma.call('POST', '/api/domain-requests', { requested_domain: 'needs.com' })
    const patch = (id: string, body: object) => admin.call('PATCH', `/api/admin/domain-requests/${id}`, body)
    await patch(offer.body.id, { status: 'available', price: 12.5 })
    const asked = await juma.call('POST', '/api/domain-requests', { requested_domain: 'taken.com' })
    await patch(asked.body.id, { status: 'suggested', suggestions: ['taken.africa', 'gettaken.com'] })
    for (const domain of ['one.com', 'two.com']) await juma.call('POST', '/api/cart/items', { item: domain })
    const placed = await juma.call('POST', '/api/orders', { domains: ['one.com', 'two.com'] })
    await shop.sql(
      `insert into services (id, user_id, request_id, kind, name, exclusive, started_at, expires_at)
       select gen_random_uuid(), $1, $2, 'domain', 'soon.com', true, now(), now() + interval '29 days'`,
      [juma.id, offer.body.id],
    )
    await shop.sql(
      `insert into services (id, user_id, request_id, kind, name, exclusive, started_at, expires_at)
       select gen_random_uuid(), $1, $2, 'email', 'gone@soon.com', true, now(), now() - interval '1 day'`,
      [juma.id, asked.body.id],
    )

    expect(await needs()).toMatchObject([
      { type: 'expiry', kind: 'email', subject: 'gone@soon.com', renewal: 'now', amount: null, months: 12 },
      { type: 'expiry', kind: 'domain', subject: 'soon.com', renewal: null, months: 12 },
      {
        type: 'offer',
        kind: 'domain',
        id: offer.body.id,
        subject: 'needs.com',
        amount: 12.5,
        months: 12,
        overdue: false,
      },
      {
        type: 'order',
        kind: null,
        id: placed.body.id,
        subject: 'one.com, two.com',
        amount: 20,
        months: 12,
      },
      { type: 'suggestions', subject: 'taken.com', suggestions: ['taken.africa', 'gettaken.com'] },
    ])

    const dueOn = (day: string) =>
      shop.sql(`update charges set due_on = ${day} where request_id = $1`, [offer.body.id])
    const toPay = async () => (await needs()).find(({ type }: { type: string }) => type === 'offer')
    await dueOn('current_date')
    expect(await toPay()).toMatchObject({ subject: 'needs.com', overdue: false })
    // It leads to the page to pay on, with what is left to pay.
    const [due] = await shop.sql(
      `update charges set settled = 1 where request_id = $1 returning reference, (amount - settled)::float as rest`,
      [offer.body.id],
    )
    expect(await toPay()).toMatchObject({ reference: due!['reference'], amount: due!['rest'] })
    await shop.sql(`update charges set settled = 0 where request_id = $1`, [offer.body.id])
    await dueOn('current_date - 1')
    expect(await toPay()).toMatchObject({ subject: 'needs.com', overdue: true })

    const payment = { payer_name: 'Juma', payment_method: 'Bank' }
    await juma.call('POST', `/api/domain-requests/${offer.body.id}/payment`, {
      ...payment,
      receipt_number: 'N1',
    })
    await juma.call('POST', `/api/orders/${placed.body.id}/payment`, { ...payment, receipt_number: 'N2' })
    await juma.call('POST', '/api/domain-requests', { requested_domain: 'taken.africa' })
    expect((await needs()).map(({ type }: { type: string }) => type)).toEqual(['expiry', 'expiry'])
    expect(await needs(asha)).not.toEqual(
      expect.arrayContaining([expect.objectContaining({ subject: 'soon.com' })]),
    )
  })
})
