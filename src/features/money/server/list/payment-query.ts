import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../../../server/database/database.ts'
import type { pagesOf, Paging, Placed } from '../../../../server/database/keyset.ts'
import type { Settings } from '../../../settings/settings.ts'
import { methodKey, shopMethods } from '../../received/receipt-key.ts'
import type { PaymentFilter, PaymentSort } from '../../received/payment-states.ts'
import { payingStates } from '../../received/received.ts'
import type { ListedRow } from './payment-rows.ts'
import {
  claimSearch,
  type PaymentSearch,
  receivedSearch,
  refundSearch,
  type SearchText,
} from './search-payments.ts'
import {
  type ListPaging,
  nothingToSum,
  type SortKey,
  sortedIds,
  totalOf,
} from '../../../../server/database/list.ts'
import type { Input } from '../../../../shared/contract.ts'
import type { Sort, Total } from '../../../../shared/lists.ts'
import type { paymentsContract } from '../../received/payments.contract.ts'

type Sql = RawBuilder<unknown>

export type PaymentFilters = Omit<Input<typeof paymentsContract.list>, keyof ListPaging>

export interface Branch {
  type: ListedRow['type']
  table: 'received_payments' | 'claims' | 'refunds'
  /** When it was paid, or is said to be. An index sorts by it. */
  at: Sql
  where: Sql
  search?: PaymentSearch | undefined
  /** Whether its rows stand before those of all others. */
  ahead?: boolean
}

const arrivedStates: readonly string[] = ['received', ...payingStates]

/** Credit and withheld tax, which are the shop's own entries. */
const isOwnEntry = sql`method in (${sql.join(Object.values(shopMethods))})`

/** Whether received money is in a state. What is none of the shop's is shown only where it is asked for. */
function isOfState(state: PaymentFilter | undefined): Sql {
  if (!state) return sql`state <> 'ignored'`
  if (state === 'unseen') return sql`not seen and state in (${sql.join(payingStates)})`
  return sql`state = ${state}`
}

/** The tables whose rows pass the filters, each with its condition. */
export function branchesOf(
  { state, id, customer, import: loaded, known, method, from, to, least, most }: PaymentFilters,
  text: SearchText | undefined,
  settings: Settings,
): Branch[] {
  const zone = settings['shop.timeZone']
  const branch = (
    one: Pick<Branch, 'type' | 'table' | 'at' | 'ahead' | 'search'>,
    isOfMethod: Sql,
    where: (Sql | false)[],
  ): Branch => ({
    ...one,
    where: sql.join(
      [
        ...where,
        id !== undefined && sql`id = ${id}::uuid`,
        customer !== undefined && sql`user_id = ${customer}::uuid`,
        loaded !== undefined &&
          sql`id in (select payment_id from statement_rows where import_id = ${loaded}::uuid ${known ? sql`and is_known = ${known === 'yes'}` : sql``})`,
        method !== undefined && isOfMethod,
        from !== undefined && sql`${one.at} >= ${from}::timestamp at time zone ${zone}`,
        to !== undefined && sql`${one.at} < (${to}::date + 1)::timestamp at time zone ${zone}`,
        least !== undefined && sql`amount >= ${least}::numeric`,
        most !== undefined && sql`amount <= ${most}::numeric`,
      ].filter((condition) => condition !== false),
      sql` and `,
    ),
  })
  const isOfMethod = sql`method = ${method}`
  const claim = {
    type: 'claim',
    table: 'claims',
    at: sql`created_at`,
    search: text && claimSearch(text),
  } as const
  const isUnpaid = sql`not exists (select from allocations where claim_id = claims.id)`
  const claimStates = { short: 'short', rejected: 'rejected', matched: 'settled', withdrawn: 'withdrawn' }
  const claimState = state && Object.hasOwn(claimStates, state) ? claimStates[state as 'short'] : undefined
  const names = settings['payments.methods'].filter((name) => methodKey(name) === method)
  return [
    (!state || state === 'claimed') &&
      branch({ ...claim, ahead: true }, isOfMethod, [isUnpaid, sql`claims.state = 'open'`]),
    (!state || claimState) &&
      branch(claim, isOfMethod, [
        isUnpaid,
        claimState ? sql`claims.state = ${claimState}` : sql`claims.state not in ('open', 'withdrawn')`,
      ]),
    !['claimed', 'rejected', 'withdrawn', 'refunded'].includes(state ?? '') &&
      branch(
        {
          type: 'received',
          table: 'received_payments',
          at: sql`at`,
          search: text && receivedSearch(text),
        },
        isOfMethod,
        [isOfState(state)],
      ),
    (!state || state === 'refunded') &&
      branch(
        {
          type: 'refund',
          table: 'refunds',
          at: sql`coalesce(paid_on::timestamp at time zone 'UTC', created_at)`,
          search: text && refundSearch(text),
        },
        sql`method = any (${[method, ...names]}::text[])`,
        [sql`not kept`],
      ),
  ].filter((one) => one !== false && one !== '' && one !== undefined)
}

