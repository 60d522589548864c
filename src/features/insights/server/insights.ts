import { type Database, hasPermission, type Transaction } from '../../../server/database/database.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import { productNames, type ProductName } from '../../products/products.ts'
import { readSettings } from '../../settings/server/settings.ts'
import { monthsUntil } from '../months.ts'
import { type RawBuilder, sql } from 'kysely'

/** How long an answer is cached. With a million requests the months take some time to count. */
const KEPT_MS = 5_000

const kept = new WeakMap<Database, { until: number; insights: Promise<Insights> }>()

type Insights = Awaited<ReturnType<typeof countInsights>>

/**
 * The shop's figures for admins. They are cached on this node and at most `KEPT_MS` old. Revenue is for those who may see
 * payments.
 */
export async function insightsFor(caller: CallerContext): Promise<Insights> {
  // The permission is checked for every caller. Only the count is shared.
  const seesMoney = await caller.read((tx) => hasPermission(tx, 'payments.read'))
  const insights = await keptInsights(caller)
  return seesMoney
    ? insights
    : { ...insights, months: insights.months.map((month) => ({ ...month, revenue: [] })) }
}

function keptInsights(caller: CallerContext): Promise<Insights> {
  const known = kept.get(caller.database)
  if (known && known.until > Date.now()) return known.insights
  const insights = countInsights(caller.database, caller.now)
  kept.set(caller.database, { until: Date.now() + KEPT_MS, insights })
  insights.catch(() => kept.delete(caller.database))
  return insights
}

/** Counts the figures now, without the cache. */
export async function countInsights(database: Database, now: Date) {
  const months = monthsUntil(now)
  const { 'requests.promiseMinutes': promised_minutes } = await readSettings(database)
  // Each query has its own connection, so they run in parallel.
  const read = database.read.bind(database)
  const [waiting, orders, tasks, requests, counted, expiries] = await Promise.all([
    read('service', (tx) => countWaiting(tx, now, promised_minutes)),
    read('service', countOrders),
    read('service', countTasks),
    read('service', countRequests),
    read('service', (tx) => countMonths(tx, months)),
    read('service', (tx) => countExpiries(tx, now)),
  ])
  return {
    at: now.toISOString(),
    promised_minutes,
    requests_waiting: productNames.map((kind) => {
      const { count = 0, over = 0, oldest_at = null } = waiting.find((row) => row.kind === kind) ?? {}
      return { kind, count, over, oldest_at: oldest_at?.toISOString() ?? null }
    }),
    orders_waiting: { ...orders, oldest_at: orders.oldest_at?.toISOString() ?? null },
    renewals_to_do: tasks,
    requests,
    months: months.map((month) => ({
      month,
      activations: productNames.map((kind) => ({
        kind,
        count: counted.activations.find((row) => row.month === month && row.kind === kind)?.count ?? 0,
      })),
      revenue: counted.revenue
        .filter((row) => row.month === month)
        .map(({ currency, amount }) => ({ currency, amount: Number(amount) })),
    })),
    expiries: productNames.map((kind) => {
      const { expired = 0, in_30 = 0, in_60 = 0, in_90 = 0 } = expiries.find((row) => row.kind === kind) ?? {}
      return { kind, expired, in_30, in_60, in_90 }
    }),
  }
}

type Sql = RawBuilder<unknown>

/** Requests without an answer, by product, and how many of them wait longer than promised. */
export async function countWaiting({ db }: Transaction, now: Date, promisedMinutes: number) {
  const { rows } = await sql<{ kind: ProductName; count: number; over: number; oldest_at: Date | null }>`
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
  const { rows } = await sql<{ kind: ProductName; status: string; count: number }>`
    select kind, status, count(*) as count from requests group by kind, status order by kind, count desc`.execute(
    db,
  )
  return rows
}

/**
 * Activations and revenue by month in UTC, for consecutive months. An activation is a record that began.
 * A valid claim counts in its month if the request is active or the order completed. Of an order, only what is neither
 * owed back nor refunded counts.
 */
export async function countMonths({ db }: Transaction, months: readonly string[]) {
  const begins = months.map((month) => `${month}-01T00:00:00Z`)
  const end = new Date(
    Date.UTC(Number(months.at(-1)!.slice(0, 4)), Number(months.at(-1)!.slice(5))),
  ).toISOString()
  // Finding the index of a time with `width_bucket` is ten times as fast as formatting the month of every row.
  const monthOf = (column: Sql) => sql`width_bucket(${column}, ${begins}::timestamptz[])`
  const isWithin = (column: Sql) =>
    sql`${column} >= ${begins[0]}::timestamptz and ${column} < ${end}::timestamptz`
  // Memory for the ids of all delivered requests and orders. With the default of 4 MB PostgreSQL writes them to disk.
  const room = sql`set local work_mem = '64MB'`.execute(db)
  const [, activations, revenue] = await Promise.all([
    room,
    sql<{ month: number; kind: ProductName; count: number }>`
      select ${monthOf(sql`started_at`)} as month, kind, count(*) as count
        from records where ${isWithin(sql`started_at`)} group by 1, 2`.execute(db),
    sql<{ month: number; currency: string; amount: string }>`
      select ${monthOf(sql`p.created_at`)} as month, p.currency,
             sum(case when o.id is null then p.amount else least(
               p.amount - (select coalesce(sum(amount), 0) from refunds where order_id = o.id),
               (select coalesce(sum(price), 0) from order_lines where order_id = o.id and state <> 'gone')) end) as amount
        from payments p
        left join requests r on r.id = p.request_id and r.stage = 'active'
        left join orders o on o.id = p.order_id and o.status = 'completed'
       where p.state = 'claimed' and ${isWithin(sql`p.created_at`)} and p.amount is not null
         and (r.id is not null or o.id is not null)
       group by 1, 2 order by 1, 3 desc`.execute(db),
  ])
  const named = <Row extends { month: number }>(row: Row) => ({ ...row, month: months[row.month - 1] })
  return { activations: activations.rows.map(named), revenue: revenue.rows.map(named) }
}

/** Unreleased records that have expired, or will within 30, 60 and 90 days. Each is counted once. */
export async function countExpiries({ db }: Transaction, now: Date) {
  const within = (days: number) => sql`${now}::timestamptz + make_interval(days => ${days})`
  const { rows } = await sql<{
    kind: ProductName
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
