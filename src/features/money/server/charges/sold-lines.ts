import { sql } from 'kysely'
import { addMonths } from '../../../../shared/calendar.ts'
import { sumOf } from '../../../../shared/money/money.ts'
import type { Transaction } from '../../../../server/database/database.ts'
import { moneyFromColumn } from '../../../../server/database/tables.ts'
import { readItem } from '../../../products/item.ts'
import { monthsOf } from '../../../products/products.ts'
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
    return [{ ...whole, product: charge.kind, ...termOf(term, starts) }]
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
  /** When it began or begins. Null while that is open. */
  start: Date | null
}

/** A term as a line counts it: years, or months where it is no whole number of years. */
function termOf({ months, start }: Term, starts: Date | null) {
  if (months === null) return { quantity: 1 }
  const unit: TermUnit = months % 12 === 0 ? 'year' : 'month'
  const from = start ?? starts
  return {
    quantity: unit === 'year' ? months / 12 : months,
    unit,
    period: from && { start: from, end: addMonths(from, months) },
  }
}

interface FoundTerm {
  details: Record<string, unknown> | null
  service_details: Record<string, unknown> | null
  start: Date | null
  expires_at?: Date | null
}

/** The term of a request: of what it has activated or renewed, or what it will renew. */
async function requested(
  { db }: Transaction,
  { request_id, kind }: SoldCharge,
  starts: Date | null,
): Promise<Term> {
  const { rows } = await sql<FoundTerm>`
    select r.details, b.details as service_details,
           coalesce(a.started_at, greatest(n.expired_at, n.created_at)) as start, b.expires_at
      from requests r
      left join services a on a.request_id = r.id
      left join renewals n on n.request_id = r.id
      left join services b on b.id = r.renews
     where r.id = ${request_id}`.execute(db)
  const [found] = rows
  const months = monthsOf(kind, found?.details ?? null) ?? monthsOf(kind, found?.service_details ?? null)
  // What has not expired yet goes on from its end.
  const end = starts && found?.expires_at && found.expires_at > starts ? found.expires_at : null
  return { months, start: found?.start ?? end }
}

/** The term of a renewal, which was carried out before it is paid. */
async function renewed({ db }: Transaction, { renewal_id, kind }: SoldCharge): Promise<Term> {
  const { rows } = await sql<FoundTerm>`
    select null as details, r.details as service_details, greatest(n.expired_at, n.created_at) as start
      from renewals n join services r on r.id = n.service_id
     where n.id = ${renewal_id}`.execute(db)
  return { months: monthsOf(kind, rows[0]?.service_details ?? null), start: rows[0]?.start ?? null }
}

/** The items of an order. The years of a domain after the first one are a line of their own where they cost another price. */
async function orderedLines({ db }: Transaction, order: string, currency: string, starts: Date | null) {
  const items = await db
    .selectFrom('order_lines')
    .leftJoin('services', 'services.order_line_id', 'order_lines.id')
    .leftJoin('services as renewed', 'renewed.id', 'order_lines.renews')
    .leftJoin('renewals', 'renewals.order_line_id', 'order_lines.id')
    .select(['domain', 'price', 'years', 'further_price', 'services.started_at'])
    // What has not expired yet goes on from its end.
    .select(
      sql<Date | null>`case when renewals.id is not null then greatest(renewals.expired_at, renewals.created_at)
                                  when renewed.expires_at > ${starts} then renewed.expires_at end`.as(
        'renewed_from',
      ),
    )
    .where('order_id', '=', order)
    .where('state', '<>', 'gone')
    .orderBy('position')
    .execute()
  return items.flatMap(({ domain, price, years, further_price, started_at, renewed_from }): SoldLine[] => {
    const item = readItem(domain)
    const product = item?.product ?? 'domain'
    const months =
      years > 1
        ? years * 12
        : monthsOf(product, item?.product === 'hosting' ? { billing_period: item.period } : {})
    const amount = moneyFromColumn(price, currency)
    const line = { text: domain, product, amount }
    const start = started_at ?? renewed_from ?? starts
    const further = moneyFromColumn(further_price, currency)
    const ofFurther = { amount: (further?.amount ?? 0) * (years - 1), currency }
    const ofFirst = { amount: amount.amount - ofFurther.amount, currency }
    if (!further || ofFirst.amount === further.amount || ofFirst.amount < 0)
      return [{ ...line, ...termOf({ months, start }, null) }]
    const second = start && addMonths(start, 12)
    return [
      { ...line, amount: ofFirst, ...termOf({ months: 12, start }, null) },
      { ...line, amount: ofFurther, ...termOf({ months: (years - 1) * 12, start: second }, null) },
    ]
  })
}
