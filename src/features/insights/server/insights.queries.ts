import { type Database, hasPermission, type Transaction } from '../../../server/database/database.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import { sumSales } from '../../money/server/ledger/sales.ts'
import { productNames, type ProductName } from '../../products/products.ts'
import { readSettings } from '../../settings/server/settings.ts'
import { monthsUntil } from '../months.ts'
import { type RawBuilder, sql } from 'kysely'
import { countDay, type DaySums } from './day.queries.ts'
import { waitingOrders, waitingRequests } from './waiting.ts'

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
    : {
        ...insights,
        day: { money: [], sales: [], late: [] },
        months: insights.months.map((month) => ({ ...month, revenue: [] })),
      }
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
  const { 'requests.promiseMinutes': promised_minutes, 'shop.timeZone': timeZone } =
    await readSettings(database)
  // Each query has its own connection, so they run in parallel.
  const read = database.read.bind(database)
  const [day, waiting, orders, tasks, requests, counted, expiries] = await Promise.all([
    read('service', (tx) => countDay(tx, now, timeZone)),
    read('service', (tx) => countWaiting(tx, now, promised_minutes)),
    read('service', (tx) => countOrders(tx, now, promised_minutes)),
    read('service', countTasks),
    read('service', countRequests),
    read('service', (tx) => countMonths(tx, months)),
    read('service', (tx) => countExpiries(tx, now)),
  ])
  return {
    at: now.toISOString(),
    promised_minutes,
    day: {
      money: day.money.map(asNumbers),
      sales: day.sales.map(asNumbers),
      late: day.late.map(({ amount, ...row }) => ({ ...row, amount: Number(amount) })),
    },
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

const asNumbers = ({ currency, today, month, last_month }: DaySums) => ({
  currency,
  today: Number(today),
  month: Number(month),
  last_month: Number(last_month),
})

type Sql = RawBuilder<unknown>

/** Whether something waits longer than promised. */
const isOver = (now: Date, promisedMinutes: number) =>
  sql`at < ${now}::timestamptz - make_interval(mins => ${promisedMinutes})`

/**
 * Requests by product: those without an answer, and how many wait longer than promised and since when, those with a claim to
 * check included.
 */
export async function countWaiting({ db }: Transaction, now: Date, promisedMinutes: number) {
  const { rows } = await sql<{ kind: ProductName; count: number; over: number; oldest_at: Date | null }>`
    select kind, count(*) filter (where not claimed) as count, min(at) as oldest_at,
           count(*) filter (where ${isOver(now, promisedMinutes)}) as over
      from ${waitingRequests} waiting group by kind`.execute(db)
  return rows
}

/** Orders that are neither completed nor cancelled, and those of them with a claim to check. */
export async function countOrders({ db }: Transaction, now: Date, promisedMinutes: number) {
  const { rows } = await sql<{ pending: number; claimed: number; over: number; oldest_at: Date | null }>`
    select (select count(*) from orders where status = 'pending') as pending, count(*) as claimed,
           min(at) as oldest_at, count(*) filter (where ${isOver(now, promisedMinutes)}) as over
      from ${waitingOrders} waiting`.execute(db)
  return rows[0]!
}

/** Renewals that an admin has to carry out at the registrar. */
export async function countTasks({ db }: Transaction) {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from renewals where done_at is null and not in_delivery`.execute(db)
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
 * Activations and revenue by month in UTC, for consecutive months. An activation is a service that began, and the revenue
 * is what the ledger says was sold.
 */
export async function countMonths(tx: Transaction, months: readonly string[]) {
  const begins = months.map((month) => `${month}-01T00:00:00Z`)
  const end = new Date(
    Date.UTC(Number(months.at(-1)!.slice(0, 4)), Number(months.at(-1)!.slice(5))),
  ).toISOString()
  const period = { from: sql`${begins[0]}::timestamptz`, to: sql`${end}::timestamptz` }
  // Finding the index of a time with `width_bucket` is ten times as fast as formatting the month of every row.
  const monthOf = (column: Sql) => sql<number>`width_bucket(${column}, ${begins}::timestamptz[])`
  const [activations, sales] = await Promise.all([
    sql<{ month: number; kind: ProductName; count: number }>`
      select ${monthOf(sql`started_at`)} as month, kind, count(*) as count
        from services where started_at >= ${period.from} and started_at < ${period.to} group by 1, 2`.execute(
      tx.db,
    ),
    sumSales(tx, period, monthOf(sql`at`)),
  ])
  return {
    activations: activations.rows.map((row) => ({ ...row, month: months[row.month - 1] })),
    revenue: sales.map(({ by, currency, net }) => ({ month: months[by - 1], currency, amount: net })),
  }
}

/** Unreleased services that have expired, or will within 30, 60 and 90 days. Each is counted once. */
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
      from services where released_at is null and expires_at <= ${within(90)} group by kind`.execute(db)
  return rows
}
