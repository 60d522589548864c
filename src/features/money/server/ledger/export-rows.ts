import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../../../server/database/database.ts'
import { decimalTextOf } from '../../../../shared/money.ts'
import { givenName } from '../../../../shared/person.ts'
import type { PaperFacts } from '../../invoices/paper.ts'
import { sumSales } from './sales.ts'
import '../invoices/tables.ts'

/** The days of an export, both included, in a time zone. */
export interface Period {
  from: string
  to: string
  timeZone: string
}

/** Rows of one query. */
const BATCH = 500

/** Runs one transaction of the caller. */
type Read = <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>

type Row = Record<string, string | number | null>

/** A table that is exported: its columns in order, and its rows, the oldest first. */
export interface Export {
  columns: readonly string[]
  rows(read: Read, period: Period): AsyncGenerator<Row>
}

const startOf = (day: string, timeZone: string) => sql`(${day}::date::timestamp at time zone ${timeZone})`
const endOf = (day: string, timeZone: string) => sql`((${day}::date + 1)::timestamp at time zone ${timeZone})`
const within = (column: RawBuilder<unknown>, { from, to, timeZone }: Period) =>
  sql`${column} >= ${startOf(from, timeZone)} and ${column} < ${endOf(to, timeZone)}`

/** All rows of a query with the columns `at` and `id`, page by page. */
async function* paged<Found extends { at: Date; id: string }>(
  read: Read,
  source: RawBuilder<unknown>,
): AsyncGenerator<Found> {
  let last: Found | undefined
  do {
    const after = last ? sql`where (at, id) > (${last.at}, ${last.id})` : sql``
    const { rows } = await read((tx) =>
      sql<Found>`select * from (${source}) found ${after} order by at, id limit ${BATCH}`.execute(tx.db),
    )
    yield* rows
    last = rows.length === BATCH ? rows.at(-1) : undefined
  } while (last)
}

interface Person {
  full_name: string | null
  business_name: string | null
  email: string | null
}
const personColumns = sql`profiles.full_name, profiles.business_name, profiles.email`
const customerOf = (row: Person) => ({ customer: givenName(row) ?? null, email: row.email })
/** A numeric column without the zeros that its currency does not need. */
const amountOf = (value: string | null) => value && value.replace(/(\.\d\d)0$/, '$1')

const ledger: Export = {
  columns: [
    'entry',
    'at',
    'posting',
    'act',
    'source',
    'source_id',
    'account',
    'customer',
    'email',
    'debit',
    'credit',
    'currency',
  ],
  async *rows(read, period) {
    type Found = Person & {
      at: Date
      id: string
      posting_id: number
      act: string
      source_kind: string
      source_id: string
      account: string
      amount: string
      currency: string
    }
    const source = sql`
      select e.at, e.id, e.posting_id, p.act, p.source_kind, p.source_id, e.account, e.amount, e.currency, ${personColumns}
        from ledger_entries e
        join ledger_postings p on p.id = e.posting_id
        left join profiles on profiles.id = e.user_id
       where ${within(sql`e.at`, period)}`
    for await (const row of paged<Found>(read, source)) {
      const isCredit = !row.amount.startsWith('-')
      const amount = amountOf(row.amount.replace('-', ''))
      yield {
        entry: row.id,
        at: row.at.toISOString(),
        posting: row.posting_id,
        act: row.act,
        source: row.source_kind,
        source_id: row.source_id,
        account: row.account,
        ...customerOf(row),
        debit: isCredit ? null : amount,
        credit: isCredit ? amount : null,
        currency: row.currency,
      }
    }
  },
}

const payments: Export = {
  columns: [
    'kind',
    'at',
    'state',
    'method',
    'code',
    'amount',
    'fee',
    'currency',
    'payer',
    'phone',
    'reference',
    'subject',
    'customer',
    'email',
    'id',
  ],
  async *rows(read, period) {
    type Found = Person &
      Record<
        'kind' | 'state' | 'method' | 'code' | 'payer' | 'phone' | 'reference' | 'subject',
        string | null
      > & {
        at: Date
        id: string
        amount: string | null
        fee: string | null
        currency: string | null
      }
    // What came in, what customers said to have paid, and what was paid back.
    const source = sql`
      select moved.*, ${personColumns} from (
        select 'received' as kind, coalesce(r.paid_at, r.received_at) as at, r.id, r.state, r.method, r.code, r.amount,
               r.fee, r.currency, r.payer_name as payer, r.payer_phone as phone, coalesce(c.reference, r.reference) as reference,
               c.subject, coalesce(r.user_id, c.user_id) as user_id
          from received_payments r
          left join lateral (select charge_id from allocations where payment_id = r.id
                              order by undone_at is null desc, allocated_at, id limit 1) a on true
          left join charges c on c.id = a.charge_id
        union all
        select 'claim', p.created_at, p.id, p.state, p.payment_method, p.receipt_number, p.amount, null, p.currency,
               p.payer_name, null, c.reference, c.subject, p.user_id
          from claims p
          left join charges c on c.request_id = p.request_id or c.order_id = p.order_id or c.renewal_id = p.renewal_id
        union all
        select case when f.kept then 'credit' else 'refund' end, f.created_at, f.id, 'done', f.method, f.reference, f.amount,
               null, f.currency, null, null, c.reference, c.subject, f.user_id
          from refunds f left join charges c on c.order_id = f.order_id) moved
        left join profiles on profiles.id = moved.user_id
       where ${within(sql`moved.at`, period)}`
    for await (const { at, amount, fee, full_name, business_name, email, ...row } of paged<Found>(
      read,
      source,
    ))
      yield {
        ...row,
        at: at.toISOString(),
        amount: amountOf(amount),
        fee: amountOf(fee),
        ...customerOf({ full_name, business_name, email }),
      }
  },
}

