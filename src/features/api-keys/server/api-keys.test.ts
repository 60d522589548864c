import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { access } from '../../../app/testing/access.ts'
import { eightTimes } from '../../../app/testing/eight-times.ts'
import { openShop, type Person, type Shop } from '../../../app/testing/shop.ts'
import { today } from '../../../app/testing/today.ts'
import { DOMAIN_ACTIVE } from '../../products/domain.ts'
import { ownedIn } from '../../requests/server/testing/owned.ts'

/** Keys of programs: what they open, and that nothing else does. */

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop({ nodes: 2 })
  admin = await shop.admin()
})
afterAll(() => shop.close())

async function make(scopes: string[], name = 'Bookkeeping', days = 30) {
  const id = randomUUID()
  const { status, body } = await admin.call('PUT', `/api/admin/keys/${id}`, { name, scopes, days })
  expect(status).toBe(200)
  const key: string = body.key
  return { id, key, call: shop.at(0, key), elsewhere: shop.at(1, key) }
}

test('a key reads what its scopes name, and nothing else', async () => {
  const { call, key } = await make(['orders.read'])
  expect(key).toMatch(/^kikoa_[\w-]{43}$/)
  expect((await call('GET', '/api/admin/orders')).status).toBe(200)
  expect((await call('GET', '/api/admin/payments')).body.code).toBe('FORBIDDEN')
  expect((await call('PATCH', `/api/admin/orders/${randomUUID()}`, { version: 1 })).body.code).toBe(
    'FORBIDDEN',
  )
})

test('a repeated call of a program is done once, and another key with the same idempotency key does it again', async () => {
  const asha = await shop.customer()
  const [first, second] = [await make(['customers.write']), await make(['customers.write'])]
  const ask = ({ call, elsewhere }: typeof first, name = 'once.com') =>
    eightTimes((turn) =>
      (turn % 2 ? call : elsewhere)(
        'POST',
        `/api/v1/admin/profiles/${asha.id}/domain-requests`,
        { requested_domain: name },
        { 'idempotency-key': 'the-same' },
      ),
    )
  const answers = await ask(first)
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201))
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  expect((await ask(first, 'other.com'))[0]!.body.code).toBe('IDEMPOTENCY_KEY_REUSED')
  // Of the second key it is a first call, and refused for what it asks.
  expect(new Set((await ask(second)).map(({ body }) => body.code))).toEqual(new Set(['ALREADY_REQUESTED']))
  const rows = await shop.sql(`select actor from idempotency_keys where key = 'the-same'`)
  expect(rows).toEqual([{ actor: `key:${first.id}` }])
})

test('a key without the scope of payments decides on no payment, neither in the end of a request nor of an order', async () => {
  const asha = await shop.customer()
  const { body: request } = await asha.call('POST', '/api/domain-requests', {
    requested_domain: 'scoped.com',
  })
  const path = `/api/admin/domain-requests/${request.id}`
  await admin.call('PATCH', path, { status: 'available', price: 10 })
  const claim = { payer_name: 'Asha', receipt_number: 'QKSCOPE1', payment_method: 'M-Pesa' }
  expect((await asha.call('POST', `/api/domain-requests/${request.id}/payment`, claim)).status).toBe(200)
  const without = await make(['requests.write', 'orders.write', 'customers.write', 'messages.write'])
  for (const refused of [
    await without.call('POST', `${path}/payment/reject`, { reason: 'Not found' }),
    await without.call('PATCH', path, { status: DOMAIN_ACTIVE }),
    await without.call('POST', `/api/admin/orders/${randomUUID()}/refund`, {
      version: 1,
      method: 'M-Pesa',
      reference: 'X',
      date: today(),
    }),
    await without.call('POST', `/api/admin/orders/${randomUUID()}/payment/reject`, { reason: 'x' }),
  ])
    expect([refused.status, refused.body.code]).toEqual([403, 'FORBIDDEN'])
  expect(await shop.sql(`select id from received_payments`)).toEqual([])
  expect(await shop.sql(`select state from claims`)).toEqual([{ state: 'open' }])
  const both = await make(['requests.write', 'payments.write'])
  expect((await both.call('PATCH', path, { status: DOMAIN_ACTIVE })).status).toBe(200)
  expect(await shop.sql(`select state from received_payments`)).toEqual([{ state: 'matched' }])
})