export const countedBranchesOf = (branches: readonly Branch[], { state }: PaymentFilters): Branch[] =>
  branches.flatMap((branch) => {
    if (branch.type === 'claim') return []
    if (branch.type === 'refund') return branch
    if (state && state !== 'unseen' && !arrivedStates.includes(state)) return []
    return {
      ...branch,
      where: sql`${branch.where} and state in (${sql.join(arrivedStates)}) and (method is null or not ${isOwnEntry})`,
    }
  })

const AHEAD = sql`interval '365000 days'`

interface PlacedRow extends Placed {
  type: ListedRow['type']
  ahead: boolean
}

type Page = Pick<ReturnType<typeof pagesOf>, 'place' | 'limit'>

/** How many rows of each table a search reads in the order of the list, before it uses its indexes. */
const NEWEST = 2_000

/**
 * The rows of a page and one more, in one query over all tables. Of a search for something frequent the newest rows fill the
 * page; anything else is rare enough that its indexes find all its rows. The program chooses between the two because row
 * security hides the statistics of the columns.
 */
export async function pageOf(
  { db }: Transaction,
  branches: readonly Branch[],
  { place, limit }: Page,
  mayBeFrequent: boolean,
): Promise<PlacedRow[]> {
  if (!branches.length) return []
  const filtered = branches.map((branch) => ({ ...branch, where: afterPlace(branch, place) }))
  const last = sql`order by created_at desc, id desc limit ${limit + 1}`
  const columnsOf = ({ type, at, ahead }: Branch) =>
    sql`${type}::text as type, id, ${ahead ? sql`${at} + ${AHEAD}` : at} as created_at, ${ahead ?? false}::boolean as ahead`
  if (mayBeFrequent) {
    const newest = filtered.map(
      (branch, at) => sql`${sql.raw(`newest_${at}`)} as materialized (
        select ${columnsOf(branch)}, ${branch.search!.columns} from ${sql.table(branch.table)}
         where ${branch.where} order by ${branch.at} desc, id desc limit ${NEWEST})`,
    )
    const each = (part: (branch: Branch, name: Sql) => Sql) =>
      sql.join(
        filtered.map((branch, at) => part(branch, sql.raw(`newest_${at}`))),
        sql` union all `,
      )
    // Beyond the last row that was read of one table, rows of others are not the next ones.
    const { rows } = await sql<PlacedRow & { is_whole: boolean }>`
      with ${sql.join(newest)},
      horizon as (select max(place) as place from (
        ${each((_, name) => sql`select case when count(*) = ${NEWEST} then min(created_at) end as place from ${name}`)}) read)
      select type, id, created_at, ahead, (select place from horizon) is null as is_whole from (
        ${each(({ search }, name) => sql`select type, id, created_at, ahead from ${name} where ${search!.matches}`)}) found
       where created_at >= coalesce((select place from horizon), '-infinity') ${last}`.execute(db)
    if (rows.length > limit || rows[0]?.is_whole) return rows
  }
  const parts = filtered.map((branch) =>
    branch.search
      ? // With `offset 0` PostgreSQL does not read the whole table in the order of the list.
        sql`(select * from (select ${columnsOf(branch)} from ${sql.table(branch.table)}
              where ${branch.search.matches} and ${branch.where} offset 0) found ${last})`
      : sql`(select ${columnsOf(branch)} from ${sql.table(branch.table)}
              where ${branch.where} order by ${branch.at} desc, id desc limit ${limit + 1})`,
  )
  const { rows } = await sql<PlacedRow>`
    select * from (${sql.join(parts, sql` union all `)}) listed ${last}`.execute(db)
  return rows
}

