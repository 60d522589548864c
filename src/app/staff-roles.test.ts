import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Permission, permissionsOf, type StaffRole, staffRoles } from '../shared/people/permissions.ts'
import { type Endpoint, endpoints } from './endpoints.ts'
import { lists } from './list-exports.ts'
import { followLive, until } from './testing/live-reader.ts'
import { type Ask, openShop, type Person, type Shop } from './testing/shop.ts'

/** Each admin may do what the table of permissions says, over HTTP and in SQL, and a change applies at once. */

let shop: Shop
let asha: Person
let owner: Person
const staff = {} as Record<StaffRole, Person>
beforeAll(async () => {
  shop = await openShop({ nodes: 2 })
  asha = await shop.customer()
  owner = await shop.admin()
  for (const role of staffRoles) staff[role] = await shop.admin(role)
})
afterAll(() => shop.close())

const offered = async (name: string) => {
  const { body } = await asha.call('POST', '/api/domain-requests', { requested_domain: name })
  const path = `/api/admin/domain-requests/${body.id}`
  expect((await owner.call('PATCH', path, { status: 'available', price: 10 })).status).toBe(200)
  return { id: body.id as string, path }
}
const claimed = async (name: string) => {
  const request = await offered(name)
  const claim = { payer_name: 'Asha', receipt_number: `R-${name}`, payment_method: 'Bank Transfer' }
  const { values } = (await owner.call('GET', '/api/admin/settings')).body
  const method = values['payments.methods'][0]
  const path = `/api/domain-requests/${request.id}/payment`
  const answer = await asha.call('POST', path, { ...claim, payment_method: method })
  expect([answer.status, answer.body]).toEqual([200, expect.anything()])
  return request
}
const figures = async () => {
  const [row] = await shop.sql(`select (select jsonb_agg(r order by id) from requests r) as requests,
    (select jsonb_agg(p order by id) from profiles p) as profiles,
    (select jsonb_agg(c order by id) from charges c) as charges,
    (select jsonb_agg(p order by id) from claims p) as payments,
    (select jsonb_agg(r order by id) from services r) as services,
    (select jsonb_agg(r order by id) from received_payments r) as received,
    (select jsonb_agg(s order by key) from settings s) as settings,
    (select count(*) from ledger_postings) as postings`)
  return row
}

describe('the matrix', () => {
  const id = randomUUIDv7()
  /** Calls an endpoint with a field that no contract knows: those who may call it are refused with 400, and do nothing. */
  const answerTo = async (call: Ask, { method, address }: Endpoint) => {
    const at = `/api${address.replace(/\{\w+\}/g, id)}`
    const { status, body } = await call(method, at, method === 'GET' ? undefined : { unknown: true })
    return status === 401 || (status === 403 && (body.code ?? 'FORBIDDEN') === 'FORBIDDEN') ? status : 'open'
  }
  const expected = (who: StaffRole | 'customer' | 'visitor', { access, needs }: Endpoint) => {
    if (access === 'visitors') return 'open'
    if (who === 'visitor') return 401
    if (access === 'customers') return 'open'
    return who !== 'customer' && permissionsOf(who).includes(needs!) ? 'open' : 403
  }

  test.each(['visitor', 'customer', ...staffRoles] as const)('holds for a %s', async (who) => {
    const call = who === 'visitor' ? shop.visitor : who === 'customer' ? asha.call : staff[who].call
    const before = await figures()
    const wrong: unknown[] = []
    for (const endpoint of endpoints) {
      const answer = await answerTo(call, endpoint)
      if (answer !== expected(who, endpoint)) wrong.push([endpoint.method, endpoint.address, answer])
    }
    expect(wrong).toEqual([])
    expect(await figures()).toEqual(before)
  })

  test.each(staffRoles)('holds for the files of a %s', async (role) => {
    const today = '2026-11-24'
    const files: [path: string, needed: Permission][] = [
      ['answer-times/export', 'staff.read'],
      ['audit/export', 'audit.read'],
      [`charges/${id}/pro-forma`, 'payments.read'],
      [`exports/payments?from=${today}&to=${today}`, 'payments.read'],
      [`invoices/${id}/pdf`, 'payments.read'],
      ['services/export', 'services.read'],
      ...lists.map(({ address, needs }) => [`${address.slice(7)}/export`, needs!] as [string, Permission]),
      ['payments/statement', 'payments.write'],
    ]
    for (const [path, needed] of files) {
      const upload = path === 'payments/statement'
      const answer = await staff[role].call(
        upload ? 'POST' : 'GET',
        `/api/admin/${path}`,
        upload ? 'x' : undefined,
        upload ? { 'content-type': 'text/csv' } : {},
      )
      expect([path, answer.status === 403]).toEqual([path, !permissionsOf(role).includes(needed)])
    }
  })

  test('gives owners every permission that an endpoint needs, and read-only none to write', () => {
    const owners = permissionsOf('owner')
    expect(endpoints.filter(({ needs }) => needs && !owners.includes(needs))).toEqual([])
    expect(permissionsOf('read-only').filter((permission) => permission.endsWith('.write'))).toEqual([])
  })
})