test('a key sets the facts of a service, and neither sets nor shows a secret', async () => {
  const asha = await shop.customer()
  const { id } = await ownedIn(() => ({ shop, admin })).own(asha, 'secret-by-key.com')
  const { call } = await make(['requests.write'])
  const service = async () => (await admin.call('GET', `/api/admin/services/${id}`)).body
  const put = async (body: object, by = call) =>
    by('PUT', `/api/admin/services/${id}/access`, { version: (await service()).version, ...body })
  const facts = { nameservers: ['ns1.example.com'] }
  const secrets = { transfer_code: 'Twiga-1-anakimbia' }
  const refused = { status: 403, body: { code: 'FORBIDDEN' } }
  expect(await put({ facts, secrets })).toMatchObject(refused)
  expect(await service()).toMatchObject({ facts: {}, secrets: [] })
  expect((await put({ facts })).status).toBe(200)
  expect(await service()).toMatchObject({ facts, secrets: [] })
  expect((await put({ secrets }, admin.call)).status).toBe(200)
  // Neither one that is set already, nor with an activation.
  expect(await put({ secrets })).toMatchObject(refused)
  const { body: request } = await asha.call('POST', '/api/domain-requests', {
    requested_domain: 'secret-at-activation.com',
  })
  const path = `/api/admin/domain-requests/${request.id}`
  await admin.call('PATCH', path, { status: 'available', price: 10 })
  expect(await call('PATCH', path, { status: DOMAIN_ACTIVE, facts, secrets })).toMatchObject(refused)
  expect((await call('PATCH', path, { status: DOMAIN_ACTIVE, facts })).status).toBe(200)
  // What shows one is for its customer.
  for (const [method, at] of [
    ['POST', `/api/domains/${id}/secrets/transfer_code`],
    ['GET', `/api/domains/${id}/access`],
  ] as const)
    expect((await call(method, at, method === 'POST' ? {} : undefined)).status).toBe(401)
  const shown = await call('GET', `/api/admin/services/${id}`)
  expect(shown.body.secrets).toEqual([{ name: 'transfer_code', set_at: expect.any(String), shown_at: null }])
  expect(await shop.sql(`select count(*)::int from service_secrets`)).toEqual([{ count: 1 }])
})

test('a key with all scopes makes no key, and changes no setting, account or webhook', async () => {
  const { call } = await make([
    'requests.write',
    'orders.write',
    'payments.write',
    'customers.write',
    'messages.write',
    'reports.write',
  ])
  const closed = access.admins.filter((one) =>
    /^\w+ \/admin\/(keys|settings|users|webhook|mails|availability|operations|payments\/message-secret)/.test(
      one,
    ),
  )
  expect(closed.length).toBeGreaterThan(15)
  for (const endpoint of closed) {
    const [method, path] = endpoint.split(' ') as [string, string]
    const at = `/api${path.replace(/\{\w+\}/g, randomUUID())}`
    expect([endpoint, (await call(method, at, method === 'GET' ? undefined : {})).status]).toEqual([
      endpoint,
      403,
    ])
  }
})

test('a key is no customer, and opens nothing but the API', async () => {
  const { key, call } = await make(['reports.write', 'payments.write'])
  for (const path of ['/api/profile', '/api/orders']) expect((await call('GET', path)).status).toBe(401)
  for (const path of [
    '/auth/v1/user',
    '/auth/v1/admin/users',
    '/api/admin/audit/export',
    '/api/live',
    '/api/admin/exports/payments',
  ])
    expect([path, [401, 403, 404].includes((await call('GET', path)).status)]).toEqual([path, true])
  expect((await shop.at(0, `${key}x`)('GET', '/api/admin/audit')).status).toBe(401)
  expect((await shop.at(0, key.slice(0, -1))('GET', '/api/admin/audit')).status).toBe(401)
})

