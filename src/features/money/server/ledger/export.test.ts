import { randomUUID } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Person, type Shop } from '../../../../app/testing/shop.ts'

/** The owner's exports: whole periods in the shop's time zone, for admins only, and nothing that a spreadsheet executes. */

let shop: Shop
let admin: Person
let asha: Person
const [charge, received] = [randomUUID(), randomUUID()]
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
  asha = await shop.customer({ full_name: '=HYPERLINK("http://evil.example")' })
  await shop.sql(
    `insert into requests (id, user_id, kind, subject, status, stage) values ($1, $2, 'domain', 'a.com', 'x', 'active')`,
    [charge, asha.id],
  )
  await shop.sql(
    `insert into charges (id, user_id, reference, request_id, kind, subject, amount, currency, state, paid_at)
     values ($1, $2, 'ABC4567', $1, 'domain', 'a.com', 11.8, 'USD', 'open', null)`,
    [charge, asha.id],
  )
})
afterAll(() => shop.close())

const get = (what: string, query = '?from=2026-11-01&to=2026-11-30', by: Person = admin) =>
  by.call('GET', `/api/admin/exports/${what}${query}`)
/** The lines of a CSV answer, without the byte order mark. */
const linesOf = (body: string) => body.replace('\uFEFF', '').trimEnd().split('\r\n')

async function receive(id: string, at: string, payer: string, amount = 10) {
  await shop.sql(
    `insert into received_payments (id, channel, kind, method, amount, currency, code, payer_name, paid_at, received_at, state, user_id)
     values ($1, 'by-hand', 'incoming', 'mpesa', $4, 'USD', $1::uuid::text, $3, $2, $2, 'matched', $5)`,
    [id, at, payer, amount, asha.id],
  )
  await shop.sql(
    `insert into allocations (id, payment_id, charge_id, user_id, amount, currency, outcome, allocated_at)
     values ($1, $1, $2, $3, $4, 'USD', 'matched', $5)`,
    [id, charge, asha.id, amount, at],
  )
}

