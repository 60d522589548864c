import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensureCustomerLogin, refuseTemporaryTables } from '@kikoa/postgres'
import { type FreshDatabase, freshDatabase } from './testing/cluster.ts'

/** What an injected statement can do in a customer's transaction. */

let fresh: FreshDatabase
let client: pg.Client
beforeAll(async () => {
  fresh = await freshDatabase()
  client = new pg.Client(fresh.owner as pg.ClientConfig)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await fresh.drop()
})

describe('a temporary table', () => {
  const open = async () => {
    const log = { info() {}, warn: (line: string) => expect.fail(line) }
    const options = { owner: fresh.owner, roles: fresh.roles, log }
    const login = new pg.Client((await ensureCustomerLogin(client, options)) as pg.ClientConfig)
    await login.connect()
    return login
  }

  test('hides no table of the shop on the connections of the customers, also of an older shop', async () => {
    await open().then((login) => login.end())
    await client.query(`alter role ${fresh.roles.login} reset search_path`)
    // The right as it is in a new database.
    await client.query(
      `do $$ begin execute format('grant temporary on database %I to public', current_database()); end $$`,
    )
    const login = await open()
    await login.query('create temporary table profiles (id int)')
    const { rows } = await login.query(
      `select 'profiles'::regclass = 'public.profiles'::regclass as "isShops"`,
    )
    expect(rows).toEqual([{ isShops: true }])
    await login.end()
  })

  test('is not made by the customers, nor by a role that a transaction takes on', async () => {
    const others = Array.from({ length: 8 }, () => new pg.Client(fresh.owner as pg.ClientConfig))
    await Promise.all(others.map((one) => one.connect()))
    await Promise.all(others.map((one) => refuseTemporaryTables(one)))
    await Promise.all(others.map((one) => one.end()))
    const login = await open()
    const made = 'create temporary table profiles (id int)'
    await expect(login.query(made)).rejects.toThrow(/permission denied to create temporary tables/)
    await login.end()
    for (const role of [fresh.roles.user, fresh.roles.admin, fresh.roles.service]) {
      await client.query(`set role ${role}`)
      await expect(client.query(made)).rejects.toThrow(/permission denied to create temporary tables/)
      await client.query('reset role')
    }
  })
})

