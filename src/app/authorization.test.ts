import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { access } from './testing/access.ts'
import { openShop, type Person, type Shop } from './testing/shop.ts'

/** No call lets a person do more than they may: tested for each endpoint, each field and each foreign row. */

let shop: Shop
let asha: Person
let juma: Person
let admin: Person
let request: string
let service: string
let order: string
beforeAll(async () => {
  shop = await openShop()
  asha = await shop.customer()
  juma = await shop.customer()
  admin = await shop.admin()
  const asked = await asha.call('POST', '/api/domain-requests', { requested_domain: 'guarded.com' })
  request = asked.body.id
  await admin.call('PATCH', `/api/admin/domain-requests/${request}`, { status: 'available', price: 10 })
  const active = await asha.call('POST', '/api/email-requests', { requested_domain: 'info@guarded.com' })
  await admin.call('PATCH', `/api/admin/email-requests/${active.body.id}`, {
    status: 'YOUR EMAIL IS ACTIVE NOW',
  })
  const [row] = await shop.sql(`select id from services where user_id = $1`, [asha.id])
  service = row!.id
  await asha.call('POST', '/api/cart/items', { item: 'guarded-order.com' })
  order = (await asha.call('POST', '/api/orders', { domains: ['guarded-order.com'] })).body.id
  await asha.call('POST', '/api/hosting-requests', { plan_name: 'Basic', billing_period: 'monthly' })
  await asha.call('POST', '/api/cart/items', { item: 'guarded-cart.com' })
  await asha.call('POST', '/api/chat', { body: 'Only for the shop' })
})
afterAll(() => shop.close())

/** All rows that a call could change. */
const allRows = () =>
  shop.sql(`select (select jsonb_agg(r order by id) from requests r) as requests,
                   (select jsonb_agg(p order by id) from profiles p) as profiles,
                   (select jsonb_agg(r order by id) from services r) as services,
                   (select jsonb_agg(p order by id) from claims p) as payments,
                   (select jsonb_agg(o order by id) from orders o) as orders,
                   (select jsonb_agg(l order by id) from order_lines l) as order_lines,
                   (select jsonb_agg(c order by domain) from cart_items c) as cart_items,
                   (select jsonb_agg(n order by id) from renewals n) as renewals,
                   (select jsonb_agg(c order by user_id) from chat_conversations c) as chat_conversations,
                   (select jsonb_agg(l order by user_id, place) from chat_lines l) as chat_lines`)

const payment = { payer_name: 'Juma', receipt_number: 'J1', payment_method: 'Bank' }
const serverFields = [
  { price: 1 },
  { status: 'available' },
  { user_id: '018f0000-0000-7000-8000-000000000000' },
  { payment_confirmed: true },
  { paid: true },
  { role: 'admin' },
  { admin_feedback: 'x' },
  { version: 9 },
  { stage: 'active' },
  { total_price: 1 },
]

describe("a field that is the server's", () => {
  const forms: [string, string, object][] = [
    ['POST', '/api/domain-requests', { requested_domain: 'fields.com' }],
    ['POST', '/api/email-requests', { requested_domain: 'info@fields.com' }],
    ['POST', '/api/hosting-requests', { plan_name: 'Basic', billing_period: 'monthly' }],
    ['POST', '/api/hosting-requests', { plan_name: 'Custom Plan', manual_details: 'x' }],
    ['POST', '/api/domain-requests/REQUEST/payment', payment],
    ['POST', '/api/emails/RECORD/renew', {}],
    ['PATCH', '/api/profile', { full_name: 'Asha' }],
    ['POST', '/api/cart/items', { item: 'fields.com' }],
    ['POST', '/api/orders', { domains: ['fields.com'] }],
    ['POST', '/api/orders/ORDER/payment', payment],
    ['POST', '/api/chat', { body: 'x' }],
    ['POST', '/api/chat/read', { through: 1 }],
  ]
  test.each(forms)('in %s %s is refused with 400, and nothing changes', async (method, path, form) => {
    const at = path.replace('REQUEST', request).replace('RECORD', service).replace('ORDER', order)
    const before = await allRows()
    for (const field of serverFields)
      expect([field, (await asha.call(method, at, { ...form, ...field })).status]).toEqual([field, 400])
    expect(await allRows()).toEqual(before)
  })
})

