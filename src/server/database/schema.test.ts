import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ensureRoles } from '@kikoa/postgres'
import { bring, bringEight, describeDatabase, interrupt, migrationNames } from './testing/catalogue.ts'
import { hasAdministrator, runServer, tenant, withClient } from '@kikoa/postgres/testing'

type Login = Awaited<ReturnType<typeof tenant>>
const described = (login: Login) => withClient(login, describeDatabase)

describe.runIf(hasAdministrator)('the schema', () => {
  let made: Login
  let lines: string[]
  beforeAll(async () => {
    made = await tenant(runServer, 'createrole')
    await bringEight(made)
    lines = await described(made)
  })

  let login: Login
  beforeEach(async () => void (login = await tenant(runServer, 'createrole')))

  test('makes the same database as the migrations that it replaces', async () => {
    await bring(login, '0001')
    await bring(login)
    expect(lines.length).toBeGreaterThan(1500)
    expect(await described(login)).toEqual(lines)
  })

  test('is compared in every part: each change of it is seen', async () => {
    /** Each change, and how the line begins that shows it. */
    const changes = {
      'relation renewals:': 'revoke select on renewals from {user}',
      'column api_keys.3:': 'grant select (hash) on api_keys to {admin}',
      'schema auth:': 'grant create on schema auth to {service}',
      'index orders_newest:': 'drop index orders_newest',
      'index orders_claims:': 'drop index orders_claims; create index orders_claims on orders (id)',
      'policy orders.own:': 'alter policy own on orders using (true)',
      'policy services.own:': 'alter policy own on services to public',
      'policy invoices.issue:': 'drop policy issue on invoices',
      'relation orders:': 'alter table orders disable row level security',
      'column orders.9:': 'alter table orders alter version set default 2',
      'column services.13:': 'alter table services alter version type bigint',
      'column claims.19:': 'alter table claims alter version drop not null',
      'column mails.3:': 'alter table mails rename recipient to r',
      'column charges.18:': 'alter table charges drop paid_at, add paid_at timestamptz(3)',
      'constraint orders.orders_status_check:': 'alter table orders drop constraint orders_status_check',
      'constraint claims.c:': 'alter table claims rename constraint claims_for_one to c',
      'trigger orders.set_owed:': 'drop trigger set_owed on orders',
      'trigger ledger_entries.append_only:': 'alter table ledger_entries disable trigger append_only',
      'function post_to_ledger(': 'alter function post_to_ledger security invoker',
      'function owed_for_order(': 'grant execute on function owed_for_order to public',
      'function auth.may(': `create or replace function auth.may(needed text) returns boolean
        language sql stable as 'select true'`,
      'relation sales:': 'alter view sales reset (security_invoker)',
      'sequence order_numbers:': 'alter sequence order_numbers start 1 owned by none',
      'comment table orders:': `comment on table orders is 'x'`,
      'row audit_head:': 'delete from audit_head',
    }
    const changed = await withClient(made, async (client) => {
      const { prefix } = await ensureRoles(client, { info() {}, warn() {} })
      await client.query('begin')
      for (const change of Object.values(changes))
        await client.query(change.replace(/\{(\w+)\}/, `${prefix}_$1`))
      return describeDatabase(client)
    })
    const seen = [
      ...changed.filter((line) => !lines.includes(line)),
      ...lines.filter((line) => !changed.includes(line)),
    ]
    expect(Object.keys(changes).filter((place) => !seen.some((line) => line.startsWith(place)))).toEqual([])
  })

  test('is made once by eight nodes that start at once', async () => {
    const applied = await bringEight(login)
    expect(applied).toEqual(await migrationNames())
    expect(await described(login)).toEqual(lines)
    expect(await bring(login)).toEqual([])
  })

  test('is made by the next node after one that was interrupted in the middle of it', async () => {
    expect(await interrupt(login, 'create table public.charges ()')).toBeInstanceOf(Error)
    const { rows } = await withClient(login, (client) => client.query('select name from migrations'))
    expect(rows).toEqual([])
    await bring(login)
    expect(await described(login)).toEqual(lines)
  })
})