test('payments of the period in the time zone of the shop, with nothing that a spreadsheet executes', async () => {
  // Midnight in Dar es Salaam is 21:00 in UTC.
  await receive(randomUUID(), '2026-10-31T20:59:59Z', 'October')
  await receive(received, '2026-10-31T21:00:00Z', '+cmd')
  for (const payer of ['=1+1', '-1+1', '@SUM(A1)', '\tTAB', '\rCR'])
    await receive(randomUUID(), '2026-11-10T09:00:00Z', payer)
  await receive(randomUUID(), '2026-11-30T20:59:59Z', 'Last')
  await receive(randomUUID(), '2026-11-30T21:00:00Z', 'December')
  const { status, body, headers } = await get('payments')
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(headers.get('content-disposition')).toContain('payments-2026-11-01-2026-11-30.csv')
  const lines = linesOf(body)
  expect(lines[0]).toMatch(/^kind,at,state,method,code,amount,fee,currency,payer/)
  expect(lines).toHaveLength(8)
  expect(body).not.toMatch(/October|December/)
  expect(body).toContain('Last')
  // Each cell begins with something else than = + - @, a tab or a carriage return.
  const cells = body
    .replace('\uFEFF', '')
    .split(/[,\n]/)
    .map((cell: string) => cell.replace(/^"/, ''))
  expect(cells.filter((cell: string) => /^[=+\-@\t]/.test(cell))).toEqual([])
  expect(body).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
})

test('the ledger has debit and credit, and more rows than one query reads', async () => {
  await shop.sql(
    `select post_to_ledger('received', gen_random_uuid(), 'receipt', '2026-11-24T08:00:00Z', jsonb_build_array(
              jsonb_build_object('account', 'cash:mpesa', 'amount', -10.5, 'currency', 'USD'),
              jsonb_build_object('account', 'customer', 'user_id', $1::text, 'amount', 10.5, 'currency', 'USD')))
       from generate_series(1, 300)`,
    [asha.id],
  )
  const lines = linesOf((await get('ledger')).body)
  expect(lines).toHaveLength(601)
  expect(new Set(lines).size).toBe(601)
  expect(lines[1]).toMatch(/,receipt,received,[\w-]+,cash:mpesa,,,10\.50,,USD$/)
  expect(lines[2]).toMatch(/,customer,.*,,10\.50,USD$/)
})

const facts = (over: object) => ({
  issuedOn: '2026-11-24',
  customer: { name: 'Asha', tin: null },
  byRate: [{ percent: 18, net: 1000, vat: 180, gross: 1180 }],
  totals: { net: 1000, vat: 180, gross: 1180 },
  reference: 'ABC4567',
  fiscal: null,
  withheld: null,
  credits: null,
  ...over,
})
const issue = async (number: number, tax_point: string, pdf: string | null, over: object = {}) => {
  const own = randomUUID()
  await shop.sql(
    `insert into requests (id, user_id, kind, subject, status, stage) values ($1, $2, 'domain', 'a.com', 'x', 'active')`,
    [own, asha.id],
  )
  await shop.sql(
    `insert into charges (id, user_id, reference, request_id, kind, subject, amount, currency)
     values ($1::uuid, $2, $1::uuid::text, $1::uuid, 'domain', 'a.com', 11.8, 'USD')`,
    [own, asha.id],
  )
  await shop.sql(
    `insert into invoices (id, kind, series, year, number, name, user_id, charge_id, amount, vat, currency, tax_point, facts, created_at, pdf, sha256, written_at)
     values ($1, 'invoice', 'INV', 2026, $2::integer, 'INV-2026-00000' || $2, $3, $4, 11.8, 1.8, 'USD', $5, $6, now(), $7,
             case when $7::bytea is null then null else 'x' end, case when $7::bytea is null then null else now() end)`,
    [randomUUID(), number, asha.id, own, tax_point, JSON.stringify(facts(over)), pdf && Buffer.from(pdf)],
  )
}

test('invoices and VAT of the days of their tax point; the PDFs in one archive that names those not written yet', async () => {
  await issue(1, '2026-10-31', 'october')
  await issue(2, '2026-11-01', 'first')
  await issue(3, '2026-11-30', null)
  await issue(4, '2026-11-15', 'exempt', {
    byRate: [],
    totals: { net: 500, vat: 0, gross: 500 },
  })
  expect(
    linesOf((await get('invoices')).body)
      .slice(1)
      .map((line) => line.split(',')[0]),
  ).toEqual(['INV-2026-000002', 'INV-2026-000003', 'INV-2026-000004'])
  expect(linesOf((await get('vat')).body)).toEqual([
    'from,to,kind,rate_percent,invoices,net,vat,gross,currency',
    '2026-11-01,2026-11-30,invoice,,1,5.00,0.00,5.00,USD',
    '2026-11-01,2026-11-30,invoice,18,2,20.00,3.60,23.60,USD',
  ])
  const answer = await fetch(
    `${shop.nodes[0]!.address}/api/admin/exports/pdfs?from=2026-11-01&to=2026-11-30`,
    { headers: { authorization: `Bearer ${admin.token}` } },
  )
  expect(answer.headers.get('content-type')).toBe('application/zip')
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  expect(
    Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString()])),
  ).toEqual({
    'INV-2026-000002.pdf': 'first',
    'INV-2026-000004.pdf': 'exempt',
    'not-written-yet.txt': 'INV-2026-000003\n',
  })
})