describe('an act', () => {
  test('that is refused is written down, and changes nothing', async () => {
    const { path } = await offered('refused.com')
    const neema = await shop.admin('support')
    const before = await figures()
    const save = { status: 'available', price: 20 }
    for (const who of [neema, staff.finance, staff['read-only']])
      expect((await who.call('PATCH', path, save)).body).toMatchObject({ code: 'FORBIDDEN' })
    expect(await figures()).toEqual(before)
    const [entry] = await shop.sql(
      `select action, actor_role, entity_id from audit_log where actor_id = $1 and action = 'attempt.forbidden'
        order by id desc limit 1`,
      [neema.id],
    )
    expect(entry).toEqual({
      action: 'attempt.forbidden',
      actor_role: 'admin',
      entity_id: 'requests.domain.review',
    })
  })

  test('of a registrar sets a price, and does not confirm the payment that a customer claims', async () => {
    const { path } = await offered('priced.com')
    expect((await staff.registrar.call('PATCH', path, { status: 'available', price: 20 })).status).toBe(200)
    const request = await claimed('claimed.com')
    const before = await figures()
    const activate = { status: 'YOUR DOMAIN IS ACTIVE NOW' }
    const refused = await staff.registrar.call('PATCH', request.path, activate)
    expect([refused.status, refused.body.code]).toEqual([403, 'FORBIDDEN'])
    expect(await figures()).toEqual(before)
    expect((await staff.manager.call('PATCH', request.path, activate)).status).toBe(200)
  })

  test('of support claims a payment for a customer, and does not decide on it', async () => {
    const { id, path } = await offered('for-asha.com')
    const { values } = (await owner.call('GET', '/api/admin/settings')).body
    const claim = {
      payer_name: 'Asha',
      receipt_number: 'FOR-1',
      payment_method: values['payments.methods'][0],
    }
    const at = `/api/admin/profiles/${asha.id}/domain-requests/${id}/payment`
    expect((await staff.support.call('POST', at, claim)).status).toBe(200)
    const reject = { reason: 'Not found' }
    expect((await staff.support.call('POST', `${path}/payment/reject`, reject)).status).toBe(403)
    expect((await staff.finance.call('POST', `${path}/payment/reject`, reject)).status).toBe(200)
  })

  test.each(['support', 'finance', 'registrar', 'read-only'] as const)(
    'of %s on the account of a customer is refused',
    async (role) => {
      const at = `/api/admin/users/${asha.id}`
      for (const [method, path, body] of [
        ['POST', `${at}/recovery`, {}],
        ['POST', `${at}/ban`, { length: 'day' }],
        ['POST', `${at}/sign-out`, {}],
        ['DELETE', at, undefined],
      ] as const) {
        const { status } = await staff[role].call(method, path, body)
        expect([path, status]).toEqual([path, 403])
      }
    },
  )

  test('of a manager on the account of an admin is refused', async () => {
    const at = `/api/admin/users/${staff.support.id}`
    const manager = staff.manager.call
    const refusals = await Promise.all([
      manager('PATCH', at, { role: 'admin', staff_role: 'finance' }),
      manager('PATCH', `/api/admin/users/${staff.manager.id}`, { role: 'admin', staff_role: 'owner' }),
      manager('PATCH', `/api/admin/users/${asha.id}`, { role: 'admin' }),
      manager('POST', `${at}/ban`, { length: 'day' }),
      manager('POST', `${at}/recovery`, {}),
      manager('POST', `${at}/sign-out`, {}),
      manager('DELETE', at),
      manager('POST', '/api/admin/users', {
        email: 'boss@example.com',
        full_name: 'Boss',
        role: 'admin',
        staff_role: 'read-only',
      }),
    ])
    expect(refusals.map(({ status, body }) => [status, body.code])).toEqual(
      refusals.map(() => [403, 'FORBIDDEN']),
    )
    const neema = await shop.customer()
    expect((await manager('POST', `/api/admin/users/${neema.id}/ban`, { length: 'day' })).status).toBe(200)
  })
})