describe("somebody else's", () => {
  test.each([
    ['POST', '/api/domain-requests/REQUEST/payment', payment],
    ['POST', '/api/emails/RECORD/renew', {}],
    ['POST', '/api/orders/ORDER/payment', payment],
    ['GET', '/api/orders/ORDER', undefined],
  ])('%s %s is not found, and nothing changes', async (method, path, body) => {
    await shop.sql(`update services set expires_at = now() - interval '1 day' where id = $1`, [service])
    const before = await allRows()
    const at = path.replace('REQUEST', request).replace('RECORD', service).replace('ORDER', order)
    const answer = await juma.call(method, at, body)
    expect(answer.status).toBe(404)
    expect(await allRows()).toEqual(before)
  })

  test('rows are in no list', async () => {
    for (const path of [
      'domain-requests',
      'email-requests',
      'hosting-requests',
      'domains',
      'emails',
      'hosting-accounts',
      'orders',
      'cart',
    ])
      expect([path, (await juma.call('GET', `/api/${path}`)).body.items]).toEqual([path, []])
    expect((await juma.call('GET', '/api/profile')).body).toMatchObject({ id: juma.id, email: juma.email })
    expect((await juma.call('GET', '/api/activity')).body.items).toEqual([])
    expect((await juma.call('GET', '/api/chat')).body.items).toEqual([])
    expect((await juma.call('GET', '/api/chat/standing')).body).toMatchObject({ lines: 0, unread: 0 })
    expect((await juma.call('GET', '/api/counters')).body).toEqual({ domains: 0, emails: 0, cart_items: 0 })
  })
})

describe('every endpoint of the contract', () => {
  /** Calls the endpoint, with one of Asha's ids if the path takes one, and returns the status. */
  const call = async (who: Person['call'], endpoint: string) => {
    const [method, path] = endpoint.split(' ') as [string, string]
    const at = path.replace(/\{\w+\}/g, method === 'GET' && path.startsWith('/orders') ? order : request)
    return (await who(method, `/api${at}`, method === 'GET' ? undefined : {})).status
  }
  const answers = async (who: Person['call'], endpoints: readonly string[]) => {
    const found: [string, number][] = []
    for (const endpoint of endpoints) found.push([endpoint, await call(who, endpoint)])
    return found
  }

  test('is for admins if it is below /admin, and for visitors only if it is one of these', () => {
    const below = (endpoint: string) => endpoint.split(' ')[1]!.startsWith('/admin/')
    expect(access.admins.filter((endpoint) => !below(endpoint))).toEqual([])
    expect([...access.customers, ...access.visitors].filter(below)).toEqual([])
    expect(access.visitors.toSorted()).toEqual([
      'GET /availability',
      'GET /catalogue',
      'GET /countries',
      'GET /mail-settings/{token}',
      'GET /shop',
      'POST /check-domain',
      'POST /messages',
      'POST /setup',
    ])
  })

  test('is closed to visitors, but for those that are for everybody', async () => {
    const before = await allRows()
    const closed = [...access.customers, ...access.admins]
    expect((await answers(shop.visitor, closed)).filter(([, status]) => status !== 401)).toEqual([])
    const open = await answers(shop.visitor, access.visitors)
    expect(open.filter(([, status]) => [401, 403].includes(status))).toEqual([])
    expect(await allRows()).toEqual(before)
  })

  test("of the admin's is closed to customers, whatever they send, and nothing changes", async () => {
    const before = await allRows()
    expect((await answers(asha.call, access.admins)).filter(([, status]) => status !== 403)).toEqual([])
    expect(await allRows()).toEqual(before)
  })

  test("of a customer's finds nothing of another one's, and changes nothing", async () => {
    const before = await allRows()
    const one = access.customers.filter((endpoint) => /\{id\}/.test(endpoint))
    // An invalid body is refused before any row is looked up.
    expect((await answers(juma.call, one)).filter(([, status]) => status !== 404 && status !== 400)).toEqual(
      [],
    )
    expect(await allRows()).toEqual(before)
  })

  test('is closed the moment the session is gone, the account banned, or the role taken', async () => {
    const person = await shop.admin()
    const list = () => person.call('GET', '/api/admin/domain-requests')
    expect((await list()).status).toBe(200)
    await shop.sql(`update profiles set role = 'user' where id = $1`, [person.id])
    expect((await list()).status).toBe(403)
    await shop.sql(`update profiles set role = 'admin' where id = $1`, [person.id])
    await shop.sql(`update auth.users set banned_until = now() + interval '1 hour' where id = $1`, [
      person.id,
    ])
    expect((await list()).status).toBe(401)
    await shop.sql(`update auth.users set banned_until = null where id = $1`, [person.id])
    expect((await list()).status).toBe(200)
    await shop.sql(`delete from auth.sessions where id = $1`, [person.session])
    expect((await list()).status).toBe(401)
  })
})