test('no column that somebody outside can fill begins as a formula does, in any export', async () => {
  const juma = await shop.customer({ full_name: '=name' })
  await shop.sql(`update profiles set email = '=mail@example.com' where id = $1`, [juma.id])
  await shop.sql(
    `insert into requests (id, user_id, kind, subject, status, stage) values ($1, $1, 'domain', '=subject', 'x', 'offered')`,
    [juma.id],
  )
  await shop.sql(
    `insert into charges (id, user_id, reference, request_id, kind, subject, amount, currency)
     values ($1, $1, 'ABC4568', $1, 'domain', '=subject', 11.8, 'USD')`,
    [juma.id],
  )
  await shop.sql(
    `insert into received_payments (id, channel, kind, method, amount, currency, code, payer_name, payer_phone, reference, paid_at, received_at, state, user_id)
     values (gen_random_uuid(), 'by-hand', 'incoming', '@method', 10, 'USD', '=code', '+payer', '-phone', '=reference', '2026-12-05T08:00:00Z', '2026-12-05T08:00:00Z', 'received', $1)`,
    [juma.id],
  )
  await shop.sql(
    `insert into claims (id, user_id, request_id, payer_name, receipt_number, number, payment_method, method, amount, currency, state, created_at)
     values (gen_random_uuid(), $1, $1, '=payer', '=receipt', 'receipt', '=method', 'method', 10, 'USD', 'rejected', '2026-12-05T08:00:00Z')`,
    [juma.id],
  )
  await shop.sql(
    `insert into refunds (id, user_id, method, reference, amount, currency, paid_on, created_at)
     values (gen_random_uuid(), $1, '=refund', '-refund', 10, 'USD', '2026-12-05', '2026-12-05T08:00:00Z')`,
    [juma.id],
  )
  await shop.sql(
    `select post_to_ledger('received', gen_random_uuid(), 'receipt', '2026-12-05T08:00:00Z', jsonb_build_array(
              jsonb_build_object('account', 'cash:=method', 'amount', -10, 'currency', 'USD'),
              jsonb_build_object('account', 'customer', 'user_id', $1::text, 'amount', 10, 'currency', 'USD')))`,
    [juma.id],
  )
  const customer = { name: '=customer', tin: '+tin' }
  await issue(5, '2026-12-05', null, { customer, reference: '@reference', fiscal: { code: '-fiscal' } })
  const escaped: Record<string, string[]> = {}
  for (const what of ['payments', 'invoices', 'ledger', 'vat']) {
    const { body } = await get(what, '?from=2026-12-01&to=2026-12-31')
    const rows: Record<string, string>[] = parse(body, { columns: true, bom: true })
    expect(rows).not.toEqual([])
    if (what === 'payments')
      expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(['received', 'claim', 'refund']))
    const cells = rows.flatMap((row) => Object.entries(row))
    expect(cells.filter(([, cell]) => /^[=+\-@\t\r＝＋－＠]/.test(cell))).toEqual([])
    escaped[what] = [
      ...new Set(cells.filter(([, cell]) => cell.startsWith("'")).map(([column]) => column)),
    ].toSorted()
  }
  expect(escaped).toEqual({
    payments: ['code', 'customer', 'email', 'method', 'payer', 'phone', 'reference', 'subject'],
    invoices: ['customer', 'fiscal_code', 'reference', 'tin'],
    ledger: ['customer', 'email'],
    vat: [],
  })
})

test('an export is for admins, of a known table and period, and in the audit log', async () => {
  for (const what of ['payments', 'invoices', 'ledger', 'vat', 'pdfs']) {
    expect((await get(what, undefined, asha)).status).toBe(403)
    expect(
      (await shop.visitor('GET', `/api/admin/exports/${what}?from=2026-11-01&to=2026-11-30`)).status,
    ).toBe(401)
  }
  expect((await get('passwords')).status).toBe(404)
  for (const query of [
    '',
    '?from=2026-11-01',
    '?from=2026-11-02&to=2026-11-01',
    '?from=2026-02-30&to=2026-11-01',
    '?from=1000-01-01&to=2026-01-01',
  ])
    expect([query, (await get('ledger', query)).status]).toEqual([query, 400])
  await get('ledger')
  const [entry] = await shop.sql(
    `select actor_id, entity_id, after from audit_log where action = 'money.exported' order by at desc limit 1`,
  )
  expect(entry).toEqual({
    actor_id: admin.id,
    entity_id: 'ledger',
    after: { from: '2026-11-01', to: '2026-11-30' },
  })
})

test('an export ends when the session of the admin ends', async () => {
  const other = await shop.admin()
  await shop.sql(`delete from auth.sessions where id = $1`, [other.session])
  expect((await get('ledger', undefined, other)).status).toBe(401)
})
