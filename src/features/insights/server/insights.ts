import type { Database } from '../../../server/database/database.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import { productNames } from '../../products/products.ts'
import { monthsUntil } from '../months.ts'
import {
  countExpiries,
  countMonths,
  countOrders,
  countRequests,
  countTasks,
  countWaiting,
} from './figures.ts'

/** Customers are promised feedback within ten minutes. */
const PROMISED_MINUTES = 10
/** How long an answer is cached. With a million requests the months take some time to count. */
const KEPT_MS = 5_000

const kept = new WeakMap<Database, { until: number; insights: Promise<Insights> }>()

type Insights = Awaited<ReturnType<typeof countInsights>>

/** The shop's figures for admins. They are cached on this node and at most `KEPT_MS` old. */
export async function insightsFor(caller: CallerContext): Promise<Insights> {
  // The permission is checked for every caller. Only the count is shared.
  await caller.read(async () => {})
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
  // Each query has its own connection, so they run in parallel.
  const read = database.read.bind(database)
  const [waiting, orders, tasks, requests, counted, expiries] = await Promise.all([
    read('service', (tx) => countWaiting(tx, now, PROMISED_MINUTES)),
    read('service', countOrders),
    read('service', countTasks),
    read('service', countRequests),
    read('service', (tx) => countMonths(tx, months)),
    read('service', (tx) => countExpiries(tx, now)),
  ])
  return {
    at: now.toISOString(),
    promised_minutes: PROMISED_MINUTES,
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