describe('on a connection of the customers, a statement that somebody smuggled in', () => {
  const [asha, juma] = ['018f0000-0000-7000-8000-0000000000aa', '018f0000-0000-7000-8000-0000000000bb']
  const [mine, hers] = ['018f0000-0000-7001-8000-0000000000aa', '018f0000-0000-7001-8000-0000000000bb']
  const offer = '018f0000-0000-7000-8000-0000000002aa'
  let login: pg.Client

  beforeAll(async () => {
    const log = { info() {}, warn: (line: string) => expect.fail(line) }
    const config = await ensureCustomerLogin(client, { owner: fresh.owner, roles: fresh.roles, log })
    login = new pg.Client(config as pg.ClientConfig)
    await login.connect()
    for (const [person, session] of [
      [asha, mine],
      [juma, hers],
    ]) {
      await client.query(`insert into auth.users (id, email) values ($1::uuid, $1::text)`, [person])
      await client.query(`insert into auth.sessions (id, user_id) values ($2, $1)`, [person, session])
      await client.query(`insert into profiles (id, role) values ($1, 'user')`, [person])
    }
    // An offer of her own, an order and a service, which a customer might want to change.
    await client.query(
      `insert into requests (id, user_id, kind, subject, status, stage, price) values ($2, $1, 'domain', 'mine.com', 'available', 'offered', 10)`,
      [asha, offer],
    )
    await client.query(`insert into orders (id, user_id, total_price) values ($2, $1, 10)`, [asha, offer])
    await client.query(
      `insert into order_lines (id, order_id, user_id, position, domain, price) values ($2, $2, $1, 0, 'mine.net', 10)`,
      [asha, offer],
    )
    await client.query(
      `insert into services (id, user_id, request_id, kind, name, exclusive, started_at, expires_at)
       values ($2, $1, $2, 'domain', 'mine.com', true, now(), now() - interval '1 day')`,
      [asha, offer],
    )
  })
  afterAll(() => login.end())

  const inside = async (sql: string, values: unknown[] = []) => {
    await login.query('begin')
    try {
      await login.query('select auth.enter_customer($1, $2)', [mine, asha])
      return await login.query(sql, values)
    } finally {
      await login.query('rollback')
    }
  }

  test.each([
    'payment_confirmed = true',
    'price = 0.01',
    `status = 'active'`,
    `stage = 'active'`,
    'claim_rejection = null',
    'version = 1',
    'updated_at = now()',
    'renews = null',
    `details = '{}'`,
  ])('changes no request: %s', async (change) => {
    await expect(inside(`update requests set ${change}`)).rejects.toThrow('permission denied')
  })

  test.each([
    'total_price = 0.01',
    'payment_confirmed = true',
    `status = 'completed'`,
    'claim_rejection = null',
  ])('changes no order: %s', async (change) => {
    await expect(inside(`update orders set ${change}`)).rejects.toThrow('permission denied')
  })

  test.each([
    `insert into requests (id, user_id, kind, subject, status, stage, price) values (gen_random_uuid(), $1, 'hosting', 'Basic', 'pending', 'asked', 0.01)`,
    `insert into requests (id, user_id, kind, subject, status, stage) values (gen_random_uuid(), $1, 'domain', 'x.com', 'pending', 'asked')`,
    `insert into orders (id, user_id, total_price) values (gen_random_uuid(), $1, 0.01)`,
    `insert into order_lines (id, order_id, user_id, position, domain, price) values (gen_random_uuid(), '${offer}', $1, 1, 'x.com', 0.01)`,
    `insert into receipts (method, number, user_id) values ('m-pesa', 'NOTMINE', $1)`,
    `insert into claims (id, user_id, request_id, payer_name, receipt_number, payment_method, method, number, amount)
     values (gen_random_uuid(), $1, '${offer}', 'x', 'x', 'x', 'bank', 'x', 0.01)`,
    `insert into services (id, user_id, request_id, kind, name, exclusive, started_at) values (gen_random_uuid(), $1, '${offer}', 'domain', 'x.com', true, now())`,
    `insert into renewals (id, service_id, user_id, service_version, expires_at) values (gen_random_uuid(), '${offer}', $1, 1, now() + interval '9 years')`,
  ])('makes nothing that costs money: %s', async (sql) => {
    await expect(inside(sql, [asha])).rejects.toThrow('permission denied')
  })

  test.each([
    `update order_lines set price = 0.01`,
    `update order_lines set state = 'registered'`,
    `update claims set amount = 0.01`,
    `update receipts set user_id = user_id`,
    `delete from receipts`,
    `update services set expires_at = now() + interval '9 years'`,
    `update renewals set done_at = now()`,
    `insert into refunds select * from refunds`,
    `delete from orders`,
  ])('changes nothing that costs money: %s', async (sql) => {
    await expect(inside(sql)).rejects.toThrow('permission denied')
  })

  test.each([
    ...(['service', 'admin'] as const).flatMap((role) => [
      `set role ${role}`,
      `set local role ${role}`,
      `select set_config('role', '${role}', true)`,
      `set session authorization ${role}`,
    ]),
    'select auth.enter_service()',
    'select auth.enter_key()',
    `select auth.enter_server('${mine}', '${asha}')`,
    `grant service to login`,
    `create table public.theirs ()`,
  ])('gets no other role: %s', async (sql) => {
    const { service, admin, login: own } = fresh.roles
    const named = sql
      .replace(/(?<=role |authorization |grant |')service\b/, service)
      .replace(/(?<=role |authorization |')admin\b/, admin)
      .replace(/(?<=to )login$/, own)
    await expect(inside(named)).rejects.toThrow(/permission denied|must have admin option|is a member/)
  })

  test('that gives the role back has no more than before', async () => {
    await login.query('begin')
    await login.query('select auth.enter_customer($1, $2)', [mine, asha])
    await login.query('reset role')
    expect((await login.query('select user_id from requests')).rows).toEqual([{ user_id: asha }])
    await expect(login.query('update requests set payment_confirmed = true')).rejects.toThrow(
      'permission denied',
    )
    await login.query('rollback')
  })

  test('that says whom it works for finds nobody, unless it knows a session of theirs', async () => {
    const found = async (setting: string, value: string) => {
      await login.query('begin')
      await login.query('select auth.enter_customer($1, $2)', [mine, asha])
      await login.query('select set_config($1, $2, true)', [setting, value])
      const { rows } = await login.query('select id from profiles')
      await login.query('rollback')
      return rows
    }
    expect(await found('app.user_id', juma)).toEqual([{ id: asha }])
    expect(await found('app.session', juma)).toEqual([])
    await expect(inside('select id from auth.sessions')).rejects.toThrow('permission denied')
  })

  test('that is an admin’s has a customer’s rights there', async () => {
    await client.query(`update profiles set role = 'admin' where id = $1`, [juma])
    await login.query('begin')
    await login.query('select auth.enter_customer($1, $2)', [hers, juma])
    expect((await login.query('select current_user')).rows).toEqual([{ current_user: fresh.roles.user }])
    await expect(login.query(`select auth.enter($1, $2, 'admin')`, [hers, juma])).rejects.toThrow(
      'permission denied',
    )
    await login.query('rollback')
  })
})