describe('in SQL', () => {
  const write = (role: StaffRole, statement: string) =>
    shop.nodes[0]!.database.write(
      { person: staff[role].id, session: staff[role].session },
      ({ db }) => sql.raw(statement).execute(db),
      'own',
    )
  const forbidden = { refusal: { code: 'FORBIDDEN' } }

  test('who only reads changes no row', async () => {
    await offered('sql.com')
    for (const statement of [
      `update requests set status = status`,
      `update charges set subject = 'x'`,
      `update profiles set role = 'admin'`,
      `insert into cart_items (user_id, domain) values ('${asha.id}', 'x.com')`,
      `insert into settings (key, value) values ('x', '1')`,
      `delete from cart_items`,
    ]) {
      await shop.sql(`insert into cart_items (user_id, domain) values ($1, 'y.com') on conflict do nothing`, [
        asha.id,
      ])
      await expect(write('read-only', statement), statement).rejects.toMatchObject(forbidden)
    }
  })

  test('who does not look after payments says of none that it came in', async () => {
    await claimed('sql-claimed.com')
    const code = randomUUIDv7()
    for (const statement of [
      `update charges set state = 'paid', settled = amount`,
      `update claims set state = 'rejected'`,
      `insert into received_payments (id, channel, kind, state, received_at)
         values ('${code}', 'by-hand', 'incoming', 'received', now())`,
      `select post_to_ledger('x', '${code}', 'receipt', now(),
         '[{"account": "cash:x", "amount": 1, "currency": "USD"}, {"account": "sales", "amount": -1, "currency": "USD"}]')`,
      `update profiles set role = 'user'`,
    ])
      for (const role of ['registrar', 'support'] as const)
        await expect(write(role, statement), statement).rejects.toMatchObject(forbidden)
  })

  test('every table that admins write is guarded', async () => {
    const { rows } = await shop.nodes[0]!.database.pool.query<{ name: string }>(`
      with admin as (select oid, rolname from pg_roles
        where rolname = regexp_replace(current_user, '_login$', '') || '_admin' or rolname = (
          select r.rolname from pg_policy p join pg_roles r on r.oid = any (p.polroles) where p.polname = 'staff' limit 1) limit 1)
      select c.relname as name from pg_class c, admin
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
         and (has_any_column_privilege(admin.oid, c.oid, 'INSERT') or has_any_column_privilege(admin.oid, c.oid, 'UPDATE')
              or has_table_privilege(admin.oid, c.oid, 'DELETE'))
         and not exists (select from pg_policy p where p.polrelid = c.oid and not p.polpermissive and admin.oid = any (p.polroles))
       order by 1`)
    // Reading leaves rows in these three.
    expect(rows.map(({ name }) => name)).toEqual(['audit_log', 'events', 'idempotency_keys'])
  })
})

describe('a change of the role', () => {
  const setRole = (id: string, staff_role: StaffRole, by = owner) =>
    by.call('PATCH', `/api/admin/users/${id}`, { role: 'admin', staff_role })

  test('applies at once on both nodes and ends the live stream, and is written down', async () => {
    const neema = await shop.admin('support')
    const onOther = shop.at(1, neema.token)
    const stream = await followLive(shop, neema, { node: 1 })
    expect((await onOther('GET', '/api/admin/chat')).status).toBe(200)
    expect((await onOther('GET', '/api/admin/payments')).status).toBe(403)
    const { body } = await setRole(neema.id, 'finance')
    expect(body).toMatchObject({ role: 'admin', staff_role: 'finance' })
    expect((await onOther('GET', '/api/admin/chat')).status).toBe(403)
    expect((await onOther('GET', '/api/admin/payments')).status).toBe(200)
    expect((await onOther('GET', '/api/profile')).body).toMatchObject({
      role: 'admin',
      staff_role: 'finance',
      permissions: permissionsOf('finance'),
    })
    await until(() => stream.ended)
    const [entry] = await shop.sql(
      `select action, before, after from audit_log where entity_id = $1 order by id desc limit 1`,
      [neema.id],
    )
    expect(entry).toEqual({
      action: 'staff_role_changed',
      before: { role: 'admin', staff_role: 'support' },
      after: { role: 'admin', staff_role: 'finance' },
    })
  })

  test('leaves an owner, when eight of them make each other support at once', async () => {
    await shop.sql(`update profiles set staff_role = 'read-only'`)
    const eight = await Promise.all(Array.from({ length: 8 }, () => shop.admin()))
    await Promise.all(eight.map((who, turn) => setRole(eight[(turn + 1) % 8]!.id, 'support', who)))
    const owners = () =>
      shop.sql<{ id: string }>(`select id from profiles where role = 'admin' and staff_role = 'owner'`)
    expect((await owners()).length).toBeGreaterThan(0)
    await Promise.all(eight.map((who) => setRole(who.id, 'support', who)))
    const [last, ...others] = await owners()
    expect(others).toEqual([])
    const who = eight.find(({ id }) => id === last!.id)!
    expect((await setRole(who.id, 'manager', who)).body.code).toBe('LAST_ADMIN')
    expect((await who.call('POST', `/api/admin/users/${who.id}/ban`, { length: 'day' })).body.code).toBe(
      'LAST_ADMIN',
    )
    expect((await who.call('DELETE', `/api/admin/users/${who.id}`)).body.code).toBe('LAST_ADMIN')
  })
})
