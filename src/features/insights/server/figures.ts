import { sql } from 'kysely'
import type { Transaction } from '../../../platform/server/database/database.ts'
import type { KindName } from '../../requests/kinds.ts'

/** Requests without an answer, by product, and how many of them wait for longer than was promised. */
export async function countWaiting({ db }: Transaction, now: Date, promisedMinutes: number) {
  const { rows } = await sql<{ kind: KindName; count: number; over: number; oldest_at: Date | null }>`
    select kind, count(*) as count, min(created_at) as oldest_at,
           count(*) filter (where created_at < ${now}::timestamptz - make_interval(mins => ${promisedMinutes})) as over
      from requests where stage = 'asked' group by kind`.execute(db)
  return rows
}

/** Orders that are neither completed nor cancelled. */
export async function countOrders({ db }: Transaction) {
  const { rows } = await sql<{ pending: number; claimed: number; oldest_at: Date | null }>`
    select count(*) as pending, count(*) filter (where payment_confirmed) as claimed, min(created_at) as oldest_at
      from orders where status = 'pending'`.execute(db)
  return rows[0]!
}

/** Renewals that an admin has to carry out at the registrar. */
export async function countTasks({ db }: Transaction) {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from renewals where done_at is null`.execute(db)
  return rows[0]!.count
}

export async function countRequests({ db }: Transaction) {
  const { rows } = await sql<{ kind: KindName; status: string; count: number }>`
    select kind, status, count(*) as count from requests group by kind, status order by kind, count desc`.execute(
    db,
  )
  return rows
}

/**
 * Activations and revenue by month in UTC, from the first day of `first` on. An activation is a record that began. A
 * payment counts in the month of its claim, as long as it stands and what it is for was delivered: the request is
 * active, or the order completed.
 */
export async function countMonths({ db }: Transaction, first: string) {
  const from = `${first}-01T00:00:00Z`
  const [activations, revenue] = await Promise.all([
    sql<{ month: string; kind: KindName; count: number }>`
      select to_char(started_at at time zone 'UTC', 'YYYY-MM') as month, kind, count(*) as count
        from records where started_at >= ${from}::timestamptz group by 1, 2`.execute(db),
    sql<{ month: string; currency: string; amount: string }>`
      select to_char(p.created_at at time zone 'UTC', 'YYYY-MM') as month, p.currency, sum(p.amount) as amount
        from payments p
        left join requests r on r.id = p.request_id
        left join orders o on o.id = p.order_id
       where p.state = 'claimed' and p.created_at >= ${from}::timestamptz
         and (r.stage = 'active' or o.status = 'completed') and p.amount is not null
       group by 1, 2 order by 1, 3 desc`.execute(db),
  ])
  return { activations: activations.rows, revenue: revenue.rows }
}

/** Records that somebody holds and that have expired, or will within 30, 60 and 90 days; each counted once. */
export async function countExpiries({ db }: Transaction, now: Date) {
  const within = (days: number) => sql`${now}::timestamptz + make_interval(days => ${days})`
  const { rows } = await sql<{
    kind: KindName
    expired: number
    in_30: number
    in_60: number
    in_90: number
  }>`
    select kind, count(*) filter (where expires_at <= ${now}) as expired,
           count(*) filter (where expires_at > ${now} and expires_at <= ${within(30)}) as in_30,
           count(*) filter (where expires_at > ${within(30)} and expires_at <= ${within(60)}) as in_60,
           count(*) filter (where expires_at > ${within(60)}) as in_90
      from records where released_at is null and expires_at <= ${within(90)} group by kind`.execute(db)
  return rows
}