describe('a request', () => {
  test.each([
    ['a body that is no JSON', '{', { 'content-type': 'application/json' }, 400],
    ['text/plain, which another site could send', '{}', { 'content-type': 'text/plain' }, 415],
    [
      'a form, which another site could send',
      'a=b',
      { 'content-type': 'application/x-www-form-urlencoded' },
      415,
    ],
    ['__proto__', '{"__proto__":{"role":"admin"},"requested_domain":"proto.com"}', {}, 400],
    ['a body over the limit', JSON.stringify({ requested_domain: 'x'.repeat(200_000) }), {}, 413],
    ['deep nesting', `{"requested_domain":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, {}, 400],
    ['a key with a line break', '{"requested_domain":"key.com"}', { 'idempotency-key': 'a b' }, 400],
    ['a foreign cursor', undefined, { cursor: 'ZHJvcCB0YWJsZQ' }, 404],
  ])('with %s is refused', async (_, body, headers: Record<string, string>, status) => {
    const { cursor, ...rest } = headers
    const answer = cursor
      ? await asha.call('GET', `/api/domain-requests?cursor=${cursor}`)
      : await asha.call('POST', '/api/domain-requests', body, { 'content-type': 'application/json', ...rest })
    expect(answer.status).toBe(status)
    expect(answer.body).toMatchObject({ code: expect.any(String), status, message: expect.any(String) })
    expect(JSON.stringify(answer.body)).not.toMatch(/node_modules|at .*\.ts|select |postgres/i)
  })

  test('of another site gets no CORS headers', async () => {
    const answer = await asha.call('GET', '/api/domains', undefined, { origin: 'https://elsewhere.example' })
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  test('for an address that is not there answers 404 in the same shape', async () => {
    expect(await asha.call('GET', '/api/nothing')).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND' },
    })
  })
})

test('customers’ calls travel on connections that can become a customer only', async () => {
  const { customers, pool } = shop.nodes[0]!.database
  expect(customers).not.toBe(pool)
  await asha.call('GET', '/api/orders')
  expect(customers.totalCount).toBeGreaterThan(0)
  const { rows } = await customers.query(
    `select pg_has_role(session_user, r.rolname, 'member') as member, r.rolname ~ '_user$' as customers
       from pg_roles r where r.rolname like regexp_replace(session_user, '_login$', '') || '\\_%' and r.rolname <> session_user`,
  )
  expect(rows).toHaveLength(3)
  for (const row of rows) expect(row.member).toBe(row.customers)
})