const afterPlace = ({ where, at, ahead }: Branch, place: Page['place']): Sql =>
  place
    ? sql`${where} and (${at}, id) < (${ahead ? sql`${place.at}::timestamptz - ${AHEAD}` : sql`${place.at}::timestamptz`}, ${place.id}::uuid)`
    : where

/** The value of each table by which payments are sorted. */
const sorts: Record<PaymentSort, { type: SortKey['type'] } & Record<Branch['table'], Sql>> = {
  payer: {
    type: 'text',
    received_payments: sql`coalesce(payer_name, payer_phone)`,
    claims: sql`payer_name`,
    refunds: sql`null::text`,
  },
  means: {
    type: 'text',
    received_payments: sql`method`,
    claims: sql`payment_method`,
    refunds: sql`method`,
  },
  amount: {
    type: 'numeric',
    received_payments: sql`amount`,
    claims: sql`amount`,
    refunds: sql`amount`,
  },
  status: {
    type: 'text',
    received_payments: sql`state`,
    claims: sql`case state when 'open' then 'claimed' when 'settled' then 'matched' else state end`,
    refunds: sql`'refunded'`,
  },
}

const rowsOf = (branches: readonly Branch[], columnsOf: (branch: Branch) => Sql): Sql =>
  sql.join(
    branches.map(
      (branch) => sql`
        select ${columnsOf(branch)} from ${sql.table(branch.table)}
         where ${branch.where} and ${branch.search?.matches ?? sql`true`}`,
    ),
    sql` union all `,
  )

/** One page by a sort, with the type of each row. Refuses an invalid cursor with `NOT_FOUND`. */
export async function sortedPage(
  { db }: Transaction,
  branches: readonly Branch[],
  sort: Sort<PaymentSort>,
  paging: Paging,
): Promise<{ rows: { type: ListedRow['type']; id: string }[]; next_cursor: string | null }> {
  if (!branches.length) return { rows: [], next_cursor: null }
  const { ids, next_cursor } = await sortedIds(
    db,
    (key: PaymentSort) => ({
      type: sorts[key].type,
      from: sql`select * from (${rowsOf(branches, ({ table }) => sql`id, ${sorts[key][table]} as value`)}) listed`,
    }),
    sort,
    paging,
  )
  const { rows } = await sql<{ type: ListedRow['type']; id: string }>`
    select 'received' as type, id from received_payments where id = any (${ids}::uuid[])
    union all select 'claim', id from claims where id = any (${ids}::uuid[])
    union all select 'refund', id from refunds where id = any (${ids}::uuid[])`.execute(db)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return { rows: ids.flatMap((id) => byId.get(id) ?? []), next_cursor }
}

/** The number of all rows, and the sums of what came in less what was paid back. */
export async function totalOfPayments(
  { db }: Transaction,
  branches: readonly Branch[],
  counted: readonly Branch[],
): Promise<Total> {
  const none = sql`select ${nothingToSum} where false`
  const all = await totalOf(db, branches.length ? rowsOf(branches, () => nothingToSum) : none)
  if (all.is_more || !counted.length) return all
  const { sums } = await totalOf(
    db,
    rowsOf(
      counted,
      ({ type }) => sql`${sql.raw(type === 'refund' ? '-amount' : 'amount')} as amount, currency`,
    ),
  )
  return { ...all, sums }
}