test('a key that is revoked or expired is refused on every node at once', async () => {
  const { id, call, elsewhere } = await make(['orders.read'])
  expect((await elsewhere('GET', '/api/admin/orders')).status).toBe(200)
  const all = await Promise.all(
    Array.from({ length: 8 }, () => admin.call('POST', `/api/admin/keys/${id}/revoke`, {})),
  )
  expect(all.filter(({ status, body }) => status !== 200 || body.status !== 'revoked')).toEqual([])
  for (const one of [call, elsewhere]) expect((await one('GET', '/api/admin/orders')).status).toBe(401)
  expect(
    await shop.sql(`select action from audit_log where entity = 'key' and entity_id = $1 order by at`, [id]),
  ).toEqual([{ action: 'key.created' }, { action: 'key.revoked' }])
  const old = await make(['orders.read'])
  await shop.sql(`update api_keys set expires_at = now() - interval '1 second' where id = $1`, [old.id])
  expect((await old.call('GET', '/api/admin/orders')).status).toBe(401)
})

describe('a key does no more than its maker may at that moment', () => {
  const ALL = ['requests.write', 'orders.write', 'payments.write', 'customers.write', 'messages.write']
  async function madeBy(maker: Person) {
    const id = randomUUID()
    const { body } = await maker.call('PUT', `/api/admin/keys/${id}`, {
      name: 'Theirs',
      scopes: [...ALL, 'reports.write'],
      days: 30,
    })
    return [shop.at(0, body.key), shop.at(1, body.key)]
  }
  const answersOf = async (calls: readonly Person['call'][], method: string, path: string, body?: object) =>
    (await Promise.all(calls.map((call) => call(method, path, body)))).map(({ status }) => status)
  const statusOfNewest = async () => (await admin.call('GET', '/api/admin/keys?limit=1')).body.items[0].status
  const demote = (maker: Person, role: string, staff_role: string) =>
    admin.call('PATCH', `/api/admin/users/${maker.id}`, { role, staff_role })

  test('demoted', async () => {
    const maker = await shop.admin()
    const calls = await madeBy(maker)
    const refund = [`/api/admin/orders/${randomUUID()}/refund`, {}] as const
    expect(await answersOf(calls, 'GET', '/api/admin/payments')).toEqual([200, 200])
    expect(await answersOf(calls, 'POST', ...refund)).toEqual([400, 400])
    expect((await demote(maker, 'admin', 'support')).status).toBe(200)
    expect(await statusOfNewest()).toBe('limited')
    expect(await answersOf(calls, 'GET', '/api/admin/payments')).toEqual([403, 403])
    expect(await answersOf(calls, 'POST', ...refund)).toEqual([403, 403])
    expect(await answersOf(calls, 'GET', '/api/admin/audit')).toEqual([403, 403])
    expect(await answersOf(calls, 'GET', '/api/admin/messages')).toEqual([200, 200])
    // What another endpoint would write in passing is refused too.
    const asha = await shop.customer()
    const { body } = await asha.call('POST', '/api/domain-requests', { requested_domain: 'demoted.com' })
    const save = { status: 'available', price: 10 }
    expect(await answersOf(calls, 'PATCH', `/api/admin/domain-requests/${body.id}`, save)).toEqual([403, 403])
    expect((await demote(maker, 'admin', 'owner')).status).toBe(200)
    expect(await answersOf(calls, 'GET', '/api/admin/payments')).toEqual([200, 200])
    expect(await statusOfNewest()).toBe('active')
  })

  test.each([
    ['no admin any more', (maker: Person) => demote(maker, 'user', 'owner')],
    ['banned', (maker: Person) => admin.call('POST', `/api/admin/users/${maker.id}/ban`, { length: 'day' })],
    ['deleted', (maker: Person) => admin.call('DELETE', `/api/admin/users/${maker.id}`)],
  ])('%s', async (_, lose) => {
    const maker = await shop.admin()
    const calls = await madeBy(maker)
    const opened = ['orders', 'payments', 'profiles', 'messages', 'audit', 'services', 'domain-requests']
    for (const list of opened)
      expect([list, await answersOf(calls, 'GET', `/api/admin/${list}`)]).toEqual([list, [200, 200]])
    const lost = await lose(maker)
    expect([lost.status, lost.body]).toEqual([200, expect.anything()])
    expect(await statusOfNewest()).toBe('blocked')
    for (const list of opened)
      expect([list, await answersOf(calls, 'GET', `/api/admin/${list}`)]).toEqual([list, [401, 401]])
  })

  test('made from the command line, what its scopes say', async () => {
    const { id, call } = await make(['orders.read'])
    await shop.sql(`update api_keys set created_by = null where id = $1`, [id])
    expect((await call('GET', '/api/admin/orders')).status).toBe(200)
    expect((await call('GET', '/api/admin/payments')).status).toBe(403)
  })
})

