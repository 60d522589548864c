import { sql } from 'kysely'
import { decimalOf, decimalTextOf } from '../../../../shared/money/money.ts'
import { givenName } from '../../../../shared/people/person.ts'
import type { InvoiceFacts } from '../../invoices/invoice.ts'
import { type SoldName, soldNames } from './margins.ts'
import { endOf, paged, type Period, type Read, startOf, within } from './periods.ts'
import { type SoldSum, sumSales } from './sales.ts'
import { dayInZone, type Totals } from '../../../settings/vat.ts'
import '../invoices/invoices.tables.ts'

type Row = Record<string, string | number | null>

/** A table that is exported: its columns in order, and its rows, the oldest first. */
export interface Export {
  columns: readonly string[]
  rows(read: Read, period: Period): AsyncGenerator<Row>
}

type Columns<Found> = Record<string, (found: Found, period: Period) => Row[string]>

/** @param columns each with what it has of a found row */
const exportOf = <Found>(
  columns: Columns<Found>,
  found: (read: Read, period: Period) => AsyncIterable<Found>,
): Export => ({
  columns: Object.keys(columns),
  async *rows(read, period) {
    for await (const row of found(read, period))
      yield Object.fromEntries(Object.entries(columns).map(([name, valueOf]) => [name, valueOf(row, period)]))
  },
})

interface Person {
  full_name: string | null
  business_name: string | null
  email: string | null
}
const personColumns = sql`profiles.full_name, profiles.business_name, profiles.email`
const ofCustomer: Columns<Person> = { customer: (row) => givenName(row) ?? null, email: ({ email }) => email }
/** A numeric column without the zeros that its currency does not need. */
const amountOf = (value: string | null) => value && value.replace(/(\.\d\d)0$/, '$1')

type Entry = Person &
  Record<'act' | 'source_kind' | 'source_id' | 'account' | 'amount' | 'currency', string> & {
    at: Date
    id: string
    posting_id: number
  }

const isCredit = ({ amount }: Entry) => !amount.startsWith('-')
const sizeOf = ({ amount }: Entry) => amountOf(amount.replace('-', ''))

const ledger = exportOf<Entry>(
  {
    entry: ({ id }) => id,
    at: ({ at }) => at.toISOString(),
    posting: ({ posting_id }) => posting_id,
    act: ({ act }) => act,
    source: ({ source_kind }) => source_kind,
    source_id: ({ source_id }) => source_id,
    account: ({ account }) => account,
    ...ofCustomer,
    debit: (row) => (isCredit(row) ? null : sizeOf(row)),
    credit: (row) => (isCredit(row) ? sizeOf(row) : null),
    currency: ({ currency }) => currency,
  },
  (read, period) =>
    paged(
      read,
      sql`
      select e.at, e.id, e.posting_id, p.act, p.source_kind, p.source_id, e.account, e.amount, e.currency, ${personColumns}
        from ledger_entries e
        join ledger_postings p on p.id = e.posting_id
        left join profiles on profiles.id = e.user_id
       where ${within(sql`e.at`, period)}`,
    ),
)

type Text = 'kind' | 'state' | 'method' | 'code' | 'payer' | 'phone' | 'reference' | 'subject' | 'currency'
type Moved = Person & Record<Text | 'amount' | 'fee', string | null> & { at: Date; id: string }

const as = (name: Text) => (row: Moved) => row[name]

const payments = exportOf<Moved>(
  {
    kind: as('kind'),
    at: ({ at }) => at.toISOString(),
    state: as('state'),
    method: as('method'),
    code: as('code'),
    amount: ({ amount }) => amountOf(amount),
    fee: ({ fee }) => amountOf(fee),
    currency: as('currency'),
    payer: as('payer'),
    phone: as('phone'),
    reference: as('reference'),
    subject: as('subject'),
    ...ofCustomer,
    id: ({ id }) => id,
  },
  (read, period) =>
    paged(
      read,
      // What came in, what customers said to have paid, and what was paid back.
      sql`
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
       where ${within(sql`moved.at`, period)}`,
    ),
)

interface Invoice {
  at: Date
  id: string
  name: string
  kind: string
  tax_point: string
  currency: string
  facts: InvoiceFacts
  sha256: string | null
}

const invoicesOf = (read: Read, period: Period) =>
  paged<Invoice>(
    read,
    sql`select created_at as at, id, name, kind, tax_point::text, currency, facts, sha256 from invoices
         where tax_point between ${period.from}::date and ${period.to}::date`,
  )

const text = (amount: number, currency: string) => decimalTextOf({ amount, currency })

