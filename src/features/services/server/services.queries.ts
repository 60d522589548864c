import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Total } from '../../../shared/lists.ts'
import { decimalOf, type Money } from '../../../shared/money/money.ts'
import { pick } from '../../../shared/pick.ts'
import { Refused } from '../../../shared/refusal.ts'
import type { Transaction } from '../../../server/database/database.ts'
import { ID, keyset, PAGE, type Paging, TIME } from '../../../server/database/keyset.ts'
import {
  conditionOf as conditionOfList,
  countOf,
  customerName,
  inOrder,
  listIds,
  type ListPaging,
  type SortKey,
} from '../../../server/database/list.ts'
import { findRows, hasWords, patternsOf } from '../../../server/database/search.ts'
import type { Tables } from '../../../server/database/tables.ts'
import { monthsOf, type ProductName, productNames } from '../../products/products.ts'
import { SUSPENDED } from '../../requests/renewal.ts'
import { renewalPriceOf } from '../../requests/server/renewals/renewal-price.ts'
import type { Settings } from '../../settings/settings.ts'
import { daysFrom } from '../../../shared/calendar.ts'
import { type ServiceState, stateOf } from '../service-states.ts'
import '../../requests/server/requests.tables.ts'
import type { Input } from '../../../shared/contract.ts'
import { type servicesContract, type ServiceSort, customerColumns } from '../services.contract.ts'

type Sql = RawBuilder<unknown>

export type ServiceFilter = Omit<Input<typeof servicesContract.list>, keyof ListPaging>

/** The expiry as the indexes of the book have it. */
const expiry = sql`coalesce(services.expires_at, 'infinity'::timestamptz)`
const order = sql`${expiry}, services.id`

const pages = keyset([`${TIME}|infinity`, ID], ({ expires_at, id }: Found) => [
  expires_at?.toISOString() ?? 'infinity',
  id,
])

/** The grace of each product in days. */
export const graceOf = (settings: Settings, kind: string): number =>
  settings['services.afterExpiry'][kind as ProductName]?.grace ?? 0

/** The condition of the filter, without its search. Ranges of the expiry are those of the indexes. */
function conditionOf({ product, state, due, customer }: ServiceFilter, settings: Settings, now: Date): Sql {
  const graceEnd = sql`case services.kind ${sql.join(
    productNames.map(
      (kind) => sql`when ${kind} then ${daysFrom(now, -graceOf(settings, kind))}::timestamptz`,
    ),
    sql` `,
  )} else ${now}::timestamptz end`
  const mostGrace = Math.max(...(product ? [product] : productNames).map((kind) => graceOf(settings, kind)))
  const isNotSuspended = sql`services.status <> ${SUSPENDED}`
  const states: Record<ServiceState, Sql[]> = {
    active: [isNotSuspended, sql`${expiry} > ${now}`],
    grace: [
      isNotSuspended,
      sql`${expiry} <= ${now} and ${expiry} > ${daysFrom(now, -mostGrace)} and ${expiry} > ${graceEnd}`,
    ],
    expired: [isNotSuspended, sql`${expiry} <= ${now} and ${expiry} <= ${graceEnd}`],
    // Written as in the partial index.
    suspended: [sql`services.status = 'suspended'`],
    ended: [],
  }
  return sql.join(
    [
      state === 'ended' ? sql`services.released_at is not null` : sql`services.released_at is null`,
      ...(customer ? [sql`services.user_id = ${customer}::uuid`] : []),
      ...(product ? [sql`services.kind = ${product}`] : []),
      ...(state ? states[state] : []),
      ...(due === 'overdue' ? [sql`${expiry} <= ${now}`] : []),
      ...(due && due !== 'overdue'
        ? [sql`${expiry} > ${now} and ${expiry} <= ${daysFrom(now, Number(due))}`]
        : []),
    ],
    sql` and `,
  )
}

type Found = { id: string; expires_at: Date | null }

/**
 * One page of the book, by expiry or by a sort: what was sold with its customer. Refuses an invalid cursor with
 * `NOT_FOUND`. Every page by expiry costs the same.
 */
export async function bookPage(
  tx: Transaction,
  { q, ...filter }: ServiceFilter,
  { total, ...paging }: ListPaging<ServiceSort>,
  { settings, now }: { settings: Settings; now: Date },
) {
  const list = {
    table: 'services',
    filter: conditionOf(filter, settings, now),
    search: q?.trim()
      ? { columns: sql`expires_at, search`, matches: hasWords('services.search', patternsOf(q)) }
      : undefined,
    sorts,
  }
  const { ids, next_cursor } = paging.sort
    ? await listIds(tx.db, list, paging)!
    : await byExpiry(tx, list, paging)
  const rows = await serviceRows(tx.db).where('services.id', 'in', ids).execute()
  return {
    rows: inOrder(rows, ids),
    next_cursor,
    total: total ? await totalOf(tx, list, settings, now) : null,
  }
}

type PricedTogether = Parameters<typeof renewalPriceOf>[0] & { count: number }

