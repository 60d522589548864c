import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from './testing/cluster.ts'

/** The second check: what each role may do on each table, by its grants and by row-level security. */

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

const tables = async () =>
  (
    await client.query<{ name: string; secured: boolean; forced: boolean }>(`
      select n.nspname || '.' || c.relname as name, c.relrowsecurity as secured, c.relforcerowsecurity as forced
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p') and n.nspname in ('public', 'auth') order by 1`)
  ).rows

test('every table of ours has row security, and none is forced on its owner', async () => {
  const all = await tables()
  expect(all.length).toBeGreaterThan(15)
  expect(all.filter((table) => !table.secured || table.forced)).toEqual([])
})

/** The grants of a customer's role. Everything else is refused before a policy applies. */
const customer: Record<string, string> = {
  'public.allocations': 'some-SELECT',
  'public.audit_log': 'some-INSERT',
  'public.cart_items': 'SELECT INSERT DELETE',
  'public.charges': 'SELECT',
  'public.chat_conversations': 'SELECT some-INSERT some-UPDATE',
  'public.chat_lines': 'SELECT INSERT',
  'public.events': 'SELECT INSERT',
  'public.idempotency_keys': 'SELECT INSERT UPDATE',
  'public.ledger_entries': 'SELECT',
  'public.order_lines': 'SELECT',
  'public.orders': 'SELECT',
  'public.charge_taxes': 'SELECT',
  'public.consents': 'SELECT',
  'public.customer_taxes': 'SELECT',
  'public.holder_details': 'SELECT',
  'public.invoices': 'SELECT',
  'public.claims': 'SELECT',
  'public.claim_photos': 'some-SELECT',
  'public.profiles': 'SELECT some-UPDATE',
  'public.receipts': 'SELECT',
  'public.received_payments': 'some-SELECT',
  'public.service_secrets': 'some-SELECT',
  'public.services': 'SELECT',
  'public.refunds': 'SELECT',
  'public.renewals': 'SELECT',
  'public.requests': 'SELECT',
}
const admin: Record<string, string> = {
  'public.answer_times': 'SELECT INSERT UPDATE',
  'public.api_keys': 'some-SELECT INSERT some-UPDATE',
  'public.audit_head': 'SELECT',
  'public.backups': 'SELECT',
  'public.audit_log': 'SELECT some-INSERT',
  'public.cart_items': 'SELECT INSERT DELETE',
  'public.charges': 'SELECT INSERT UPDATE',
  'public.consents': 'SELECT',
  'public.chat_conversations': 'SELECT INSERT UPDATE DELETE',
  'public.chat_lines': 'SELECT INSERT some-UPDATE',
  'public.events': 'SELECT INSERT',
  'public.customer_notes': 'SELECT INSERT DELETE',
  'public.idempotency_keys': 'SELECT INSERT UPDATE',
  'public.inbox_takes': 'SELECT INSERT UPDATE DELETE',
  'public.jobs': 'some-SELECT',
  'public.ledger_entries': 'SELECT',
  'public.ledger_postings': 'SELECT',
  'public.logos': 'SELECT INSERT DELETE',
  'public.mail_server': 'some-SELECT INSERT UPDATE DELETE',
  'public.mails': 'some-SELECT some-INSERT some-UPDATE',
  'public.message_answers': 'SELECT INSERT some-UPDATE',
  'public.message_secrets': 'some-SELECT INSERT some-UPDATE DELETE',
  'public.message_templates': 'SELECT INSERT some-UPDATE',
  'public.messages': 'SELECT some-UPDATE',
  'public.notification_choices': 'SELECT INSERT UPDATE',
  'public.order_lines': 'SELECT INSERT UPDATE',
  'public.orders': 'SELECT INSERT UPDATE',
  'public.charge_taxes': 'SELECT INSERT UPDATE',
  'public.customer_taxes': 'SELECT INSERT UPDATE',
  'public.allocations': 'SELECT INSERT UPDATE',
  'public.invoice_numbers': 'SELECT INSERT UPDATE',
  'public.invoices': 'SELECT INSERT',
  'public.payment_decisions': 'SELECT INSERT UPDATE DELETE',
  'public.payment_evidence': 'SELECT INSERT UPDATE',
  'public.claims': 'SELECT INSERT UPDATE',
  'public.claim_photos': 'SELECT',
  'public.presences': 'SELECT INSERT UPDATE DELETE',
  'public.profiles': 'SELECT some-UPDATE',
  'public.push_subscriptions': 'some-SELECT',
  'public.receipts': 'SELECT INSERT UPDATE DELETE',
  'public.received_balances': 'SELECT INSERT UPDATE',
  'public.received_payments': 'SELECT INSERT UPDATE',
  'public.service_notes': 'SELECT INSERT DELETE',
  'public.service_secrets': 'some-SELECT INSERT DELETE',
  'public.services': 'SELECT INSERT UPDATE',
  'public.refunds': 'SELECT INSERT',
  'public.renewals': 'SELECT INSERT UPDATE',
  'public.requests': 'SELECT INSERT UPDATE',
  'public.settings': 'SELECT INSERT UPDATE',
  'public.statement_layouts': 'SELECT INSERT UPDATE',
  'public.statement_rows': 'SELECT INSERT',
  'public.unread_answers': 'SELECT some-UPDATE',
  'public.holder_details': 'SELECT INSERT UPDATE',
  'public.fulfilment_calls': 'SELECT',
  'public.fulfilments': 'SELECT INSERT UPDATE',
  'public.registrar_accounts': 'some-SELECT INSERT UPDATE DELETE',
  'public.registrar_names': 'SELECT some-UPDATE',
  'public.registrar_prices': 'SELECT',
  'public.registrar_top_ups': 'SELECT INSERT UPDATE',
  'public.transfer_codes': 'some-SELECT DELETE',
  'public.webhook_deliveries': 'SELECT some-UPDATE',
  'public.webhook_endpoints': 'SELECT INSERT UPDATE DELETE',
  'public.webhook_secrets': 'some-SELECT INSERT some-UPDATE DELETE',
  'public.sms_days': 'SELECT',
}

