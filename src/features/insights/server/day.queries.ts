import { sql } from 'kysely'
import type { Transaction } from '../../../server/database/database.ts'

/** Sums of one currency, as decimal texts. */
export interface DaySums {
  currency: string
  today: string
  month: string
  /** From the first of last month to the same time of the same day, or to its end. */
  last_month: string
}

/**
 * What came in and what was sold: today, this month, and as far into last month, by the days of a time zone. What came in
 * is money that counts, without the shop's own entries of credit and withheld tax; sales are without VAT.
 * @param timeZone of the IANA database
 */
export async function countDay({ db }: Transaction, now: Date, timeZone: string) {
  const sums = (rows: ReturnType<typeof sql>) => sql<DaySums>`
    with local as (select ${now}::timestamptz at time zone ${timeZone} as now),
         days as (select date_trunc('day', now) at time zone ${timeZone} as today,
                         date_trunc('month', now) at time zone ${timeZone} as month,
                         (date_trunc('month', now) - interval '1 month') at time zone ${timeZone} as last,
                         (now - interval '1 month') at time zone ${timeZone} as last_until
                    from local)
    select currency,
           coalesce(sum(amount) filter (where at >= today), 0)::text as today,
           coalesce(sum(amount) filter (where at >= month), 0)::text as month,
           coalesce(sum(amount) filter (where at < last_until), 0)::text as last_month
      from days, lateral (${rows}) as counted
     where at >= last and at <= ${now}
     group by currency order by currency`
  const [money, sales, late] = await Promise.all([
    sums(sql`select amount, currency, at from received_payments
              where at >= days.last and kind = 'incoming' and coalesce(method, '') not in ('credit', 'withheld')
                and state in ('received', 'matched', 'short', 'over', 'double')`).execute(db),
    sums(sql`select net as amount, currency, at from sales where at >= days.last`).execute(db),
    sql<{ currency: string; count: number; amount: string }>`
      select currency, count(*) as count, sum(amount - settled)::text as amount from charges
       where state = 'open' and due_on < (${now}::timestamptz at time zone 'UTC')::date
       group by currency order by currency`.execute(db),
  ])
  return { money: money.rows, sales: sales.rows, late: late.rows }
}
