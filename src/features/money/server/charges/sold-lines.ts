import { sql } from 'kysely'
import { firstPeriod, nextPeriod } from '../../../../shared/calendar.ts'
import { sumOf } from '../../../../shared/money/money.ts'
import type { Transaction } from '../../../../server/database/database.ts'
import { moneyFromColumn } from '../../../../server/database/tables.ts'
import { readItem } from '../../../products/item.ts'
import { keepsDayOf, monthsOf } from '../../../products/products.ts'
import type { SoldLine, TermUnit } from '../../../settings/vat.ts'
import type { Charge } from './charges.ts'

type SoldCharge = Pick<
  Charge,
  'order_id' | 'request_id' | 'renewal_id' | 'kind' | 'subject' | 'amount' | 'currency'
>

/**
 * The lines of the invoice: the items of an order, or what the request or the renewal is for, with term and period.
 * @param starts when a term begins whose service is not active yet: at the payment. Null where that is not known.
 */
export async function soldLines(
  tx: Transaction,
  charge: SoldCharge,
  starts: Date | null,
): Promise<SoldLine[]> {
  const whole = { text: charge.subject, amount: moneyFromColumn(charge.amount, charge.currency) }
  if (charge.order_id === null) {
    const term = charge.renewal_id === null ? await requested(tx, charge, starts) : await renewed(tx, charge)
    return [{ ...whole, product: charge.kind, ...termOf(term) }]
  }
  const lines = await orderedLines(tx, charge.order_id, charge.currency, starts)
  // The items may have changed since the charge was fixed by a first payment.
  const sum = sumOf(
    lines.map(({ amount }) => amount),
    charge.currency,
  )
  return sum.amount === whole.amount.amount ? lines : [{ ...whole, product: null, quantity: 1 }]
}

interface Term {
  /** Null without an end. */
  months: number | null
  /** When it runs. Null while that is open. */
  period: { start: Date; end: Date } | null
}

/** A service as its periods follow from it. */
interface Running {
  product: string
  months: number | null
  /** Of the service that is or will be renewed. */
  expires_at: Date | null
  anchor_day: number | null
  /** When the service of the sale itself began, where it is active. */
  started_at: Date | null
  /** What the renewal has extended, where it is carried out. */
  renewed_from: Date | null
  renewed_until: Date | null
}

/**
 * The period of a sale: the one that was activated or renewed, or the one that a payment will begin, by the same rules as
 * the service itself. Null where nothing says when.
 */
function periodOf(
  { product, months, expires_at, anchor_day, started_at, renewed_from, renewed_until }: Running,
  starts: Date | null,
): Term['period'] {
  if (months === null) return null
  if (renewed_from && renewed_until) return { start: renewed_from, end: renewed_until }
  const from = started_at ?? starts
  if (!from) return null
  const { starts_at, expires_at: end } =
    started_at || !expires_at
      ? firstPeriod(from, months)
      : nextPeriod({ expires_at, anchor_day }, { months, keepsDay: keepsDayOf(product), now: from })
  return { start: starts_at, end }
}

/** A term as a line counts it: years, or months where it is no whole number of years. */
function termOf({ months, period }: Term) {
  if (months === null) return { quantity: 1 }
  const unit: TermUnit = months % 12 === 0 ? 'year' : 'month'
  return {
    quantity: unit === 'year' ? months / 12 : months,
    unit,
    period,
  }
}

interface FoundTerm extends Omit<Running, 'product' | 'months'> {
  details: Record<string, unknown> | null
  service_details: Record<string, unknown> | null
}

/** The term of a request: of what it has activated or renewed, or what it will renew. */
async function requested(
  { db }: Transaction,
  { request_id, kind }: SoldCharge,
  starts: Date | null,
): Promise<Term> {
  const { rows } = await sql<FoundTerm>`
    select r.details, b.details as service_details,
           a.started_at, greatest(n.expired_at, n.created_at) as renewed_from, n.expires_at as renewed_until,
           b.expires_at, b.anchor_day
      from requests r
      left join services a on a.request_id = r.id
      left join renewals n on n.request_id = r.id
      left join services b on b.id = r.renews
     where r.id = ${request_id}`.execute(db)
  const [found] = rows
  const months = monthsOf(kind, found?.details ?? null) ?? monthsOf(kind, found?.service_details ?? null)
  return { months, period: found ? periodOf({ ...found, product: kind, months }, starts) : null }
}

/** The term of a renewal, which was carried out before it is paid. */
async function renewed({ db }: Transaction, { renewal_id, kind }: SoldCharge): Promise<Term> {
  const { rows } = await sql<FoundTerm>`
    select r.details as service_details, greatest(n.expired_at, n.created_at) as renewed_from,
           n.expires_at as renewed_until
      from renewals n join services r on r.id = n.service_id
     where n.id = ${renewal_id}`.execute(db)
  const [found] = rows
  const months = monthsOf(kind, found?.service_details ?? null)
  return { months, period: found ? periodOf({ ...found, product: kind, months }, null) : null }
}

/** The items of an order. The years of a domain after the first one are a line of their own where they cost another price. */
async function orderedLines({ db }: Transaction, order: string, currency: string, starts: Date | null) {
  const items = await db
    .selectFrom('order_lines')
    .leftJoin('services', 'services.order_line_id', 'order_lines.id')
    .leftJoin('services as renewed', 'renewed.id', 'order_lines.renews')
    .leftJoin('renewals', 'renewals.order_line_id', 'order_lines.id')
    .select(['domain', 'price', 'years', 'further_price', 'services.started_at'])
    .select(['renewed.expires_at', 'renewed.anchor_day', 'renewals.expires_at as renewed_until'])
    .select(
      sql<Date | null>`case when renewals.id is not null then greatest(renewals.expired_at, renewals.created_at) end`.as(
        'renewed_from',
      ),
    )
    .where('order_id', '=', order)
    .where('state', '<>', 'gone')
    .orderBy('position')
    .execute()
  return items.flatMap(({ domain, price, years, further_price, ...running }): SoldLine[] => {
    const item = readItem(domain)
    const product = item?.product ?? 'domain'
    const months =
      years > 1
        ? years * 12
        : monthsOf(product, item?.product === 'hosting' ? { billing_period: item.period } : {})
    const amount = moneyFromColumn(price, currency)
    const line = { text: domain, product, amount }
    const period = periodOf({ ...running, product, months }, starts)
    const further = moneyFromColumn(further_price, currency)
    const ofFurther = { amount: (further?.amount ?? 0) * (years - 1), currency }
    const ofFirst = { amount: amount.amount - ofFurther.amount, currency }
    if (!further || ofFirst.amount === further.amount || ofFirst.amount < 0)
      return [{ ...line, ...termOf({ months, period }) }]
    const second = period && firstPeriod(period.start, 12).expires_at
    return [
      {
        ...line,
        amount: ofFirst,
        ...termOf({ months: 12, period: period && { start: period.start, end: second! } }),
      },
      {
        ...line,
        amount: ofFurther,
        ...termOf({ months: (years - 1) * 12, period: period && { start: second!, end: period.end } }),
      },
    ]
  })
}
