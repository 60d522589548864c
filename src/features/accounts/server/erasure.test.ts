import { randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authApplication } from './application.ts'
import { personalData } from '../../../app/provided/personal-data.ts'
import { openShop, type Shop } from '../../../app/testing/shop.ts'
import { deleteAccount, type UserRow } from '@kikoa/auth'
import { impersonal, kept, keptSoftly } from './testing/kept-columns.ts'

/**
 * Every column of the database is either erased with an account or listed in `kept-columns.ts` with the reason why it stays.
 * The test fills each one for a person and then deletes the account by the product's own function.
 */

type Values = Record<string, unknown>

let serial = 1_000_000
const message = randomUUIDv7()
const webhookEndpoint = randomUUIDv7()
const registrar = randomUUIDv7()
const arrival = randomUUIDv7()

/** The rows of a person in each table, in foreign key order. Other columns are filled by their type. */
function traces(person: string, email: string): [table: string, values: Values][] {
  const [request, order, line, service, session, factor, flow, charge, browser, money, claim, fulfilment] =
    Array.from({ length: 12 }, () => randomUUIDv7())
  const posting = ++serial
  const user_id = person
  return [
    ['auth.users', { id: person, email, deleted_at: null, email_unseen: false }],
    ['public.profiles', { id: person, role: 'admin', staff_role: 'support', language: 'sw', email }],
    ['auth.identities', { user_id }],
    ['auth.factors', { id: factor, user_id, factor_type: 'totp', status: 'unverified' }],
    ['auth.challenges', { factor_id: factor }],
    ['auth.recovery_codes', { factor_id: factor }],
    ['auth.sessions', { id: session, user_id, factor_id: factor, aal: 'aal1' }],
    ['auth.refresh_tokens', { session_id: session }],
    ['auth.flow_states', { id: flow, user_id }],
    ['auth.one_time_tokens', { user_id, flow_id: flow }],
    ['auth.signup_tries', { address: email }],
    [
      'public.requests',
      {
        id: request,
        user_id,
        stage: 'asked',
        kind: 'hosting',
        details: { manual_details: 'marker' },
        is_test: false,
      },
    ],
    ['public.receipts', { user_id, method: 'bank', number: `R${person}` }],
    ['public.orders', { id: order, number: undefined, user_id, status: 'pending' }],
    ['public.order_lines', { id: line, order_id: order, user_id, state: 'open' }],
    [
      'public.claims',
      {
        id: claim,
        user_id,
        request_id: request,
        order_id: null,
        renewal_id: null,
        method: 'bank',
        number: `R${person}`,
        state: 'open',
      },
    ],
    [
      'public.services',
      {
        id: service,
        user_id,
        request_id: request,
        order_line_id: null,
        details: { manual_details: 'marker' },
        facts: { username: 'marker' },
      },
    ],
    [
      'public.fulfilments',
      { id: fulfilment, user_id, account_id: registrar, state: 'done', currency: 'USD' },
    ],
    ['public.fulfilment_calls', { account_id: registrar, fulfilment_id: fulfilment }],
    ['public.registrar_names', { account_id: registrar, holder_id: user_id, state: 'ours' }],
    ['public.service_notes', { service_id: service, user_id }],
    ['public.service_secrets', { service_id: service, user_id, shown_at: null }],
    ['public.transfer_codes', { request_id: request, user_id }],
    ['public.holder_details', { user_id }],
    [
      'public.renewals',
      { service_id: service, user_id, request_id: request, order_line_id: null, done_by: person },
    ],
    ['public.refunds', { order_id: order, user_id, created_by: person, kept: false }],
    [
      'public.charges',
      {
        id: charge,
        user_id,
        request_id: request,
        order_id: null,
        renewal_id: null,
        state: 'open',
        is_test: false,
      },
    ],
    ['public.charge_taxes', { charge_id: charge, user_id }],
    ['public.customer_taxes', { user_id }],
    [
      'public.invoices',
      { user_id, charge_id: charge, kind: 'invoice', credits: null, credited_before: null },
    ],
    ['public.ledger_postings', { id: posting, act: 'sale' }],
    ['public.ledger_entries', { posting_id: posting, account: 'customer', user_id, currency: 'USD' }],
    [
      'public.received_payments',
      {
        id: money,
        user_id,
        channel: 'message',
        state: 'matched',
        rank: 3,
      },
    ],
    [
      'public.allocations',
      {
        payment_id: money,
        charge_id: charge,
        user_id,
        outcome: 'matched',
        claim_id: null,
        undone_as: 'moved',
      },
    ],
    ['public.claim_photos', { claim_id: claim, user_id }],
    ['public.payment_decisions', { payment_id: money, claim_id: null }],
    ['public.payment_evidence', { payment_id: money, channel: 'message', rank: 3 }],
    ['public.cart_items', { user_id }],
    ['public.customer_notes', { user_id }],
    ['public.messages', { email, state: 'new' }],
    ['public.message_answers', { message_id: message, author_id: person }],
    ['public.mails', { user_id, recipient: email, state: 'sent' }],
    ['public.events', { id: undefined, user_id }],
    ['public.webhook_deliveries', { endpoint_id: webhookEndpoint, user_id, state: 'sent' }],
    ['public.audit_log', { actor_id: person, actor_role: 'user', erased_by: null }],
    ['public.idempotency_keys', { actor: person }],
    ['public.chat_conversations', { user_id, read_by_customer: 0, read_by_shop: 0 }],
    ['public.chat_lines', { user_id, author_id: person }],
    ['public.inbox_takes', { taken_by: person }],
    [
      'public.notification_choices',
      { user_id, text_by: 'sms', mail_minutes: 0, days: [1], from_minute: null, to_minute: null },
    ],
    ['public.push_subscriptions', { id: browser, user_id, session_id: session }],
    [
      'public.staff_notifications',
      { user_id, arrival_id: arrival, channel: 'push', subscription_id: browser, state: 'sent' },
    ],
    ['public.consents', { user_id, document: 'terms' }],
    ['public.presences', { person }],
    ['public.answer_times', { request_id: request, answered_by: person, activated_by: person }],
  ]
}