/** How many services there are, and what one renewal of each costs. */
async function totalOf({ db }: Transaction, list: Book, settings: Settings, now: Date): Promise<Total> {
  const total = await countOf(db, list)
  if (total.is_more) return total
  const website = String.raw` · [^ ]+$`
  // Services of one price are counted together.
  const { rows } = await sql<PricedTogether>`
    select kind, min(name) as name, details, registry, count(*)::int as count
      from (select kind, name, jsonb_build_object('status', nullif(registry ->> 'status', 'active')) as registry,
                   jsonb_build_object('is_manual', details -> 'is_manual', 'billing_period', details -> 'billing_period') as details,
                   case kind when 'domain' then substring(name from position('.' in name))
                             when 'hosting' then regexp_replace(name, ${website}, '') end as priced
              from services where ${conditionOfList(list)}) priced
     group by kind, priced, details, registry`.execute(db)
  const sums = new Map<string, Money>()
  for (const row of rows) {
    const price = renewalPriceOf(row, settings, now)
    if (!price) continue
    const { currency } = price
    sums.set(currency, { currency, amount: (sums.get(currency)?.amount ?? 0) + price.amount * row.count })
  }
  return {
    ...total,
    sums: [...sums.values()].map((sum) => ({ currency: sum.currency, amount: decimalOf(sum) })),
  }
}

const sorts = {
  name: { by: sql`services.name`, type: 'text' },
  kind: { by: sql`services.kind`, type: 'text' },
  customer: customerName('services.user_id'),
  started: { by: sql`services.started_at`, type: 'timestamptz' },
  expires: { by: sql`services.expires_at`, type: 'timestamptz' },
} as const satisfies Record<ServiceSort, SortKey>

interface Book {
  table: string
  filter: Sql
  search: { columns: Sql; matches: Sql } | undefined
}

async function byExpiry(
  { db }: Transaction,
  { table, filter, search }: Book,
  { cursor, limit = PAGE }: Paging,
) {
  const place = pages.read(cursor)
  const after = place ? sql`and (${order}) > (${place[0]}::timestamptz, ${place[1]}::uuid)` : sql``
  const condition = sql`${filter} ${after}`
  const found = search
    ? await findRows<Found>(
        db,
        { table, columns: sql`id, ${search.columns}`, filter: condition, matches: search.matches, order },
        limit + 1,
      )
    : (
        await sql<Found>`
          select id, expires_at from services where ${condition} order by ${order} limit ${limit + 1}`.execute(
          db,
        )
      ).rows
  const page = pages.take(found, limit)
  return { ids: page.rows.map(({ id }) => id), next_cursor: page.next_cursor }
}

/**
 * The registrar whose program serves a domain: that of its longest ending. What it costs is for those who see prices. Like
 * `checkRenewal` it counts what is asked beside the year of a name that is late. It is not known where the fee of bringing
 * a name back is not.
 */
const registrarOf = sql<{ name: string; cost: string | null; currency: string } | null>`(
  select jsonb_build_object('name', a.name, 'currency', p.currency, 'cost', p.renew + case services.registry ->> 'status'
           when 'redemption' then p.redemption_fee when 'grace' then coalesce(p.grace_fee, 0) else 0 end)
    from registrar_accounts a cross join unnest(a.endings) e(ending)
    left join registrar_prices p on p.account_id = a.id and p.ending = e.ending
   where services.kind = 'domain' and a.driver <> 'manual' and services.name like '%.' || e.ending
   order by length(e.ending) desc limit 1)`

/** Services with the names of their customers. */
export const serviceRows = (db: Kysely<Tables>) =>
  db
    .selectFrom('services')
    .innerJoin('profiles', 'profiles.id', 'services.user_id')
    .select([
      'services.id',
      'services.user_id',
      'services.kind',
      'services.name',
      'services.details',
      'services.facts',
      'services.registry',
      'services.status',
      'services.started_at',
      'services.expires_at',
      'services.anchor_day',
      'services.released_at',
      'services.version',
    ])
    .select(customerColumns)
    .select(registrarOf.as('registrar'))

type ServiceRow = Awaited<ReturnType<ReturnType<typeof serviceRows>['execute']>>[number]

/** A service as the API shows it to admins. */
export function presentService(row: ServiceRow, settings: Settings, now: Date) {
  const price = renewalPriceOf(row, settings, now)
  return {
    id: row.id,
    kind: row.kind as ProductName,
    name: row.name,
    customer: { id: row.user_id, ...pick(row, customerColumns) },
    state: stateOf(row, graceOf(settings, row.kind), now),
    started_at: row.started_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    renewal: price && {
      amount: decimalOf(price),
      currency: price.currency,
      months: monthsOf(row.kind, row.details),
    },
    registrar: row.registrar && {
      name: row.registrar.name,
      cost:
        row.registrar.cost === null
          ? null
          : { amount: Number(row.registrar.cost), currency: row.registrar.currency },
    },
    version: row.version,
  }
}

/** One service as the API shows it. Refuses with `NOT_FOUND`. */
export async function serviceOf(tx: Transaction, id: string, settings: Settings, now: Date) {
  const row = await serviceRows(tx.db).where('services.id', '=', id).executeTakeFirst()
  if (!row) throw new Refused('NOT_FOUND')
  return presentService(row, settings, now)
}