interface Paper {
  at: Date
  id: string
  name: string
  kind: string
  tax_point: string
  currency: string
  facts: PaperFacts
  sha256: string | null
}

const papersOf = (read: Read, period: Period) =>
  paged<Paper>(
    read,
    sql`select created_at as at, id, name, kind, tax_point::text, currency, facts, sha256 from papers
         where tax_point between ${period.from}::date and ${period.to}::date`,
  )

const papers: Export = {
  columns: [
    'number',
    'kind',
    'issued_on',
    'tax_point',
    'customer',
    'tin',
    'net',
    'vat',
    'gross',
    'currency',
    'credits',
    'reference',
    'fiscal_code',
    'withheld',
    'sha256',
  ],
  async *rows(read, period) {
    for await (const { name, kind, tax_point, currency, facts, sha256 } of papersOf(read, period)) {
      const text = (amount: number) => decimalTextOf({ amount, currency })
      yield {
        number: name,
        kind,
        issued_on: facts.issuedOn,
        tax_point,
        customer: facts.customer.name,
        tin: facts.customer.tin,
        net: text(facts.totals.net),
        vat: text(facts.totals.vat),
        gross: text(facts.totals.gross),
        currency,
        credits: facts.credits?.number ?? null,
        reference: facts.reference,
        fiscal_code: facts.fiscal?.code ?? null,
        withheld: facts.withheld ? text(facts.withheld.amount) : null,
        sha256,
      }
    }
  },
}

/** The VAT of a period: the sums of invoices and of credit notes, by rate and currency. */
const vat: Export = {
  columns: ['from', 'to', 'kind', 'rate_percent', 'papers', 'net', 'vat', 'gross', 'currency'],
  async *rows(read, period) {
    const sums = new Map<
      string,
      {
        kind: string
        rate: number | null
        currency: string
        papers: number
        net: number
        vat: number
        gross: number
      }
    >()
    for await (const { kind, currency, facts } of papersOf(read, period)) {
      const taxed = facts.byRate.length ? facts.byRate : [{ ...facts.totals, percent: null }]
      for (const { percent, ...totals } of taxed) {
        const key = [kind, currency, percent].join(' ')
        const sum = sums.get(key) ?? { kind, rate: percent, currency, papers: 0, net: 0, vat: 0, gross: 0 }
        sums.set(key, {
          ...sum,
          papers: sum.papers + 1,
          net: sum.net + totals.net,
          vat: sum.vat + totals.vat,
          gross: sum.gross + totals.gross,
        })
      }
    }
    for (const [, { kind, rate, currency, papers: count, ...sum }] of [...sums].sort(([a], [b]) =>
      a < b ? -1 : 1,
    )) {
      const text = (amount: number) => decimalTextOf({ amount, currency })
      yield {
        from: period.from,
        to: period.to,
        kind,
        rate_percent: rate,
        papers: count,
        net: text(sum.net),
        vat: text(sum.vat),
        gross: text(sum.gross),
        currency,
      }
    }
  },
}

const sales: Export = {
  columns: ['day', 'product', 'net', 'vat', 'gross', 'currency'],
  async *rows(read, period) {
    const { from, to, timeZone } = period
    const sold = await read((tx) =>
      sumSales(
        tx,
        { from: startOf(from, timeZone), to: endOf(to, timeZone) },
        sql<{ day: string; kind: string }>`
          jsonb_build_object('day', (at at time zone ${sql.lit(timeZone)})::date, 'kind', kind)`,
      ),
    )
    for (const { by, currency, net, vat } of sold)
      yield {
        day: by.day,
        product: by.kind,
        net: amountOf(net),
        vat: amountOf(vat),
        gross: amountOf((Number(net) + Number(vat)).toFixed(3)),
        currency,
      }
  },
}

/** What the owner can export as CSV. */
export const csvExports = { sales, payments, papers, ledger, vat } as const

/** The PDFs of a period, one after the other. A paper whose PDF is not written yet has none. */
export async function* pdfsOf(
  read: Read,
  period: Period,
): AsyncGenerator<{ name: string; pdf: Buffer | null }> {
  for await (const { id, name } of papersOf(read, period)) {
    const { pdf } = await read(({ db }) =>
      db.selectFrom('papers').select('pdf').where('id', '=', id).executeTakeFirstOrThrow(),
    )
    yield { name, pdf }
  }
}