interface Column {
  name: string
  type: string
  /** Whether the database generates it from other columns. */
  made: boolean
}

/** A recognisable value for the column's type. */
function markerOf(table: string, { name, type }: Column): unknown {
  const text = `marker-${table}-${name}-${randomUUIDv7()}`
  const values: Record<string, () => unknown> = {
    text: () => text,
    _text: () => [text],
    jsonb: () => JSON.stringify({ marker: text }),
    bytea: () => Buffer.from(text),
    uuid: () => randomUUIDv7(),
    date: () => '2026-01-31',
    timestamptz: () => new Date(Date.now() + 86_400_000),
    int4: () => 7,
    int8: () => ++serial,
    numeric: () => 7,
    bool: () => true,
    inet: () => '203.0.113.77',
  }
  const make = values[type]
  if (!make) throw new Error(`${table}.${name}: say here how a column of type ${type} is filled`)
  return make()
}

let shop: Shop
let columns: Map<string, Column[]>
let keys: Map<string, string[]>
beforeAll(async () => {
  shop = await openShop()
  // The person is an admin too, and another admin exists.
  await shop.admin()
  await shop.sql(
    `insert into webhook_endpoints (id, url, types, sources, is_on) values ($1, 'https://example.com', '{}', '{}', false)`,
    [webhookEndpoint],
  )
  await shop.sql(
    `insert into registrar_accounts (id, driver, name, currency) values ($1, 'manual', 'Registrar', 'USD')`,
    [registrar],
  )
  await shop.sql(
    `insert into messages (id, name, email, body) values ($1, 'Neema', 'neema@example.com', 'Habari')`,
    [message],
  )
  await shop.sql(`insert into inbox_arrivals (id, kind, item_id, since) values ($1, 'domain', $1, now())`, [
    arrival,
  ])
  const found = await shop.sql<Column & { table: string }>(
    `select table_schema || '.' || table_name as table, column_name as name, udt_name as type, is_generated = 'ALWAYS' as made
       from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema in ('public', 'auth') and table_type = 'BASE TABLE'`,
  )
  columns = Map.groupBy(found, ({ table }) => table)
  const primary = await shop.sql<{ table: string; names: string[] }>(
    `select table_schema || '.' || table_name as table, array_agg(column_name::text) as names
       from information_schema.table_constraints join information_schema.key_column_usage using (constraint_schema, constraint_name, table_schema, table_name)
      where constraint_type = 'PRIMARY KEY' group by 1`,
  )
  keys = new Map(primary.map(({ table, names }) => [table, names]))
})
afterAll(() => shop.close())

