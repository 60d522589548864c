import { sql } from 'kysely'
import type { Transaction } from '../../../../server/database/database.ts'
import { pagesOf } from '../../../../server/database/keyset.ts'
import { moneyFromColumn } from '../../../../server/database/tables.ts'
import type { CallerContext } from '../../../../server/http/context.ts'
import { decimalOf } from '../../../../shared/money/money.ts'
import { readSettings } from '../../../settings/server/settings.ts'
import type { Settings } from '../../../settings/settings.ts'
import type { ListPaging } from '../../../../server/database/list.ts'
import type { PaymentSort } from '../../received/payment-states.ts'
import {
  type Branch,
  branchesOf,
  countedBranchesOf,
  pageOf,
  type PaymentFilters,
  sortedPage,
  totalOfPayments,
} from './payment-query.ts'
import { type ClaimRow, type ListedRow, presentPayments } from './payment-rows.ts'
import { textOf, preferIndexes } from './search-payments.ts'

/**
 * Claims, received money and what was paid back, as a bank book: by the time of the payment, the last one first, and before
 * all others the claims that wait. A claim that received money confirms is shown in the row of that money. With the sums of
 * the days on the page.
 */
export async function listPayments(
  caller: CallerContext,
  { cursor, limit, sort, total, ...filters }: PaymentFilters & ListPaging<PaymentSort>,
) {
  const settings = await readSettings(caller.database)
  return caller.read(async (tx) => {
    const text = filters.q?.trim() ? await textOf(tx, filters.q) : undefined
    if (text) await preferIndexes(tx)
    const branches = branchesOf(filters, text, settings)
    const counted = countedBranchesOf(branches, filters)
    const present = async (rows: readonly Pick<ListedRow & { id: string }, 'type' | 'id'>[]) =>
      presentPayments(tx, await readRows(tx, rows))
    const all = total ? await totalOfPayments(tx, branches, counted) : null
    if (sort) {
      const { rows, next_cursor } = await sortedPage(tx, branches, sort, { cursor, limit })
      return { items: await present(rows), days: [], next_cursor, total: all }
    }
    const pages = pagesOf('payments', { cursor, limit })
    const page = pages.take(await pageOf(tx, branches, pages, Boolean(text) && !isNarrow(filters)))
    const places = page.rows.filter(({ ahead }) => !ahead).map(({ created_at }) => created_at)
    return {
      items: await present(page.rows),
      days: await daysOf(tx, counted, places, settings),
      next_cursor: page.next_cursor,
      total: all,
    }
  })
}

/** Whether so few rows may pass the filters that reading the newest ones could be reading all. */
const isNarrow = ({ state, customer, import: loaded, method, from, to, least, most }: PaymentFilters) =>
  [state, customer, loaded, method, from, to, least, most].some((one) => one !== undefined)

export async function onePayment(tx: Transaction, type: 'received' | 'claim', id: string) {
  const [row] = await readRows(tx, [{ type, id }])
  return (await presentPayments(tx, [row!]))[0]!
}

/** Whether what a claim pays for is active or delivered. */
const isDelivered = sql<boolean>`coalesce(
  (select stage = 'active' from requests where requests.id = claims.request_id),
  (select status = 'completed' from orders where orders.id = claims.order_id), false)`

async function readRows(
  { db }: Transaction,
  places: readonly Pick<ListedRow & { id: string }, 'type' | 'id'>[],
): Promise<ListedRow[]> {
  const idsOf = (type: ListedRow['type']) => places.flatMap((one) => (one.type === type ? one.id : []))
  const [received, claims, refunds] = await Promise.all([
    db.selectFrom('received_payments').selectAll().where('id', 'in', idsOf('received')).execute(),
    db
      .selectFrom('claims')
      .selectAll('claims')
      .select(isDelivered.as('is_delivered'))
      .where('claims.id', 'in', idsOf('claim'))
      .execute() as Promise<ClaimRow[]>,
    db.selectFrom('refunds').selectAll().where('id', 'in', idsOf('refund')).execute(),
  ])
  const rows = new Map<string, ListedRow>([
    ...received.map((row) => [row.id, { type: 'received', row }] as const),
    ...claims.map((row) => [row.id, { type: 'claim', row }] as const),
    ...refunds.map((row) => [row.id, { type: 'refund', row }] as const),
  ])
  return places.flatMap(({ id }) => rows.get(id) ?? [])
}

/** What came in, less what was paid back, on each day from the first to the last of these times, in each currency. */
async function daysOf(
  { db }: Transaction,
  branches: readonly Branch[],
  places: readonly Date[],
  { 'shop.timeZone': zone }: Settings,
) {
  if (!branches.length || !places.length) return []
  const times = places.map((place) => place.getTime())
  const [first, last] = [new Date(Math.min(...times)), new Date(Math.max(...times))]
  const startOf = (at: Date) =>
    sql`(date_trunc('day', ${at}::timestamptz at time zone ${zone}) at time zone ${zone})`
  const moved = branches.map(
    ({ table, at, where, search, type }) => sql`
      select ${at} as at, currency, ${sql.raw(type === 'refund' ? '-amount' : 'amount')} as amount
        from ${sql.table(table)}
       where ${where} and ${search?.matches ?? sql`true`} and amount is not null and currency is not null
         and ${at} >= ${startOf(first)} and ${at} < ${startOf(last)} + interval '25 hours'`,
  )
  const { rows } = await sql<{ day: string; currency: string; amount: string; count: number }>`
    select to_char(at at time zone ${zone}, 'YYYY-MM-DD') as day, currency, sum(amount) as amount, count(*)::int as count
      from (${sql.join(moved, sql` union all `)}) moved
     where at < date_trunc('day', ${last}::timestamptz at time zone ${zone}) at time zone ${zone} + interval '1 day'
     group by 1, 2 order by 1 desc, 2`.execute(db)
  return [...Map.groupBy(rows, ({ day }) => day)].map(([day, sums]) => ({
    day,
    sums: sums.map(({ currency, amount, count }) => ({
      currency,
      amount: decimalOf(moneyFromColumn(amount, currency)),
      count,
    })),
  }))
}