const invoices = exportOf<Invoice>(
  {
    number: ({ name }) => name,
    kind: ({ kind }) => kind,
    issued_on: ({ facts }) => facts.issuedOn,
    tax_point: ({ tax_point }) => tax_point,
    customer: ({ facts }) => facts.customer.name,
    tin: ({ facts }) => facts.customer.tin,
    net: ({ facts, currency }) => text(facts.totals.net, currency),
    vat: ({ facts, currency }) => text(facts.totals.vat, currency),
    gross: ({ facts, currency }) => text(facts.totals.gross, currency),
    currency: ({ currency }) => currency,
    credits: ({ facts }) => facts.credits?.number ?? null,
    reference: ({ facts }) => facts.reference,
    fiscal_code: ({ facts }) => facts.fiscal?.code ?? null,
    withheld: ({ facts, currency }) => (facts.withheld ? text(facts.withheld.amount, currency) : null),
    sha256: ({ sha256 }) => sha256,
  },
  invoicesOf,
)

interface VatSum extends Totals {
  kind: string
  rate: number | null
  currency: string
  invoices: number
}

/** The VAT of a period: the sums of invoices and of credit notes, by rate and currency. */
const vat = exportOf<VatSum>(
  {
    from: (_, { from }) => from,
    to: (_, { to }) => to,
    kind: ({ kind }) => kind,
    rate_percent: ({ rate }) => rate,
    invoices: (sum) => sum.invoices,
    net: ({ net, currency }) => text(net, currency),
    vat: (sum) => text(sum.vat, sum.currency),
    gross: ({ gross, currency }) => text(gross, currency),
    currency: ({ currency }) => currency,
  },
  async function* sumsOf(read, period) {
    const sums = new Map<string, VatSum>()
    for await (const { kind, currency, facts } of invoicesOf(read, period)) {
      const taxed = facts.byRate.length ? facts.byRate : [{ ...facts.totals, percent: null }]
      for (const { percent, net, vat: tax, gross } of taxed) {
        const key = [kind, currency, percent].join(' ')
        const sum = sums.get(key) ?? { kind, rate: percent, currency, invoices: 0, net: 0, vat: 0, gross: 0 }
        sum.invoices++
        sum.net += net
        sum.vat += tax
        sum.gross += gross
        sums.set(key, sum)
      }
    }
    yield* [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum)
  },
)

const sales = exportOf<SoldSum & { by: { day: string; kind: string } }>(
  {
    day: ({ by }) => by.day,
    product: ({ by }) => by.kind,
    net: ({ net }) => amountOf(net),
    vat: (sum) => amountOf(sum.vat),
    gross: (sum) => amountOf((Number(sum.net) + Number(sum.vat)).toFixed(3)),
    currency: ({ currency }) => currency,
  },
  async function* sold(read, { from, to, timeZone }) {
    yield* await read((tx) =>
      sumSales(
        tx,
        { from: startOf(from, timeZone), to: endOf(to, timeZone) },
        sql<{ day: string; kind: string }>`
          jsonb_build_object('day', (at at time zone ${sql.lit(timeZone)})::date, 'kind', kind)`,
      ),
    )
  },
)

/** What each name was sold for, and what it cost, on the day on which the cost was booked. */
const margins = exportOf<SoldName>(
  {
    day: ({ at }, { timeZone }) => dayInZone(at, timeZone),
    name: ({ name }) => name,
    ending: ({ ending }) => ending,
    kind: ({ kind }) => kind,
    customer: ({ customer }) => customer,
    email: ({ email }) => email,
    sold: ({ sold }) => decimalTextOf(sold),
    currency: ({ sold }) => sold.currency,
    cost: ({ cost }) => decimalTextOf(cost),
    cost_currency: ({ cost }) => cost.currency,
    // A text with a minus would be taken for a formula.
    margin: ({ margin }) => margin && decimalOf(margin),
    id: ({ id }) => id,
  },
  soldNames,
)

export const csvExports = { sales, payments, invoices, ledger, vat, margins } as const

/** The PDFs of a period, one after the other. An invoice whose PDF is not written yet has none. */
export async function* pdfsOf(
  read: Read,
  period: Period,
): AsyncGenerator<{ name: string; pdf: Buffer | null }> {
  for await (const { id, name } of invoicesOf(read, period)) {
    const { pdf } = await read(({ db }) =>
      db.selectFrom('invoices').select('pdf').where('id', '=', id).executeTakeFirstOrThrow(),
    )
    yield { name, pdf }
  }
}