test.each([
  ['user', customer],
  ['admin', admin],
] as const)('the role of a %s has exactly these rights', async (role, expected) => {
  const found: Record<string, string> = {}
  for (const { name } of await tables()) {
    const rights: string[] = []
    for (const right of ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) {
      const { rows } = await client.query(
        `select has_table_privilege($1, $2, $3) as whole,
                case when $3 in ('SELECT', 'INSERT', 'UPDATE', 'REFERENCES') then has_any_column_privilege($1, $2, $3) else false end as some`,
        [fresh.roles[role], name, right],
      )
      if (rows[0].whole) rights.push(right)
      else if (rows[0].some) rights.push(`some-${right}`)
    }
    if (rights.length) found[name] = rights.join(' ')
  }
  expect(found).toEqual(expected)
})

test('a customer, whatever the program forgot to ask for, reads and changes own rows alone', async () => {
  const [asha, juma] = ['018f0000-0000-7000-8000-00000000000a', '018f0000-0000-7000-8000-00000000000b']
  const id = (n: number) => `018f0000-0000-7000-8000-0000000001${String(n).padStart(2, '0')}`
  const sessionOf = (person: string) => person.replace('-7000-', '-7001-')
  for (const [n, person] of [asha, juma].entries()) {
    const mine = [person, id(n)]
    await client.query(`insert into auth.users (id, email) values ($1::uuid, $1::text)`, [person])
    await client.query(`insert into auth.sessions (id, user_id) values ($2, $1)`, [person, sessionOf(person)])
    await client.query(`insert into profiles (id) values ($1)`, [person])
    await client.query(
      `insert into requests (id, user_id, kind, subject, status, stage, open_key) values ($2, $1, 'domain', 'a.com', 'available', 'offered', 'a')`,
      mine,
    )
    await client.query(
      `insert into receipts (method, number, user_id) values ('bank', $1::uuid::text, $1::uuid)`,
      [person],
    )
    await client.query(
      `insert into claims (id, user_id, request_id, payer_name, receipt_number, payment_method, method, number) values ($2::uuid, $1::uuid, $2::uuid, 'x', 'x', 'x', 'bank', $1::uuid::text)`,
      mine,
    )
    await client.query(`insert into claim_photos (claim_id, user_id, bytes) values ($2, $1, 'x')`, mine)
    await client.query(
      `insert into charges (id, user_id, reference, request_id, kind, subject, amount, currency) values ($2::uuid, $1::uuid, $1::uuid::text, $2::uuid, 'domain', 'a.com', 10, 'USD')`,
      mine,
    )
    await client.query(
      `insert into received_payments (id, channel, kind, received_at, state) values ($1, 'message', 'x', now(), 'unread')`,
      [id(n)],
    )
    await client.query(
      `insert into allocations (id, payment_id, charge_id, user_id, amount, currency, outcome, allocated_at) values ($2::uuid, $2::uuid, $2::uuid, $1, 1, 'USD', 'short', now())`,
      mine,
    )
    await client.query(
      `insert into invoices (id, kind, series, year, number, name, user_id, charge_id, amount, vat, currency, tax_point, facts, created_at) values ($2::uuid, 'invoice', $1::uuid::text, 2026, 1, 'x', $1::uuid, $2::uuid, 10, 0, 'USD', now(), '{}', now())`,
      mine,
    )
    await client.query(
      `insert into consents (user_id, document, version, given_at) values ($1, 'terms', 1, now())`,
      [person],
    )
    await client.query(`insert into charge_taxes (charge_id, user_id) values ($2, $1)`, mine)
    await client.query(`insert into customer_taxes (user_id) values ($1)`, [person])
    await client.query(
      `insert into services (id, user_id, request_id, kind, name, exclusive, started_at, expires_at) values ($2::uuid, $1::uuid, $2::uuid, 'domain', $1::uuid::text, true, now(), now() - interval '1 day')`,
      mine,
    )
    await client.query(
      `insert into service_secrets (id, service_id, user_id, name, sealed, set_at) values ($2::uuid, $2::uuid, $1::uuid, 'x', 'x', now())`,
      mine,
    )
    await client.query(
      `insert into renewals (id, service_id, user_id, service_version, expires_at) values ($2::uuid, $2::uuid, $1::uuid, 1, now())`,
      mine,
    )
    await client.query(`insert into events (user_id, type, topics) values ($1, 'x', '{}')`, [person])
    await client.query(
      `insert into events (user_id, type, topics, for_admins) values ($1, 'x', '{}', true)`,
      [person],
    )
    await client.query(
      `insert into idempotency_keys (actor, endpoint, key, body_hash) values ($1, 'x', 'x', '')`,
      [person],
    )
    await client.query(`insert into cart_items (user_id, domain) values ($1, 'a.com')`, [person])
    await client.query(
      `insert into holder_details (user_id, name, answers, set_at) values ($1, 'a.com', '{}', now())`,
      [person],
    )
    await client.query(`insert into chat_conversations (user_id, shop_lines) values ($1, 1)`, [person])
    await client.query(
      `insert into chat_lines (user_id, place, id, by_shop, number, body) values ($1, 1, $2, true, 1, 'x')`,
      mine,
    )
    await client.query(`insert into orders (id, user_id, total_price) values ($2, $1, 10)`, mine)
    await client.query(
      `insert into refunds (id, order_id, user_id, amount, method, reference, paid_on, order_version) values ($2, $2, $1, 10, 'x', 'x', now(), 1)`,
      mine,
    )
    await client.query(
      `select post_to_ledger('charge', $2::uuid, 'sale', now(), jsonb_build_array(
         jsonb_build_object('account', 'customer', 'user_id', $1::text, 'amount', -10, 'currency', 'USD'),
         jsonb_build_object('account', 'sales', 'amount', 10, 'currency', 'USD')))`,
      mine,
    )
    await client.query(
      `insert into order_lines (id, order_id, user_id, position, domain, price) values ($2::uuid, $2::uuid, $1, 0, 'a.com', 10)`,
      mine,
    )
  }

  const as = async (person: string, sql: string, values: unknown[] = []) => {
    await client.query('begin')
    try {
      if (person) await client.query(`select auth.enter_customer($2, $1)`, [person, sessionOf(person)])
      else await client.query(`select set_config('role', $1, true)`, [fresh.roles.user])
      return await client.query(sql, values)
    } finally {
      await client.query('rollback')
    }
  }
  const payer = '(select user_id from allocations where payment_id = received_payments.id)'
  for (const table of Object.keys(customer).filter((name) => customer[name]!.includes('SELECT'))) {
    const owner =
      { 'public.profiles': 'id', 'public.idempotency_keys': 'actor', 'public.received_payments': payer }[
        table
      ] ?? 'user_id'
    const { rows } = await as(asha, `select ${owner}::text as owner from ${table}`)
    expect([table, rows]).toEqual([table, [{ owner: asha }]])
    expect([table, (await as('', `select 1 from ${table}`)).rows]).toEqual([table, []])
  }

  const untouched: [string, unknown[]][] = [
    [`update profiles set full_name = 'x' where id = $1`, [juma]],
    [`delete from cart_items where user_id = $1`, [juma]],
    [`update chat_conversations set closed = true where user_id = $1`, [juma]],
    [`update idempotency_keys set answer = '{}' where actor = $1`, [juma]],
  ]
  for (const [sql, values] of untouched)
    expect([sql, (await as(asha, sql, values)).rowCount]).toEqual([sql, 0])

  const refused: [string, unknown[]][] = [
    [`update requests set price = 0`, []],
    [`update requests set status = 'active'`, []],
    [`update profiles set role = 'admin'`, []],
    [`update services set user_id = $1`, [asha]],
    [`update claims set state = 'rejected'`, []],
    [`update charges set settled = amount`, []],
    [`update invoices set amount = 0`, []],
    [`update invoices set pdf = ''`, []],
    [`delete from invoices`, []],
    [`update customer_taxes set vat_exempt = true`, []],
    [`update charge_taxes set withheld = 10`, []],
    [`select * from invoice_numbers`, []],
    [`delete from requests`, []],
    [`update orders set status = 'completed'`, []],
    [`update orders set total_price = 0`, []],
    [`update order_lines set state = 'registered'`, []],
    [`update holder_details set answers = '{}'`, []],
    [`insert into holder_details (user_id, name, answers, set_at) values ($1, 'b.com', '{}', now())`, [asha]],
    [`insert into orders (id, user_id, total_price) values ($2, $1, 10)`, [juma, id(53)]],
    [
      `insert into orders (id, user_id, total_price, status) values ($2, $1, 10, 'completed')`,
      [asha, id(54)],
    ],
    [
      `insert into order_lines (id, order_id, user_id, position, domain, price) values ($2, $3, $1, 1, 'b.com', 10)`,
      [juma, id(55), id(1)],
    ],
    [`insert into cart_items (user_id, domain) values ($1, 'b.com')`, [juma]],
    // A customer can't write as the shop or in another conversation, and can't change old lines or what the shop has
    // read.
    [
      `insert into chat_lines (user_id, place, id, by_shop, number, body) values ($1, 2, $2, false, 1, 'x')`,
      [juma, id(61)],
    ],
    [
      `insert into chat_lines (user_id, place, id, by_shop, number, body) values ($1, 2, $2, true, 2, 'x')`,
      [asha, id(61)],
    ],
    [
      `insert into chat_lines (user_id, place, id, by_shop, number, body, author_name) values ($1, 2, $2, false, 1, 'x', 'Support')`,
      [asha, id(61)],
    ],
    [`update chat_lines set body = 'y'`, []],
    [`delete from chat_lines`, []],
    [`update chat_conversations set shop_lines = 9`, []],
    [`update chat_conversations set read_by_shop = 0`, []],
    [`insert into chat_conversations (user_id) values ($1)`, [juma]],
    [`select * from settings`, []],
    [`select * from auth.users`, []],
    [`select * from audit_log`, []],
    [`select * from audit_head`, []],
    [`update audit_log set before = null`, []],
    [`select * from messages`, []],
    [`select id from mails`, []],
    [`insert into messages (id, name, email, body) values ($1, 'x', 'x', 'x')`, [id(53)]],
    [
      `insert into requests (id, user_id, kind, subject, status, stage) values ($2, $1, 'domain', 'b.com', 'pending', 'asked')`,
      [juma, id(50)],
    ],
    [
      `insert into requests (id, user_id, kind, subject, status, stage) values ($2, $1, 'domain', 'b.com', 'available', 'offered')`,
      [asha, id(51)],
    ],
    [`insert into events (user_id, type, topics) values ($1, 'x', '{}')`, [juma]],
    [
      `insert into audit_log (id, actor_id, actor_role, action, entity) values ($2, $1, 'user', 'x', 'x')`,
      [juma, id(52)],
    ],
    [`insert into receipts (method, number, user_id) values ('bank', 'new', $1)`, [juma]],
    // A customer's row that refers to another person's row would block or change that one.
    [
      `insert into claims (id, user_id, request_id, payer_name, receipt_number, payment_method, method, number) values ($2, $1::uuid, $3, 'x', 'x', 'x', 'bank', $1::uuid::text)`,
      [asha, id(56), id(1)],
    ],
    [
      `insert into claims (id, user_id, order_id, payer_name, receipt_number, payment_method, method, number) values ($2, $1::uuid, $3, 'x', 'x', 'x', 'bank', $1::uuid::text)`,
      [asha, id(57), id(1)],
    ],
    [
      `insert into renewals (id, service_id, user_id, service_version, expires_at) values ($2, $3, $1, 9, now())`,
      [asha, id(58), id(1)],
    ],
    [
      `insert into requests (id, user_id, kind, subject, status, stage, renews) values ($2, $1, 'domain', 'b.com', 'pending', 'asked', $3)`,
      [asha, id(59), id(1)],
    ],
    // A customer can't write an audit entry of an admin, or publish a change of the shop to the nodes.
    [
      `insert into audit_log (id, actor_id, actor_role, action, entity) values ($2, $1, 'admin', 'x', 'x')`,
      [asha, id(60)],
    ],
    [
      `insert into audit_log (id, actor_id, actor_role, action, entity, seq) values ($2, $1, 'user', 'x', 'x', 1)`,
      [asha, id(61)],
    ],
    [
      `insert into audit_log (id, actor_id, actor_role, action, entity, at) values ($2, $1, 'user', 'x', 'x', now())`,
      [asha, id(62)],
    ],
    [`insert into events (user_id, type, topics, for_admins) values ($1, 'x', '{}', true)`, [asha]],
    [`insert into events (user_id, type, topics) values ($1, 'x', '{settings}')`, [asha]],
    [`insert into events (user_id, type, topics) values (null, 'x', '{settings}')`, []],
    [`select body from received_payments`, []],
    [`select user_id from received_payments`, []],
    [`select * from received_balances`, []],
    [`select sealed from service_secrets`, []],
    [`update service_secrets set shown_at = null`, []],
    [`select host from mail_server`, []],
    [`select id from message_secrets`, []],
    [`select id from api_keys`, []],
    [`select id from registrar_accounts`, []],
    [`select id from fulfilments`, []],
    [`select id from registrar_names`, []],
    [`select request_id from transfer_codes`, []],
    [`select id from fulfilment_calls`, []],
    [`select id from webhook_endpoints`, []],
    [`select id from webhook_secrets`, []],
    [`select id from webhook_deliveries`, []],
    [`select * from statement_layouts`, []],
    [`select * from message_templates`, []],
    [`update message_templates set revoked_at = null`, []],
    [`select * from logos`, []],
    [`select * from ledger_postings`, []],
    [`update ledger_entries set amount = 1`, []],
    [`select post_to_ledger('x', $1, 'receipt', now(), '[]')`, [id(63)]],
    [`select * from unread_answers`, []],
    [`update unread_answers set label = 'available'`, []],
  ]
  for (const [sql, values] of refused)
    await expect(as(asha, sql, values), sql).rejects.toThrow(/permission denied|row-level security/)
})