const q = (name: string) =>
  name
    .split('.')
    .map((part) => `"${part}"`)
    .join('.')

async function leave(table: string, given: Values): Promise<Values> {
  const filled = columns
    .get(table)!
    .filter(({ made }) => !made)
    .map((column): [string, unknown] => {
      const value = given[column.name]
      if (value === undefined && !(column.name in given)) return [column.name, markerOf(table, column)]
      return [column.name, column.type === 'jsonb' && value ? JSON.stringify(value) : value]
    })
    .filter(([, value]) => value !== undefined)
  const names = filled.map(([name]) => q(name)).join(', ')
  const places = filled.map((_, index) => `$${index + 1}`).join(', ')
  const known = keys.get(table)!.map(q).join(', ')
  const [row] = await shop.sql(
    `insert into ${q(table)} (${names}) overriding system value values (${places}) returning ${known}`,
    filled.map(([, value]) => value),
  )
  return row!
}

/** The row of a key as text by column, or undefined if it was deleted. */
async function rowOf(table: string, key: Values): Promise<Record<string, string | null> | undefined> {
  const where = Object.keys(key).map((name, index) => `${q(name)} = $${index + 1}`)
  const [found] = await shop.sql(
    `select (select jsonb_object_agg(name, value) from jsonb_each_text(to_jsonb(t)) as e(name, value)) as row
       from ${q(table)} t where ${where.join(' and ')}`,
    Object.values(key),
  )
  return found?.row
}

test('every table is either a person’s or listed as carrying none', () => {
  const personal = traces('x', 'x').map(([table]) => table)
  expect([...columns.keys()].toSorted()).toEqual(
    [...new Set([...personal, ...Object.keys(impersonal)])].toSorted(),
  )
})

test.each([
  ['wholly', false],
  ['softly', true],
])('every column that holds something of a person is erased %s, or listed as kept', async (_, softly) => {
  const [person, email] = [randomUUIDv7(), `${randomUUIDv7()}@example.com`]
  const rows: { table: string; key: Values; values: Values; before: Record<string, string | null> }[] = []
  for (const [table, values] of traces(person, email)) {
    const key = await leave(table, values)
    rows.push({ table, key, values, before: {} })
  }
  // Triggers change each other's rows, so the final values are read here. Those must be erased.
  for (const row of rows) row.before = (await rowOf(row.table, row.key))!
  const empty = rows.flatMap(({ table, values, before }) =>
    Object.keys(before)
      .filter((name) => before[name] === null && values[name] !== null)
      .map((name) => `${table}.${name}`),
  )
  expect(empty, 'columns that were not filled').toEqual([])
  await shop.nodes[0]!.database.write('service', async (tx) => {
    const [user] = await tx.db.selectFrom('auth.users').selectAll().where('id', '=', person).execute()
    await deleteAccount(
      tx,
      { now: () => new Date(), application: authApplication(personalData) },
      user as UserRow,
      {
        actor: null,
        role: 'service',
        softly,
      },
    )
  })

  const survivors: Record<string, string[]> = {}
  for (const { table, key, before } of rows) {
    const after = await rowOf(table, key)
    if (!after) continue
    const left = Object.keys(before).filter((name) => before[name] !== null && before[name] === after[name])
    const reasons = { ...kept[table], ...(softly && keptSoftly[table]) }
    const allowed = new Set(Object.values(reasons).flat())
    const more = left.filter((name) => !allowed.has(name))
    if (more.length) survivors[table] = more.toSorted()
  }
  expect(survivors).toEqual({})
})

test('the list of what is kept names no column that is not there', () => {
  for (const [table, reasons] of [...Object.entries(kept), ...Object.entries(keptSoftly)])
    for (const name of Object.values(reasons).flat())
      expect([table, name, columns.get(table)!.some((column) => column.name === name)]).toEqual([
        table,
        name,
        true,
      ])
})