test('its use is noted once a minute', async () => {
  const { id, call } = await make(['orders.read'])
  const used = async () =>
    (await shop.sql(`select last_used_at, xmin::text from api_keys where id = $1`, [id]))[0]!
  expect((await used())['last_used_at']).toBeNull()
  await call('GET', '/api/admin/orders')
  const first = await used()
  expect(first['last_used_at']).not.toBeNull()
  await Promise.all(Array.from({ length: 8 }, () => call('GET', '/api/admin/orders')))
  expect(await used()).toEqual(first)
  await shop.sql(`update api_keys set last_used_at = now() - interval '61 seconds' where id = $1`, [id])
  await call('GET', '/api/admin/orders')
  expect((await used())['last_used_at'].getTime()).toBeGreaterThanOrEqual(first['last_used_at'].getTime())
})

test('what it does is in the audit log under its name', async () => {
  const { call } = await make(['requests.write'], 'Registrar robot')
  const asha = await shop.customer()
  const { body: request } = await asha.call('POST', '/api/domain-requests', {
    requested_domain: 'by-key.com',
  })
  const answer = await call('PATCH', `/api/admin/domain-requests/${request.id}`, {
    status: 'available',
    price: 10,
  })
  expect(answer.status).toBe(200)
  const [row] = await shop.sql(
    `select actor_id, actor_role, after from audit_log where action = 'request.reviewed' and entity_id = $1`,
    [request.id],
  )
  expect(row).toMatchObject({
    actor_id: null,
    actor_role: 'service',
    after: { key: 'Registrar robot', status: 'available' },
  })
})

test('a key is nowhere but in the answer that made it', async () => {
  const { id, key } = await make(['orders.read'])
  const list = await admin.call('GET', '/api/admin/keys')
  expect(list.body.items[0]).toMatchObject({
    id,
    name: 'Bookkeeping',
    start: key.slice(0, 10),
    scopes: ['orders.read'],
    status: 'active',
  })
  const [everything] = await shop.sql(
    `select (select string_agg(k::text, '') from api_keys k) || (select string_agg(a::text, '') from audit_log a)
         || coalesce((select string_agg(i::text, '') from idempotency_keys i), '') as all_rows`,
  )
  for (const shown of [everything!['all_rows'], JSON.stringify(list.body)]) {
    expect(shown).not.toContain(key)
    expect(shown).not.toContain(key.slice(10))
  }
  expect(
    (await admin.call('PUT', `/api/admin/keys/${id}`, { name: 'x', scopes: ['orders.read'], days: 1 })).body
      .code,
  ).toBe('ALREADY_MADE')
})

test.each([
  ['no scope', { scopes: [] }],
  ['an unknown scope', { scopes: ['settings.write'] }],
  ['no name', { name: ' ' }],
  ['no end', { days: 0 }],
  ['an end far away', { days: 731 }],
])('a key with %s is refused', async (_, wrong) => {
  const body = { name: 'x', scopes: ['orders.read'], days: 1, ...wrong }
  expect((await admin.call('PUT', `/api/admin/keys/${randomUUID()}`, body)).status).toBe(400)
})
