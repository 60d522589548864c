import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../../server/database/database.ts'
import type { Tables } from '../../../server/database/tables.ts'
import { ID, keyset, PAGE, type Paging } from '../../../server/database/keyset.ts'
import { countOf, customerName, inOrder, listIds, type SortKey } from '../../../server/database/list.ts'
import { literally } from '../../../server/database/search.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import { chargeTerms } from '../../money/server/charges/charge-terms.ts'
import { chargeColumns } from '../../money/server/charges/charges.ts'
import '../../requests/server/requests.tables.ts'
import type { Total } from '../../../shared/lists.ts'
import type { amountsDueContract, DueSort, DueState } from '../services.contract.ts'
import { presentCharges } from '../../money/server/list/payment-rows.ts'
import { textOf } from '../../money/server/list/search-payments.ts'
import type { Input } from '../../../shared/contract.ts'

const pages = keyset([String.raw`\d{4}-\d\d-\d\d|`, ID], (row: { due_day: string | null; id: string }) => [
  row.due_day ?? '',
  row.id,
])

/**
 * Amounts due by a day with the services that they renew, the oldest day first or by a sort: those overdue, those due
 * later, or the newest one of each suspended service, paid or not. Refuses an invalid cursor with `NOT_FOUND`.
 */
export async function listDue(
  caller: CallerContext,
  { state = 'overdue', q, sort, total: isCounted, ...paging }: Input<typeof amountsDueContract.list>,
) {
  const today = caller.now.toISOString().slice(0, 10)
  return caller.read(async (tx) => {
    const isBySuspension = state === 'suspended'
    const of = isOf(state, today)
    const filter = q?.trim() ? sql`${of} and ${await matching(tx, q.trim())}` : of
    const list = { ...charges, filter, sorts }
    const { ids, next_cursor } = sort
      ? await listIds(tx.db, list, { sort, ...paging })!
      : await byDay(tx, filter, isBySuspension, paging)
    const rows = inOrder(await dueCharges(tx.db).where('charges.id', 'in', ids).execute(), ids)
    const presented = await presentCharges(tx, rows)
    const terms = await chargeTerms(tx, rows)
    return {
      items: rows.map((row) => ({
        ...presented.get(row.id)!,
        due_on: row.due_day,
        months: terms.get(row.id) ?? null,
        claimed: row.claimed,
        service:
          row.service_id === null
            ? null
            : { id: row.service_id, status: row.status!, expires_at: row.expires_at?.toISOString() ?? null },
      })),
      next_cursor,
      total: isCounted ? await countOf(tx.db, list) : null,
    }
  })
}

const charges = {
  table: 'charges',
  sum: {
    amount: sql`case when charges.state = 'open' then charges.amount - charges.settled end`,
    currency: sql`charges.currency`,
  },
}

const isOf = (state: DueState, today: string) =>
  state === 'suspended'
    ? sql`charges.id in ${newestOfSuspended}`
    : sql`charges.state = 'open' and charges.due_on ${sql.raw(state === 'overdue' ? '<' : '>=')} ${today}`

/** How many amounts are due in each state, and their sums. */
export async function dueTotals(caller: CallerContext): Promise<Record<DueState, Total>> {
  const today = caller.now.toISOString().slice(0, 10)
  return caller.read(async ({ db }) => {
    const totalOf = (state: DueState) => countOf(db, { ...charges, filter: isOf(state, today) })
    return {
      overdue: await totalOf('overdue'),
      later: await totalOf('later'),
      suspended: await totalOf('suspended'),
    }
  })
}

const sorts = {
  what: { by: sql`charges.subject`, type: 'text' },
  customer: customerName('charges.user_id'),
  due: { by: sql`charges.due_on::timestamptz`, type: 'timestamptz' },
  rest: { by: sql`charges.amount - charges.settled`, type: 'numeric' },
} as const satisfies Record<DueSort, SortKey>

/** What an amount due is found by: what it is for, its reference, and its customer. */
async function matching(tx: Transaction, q: string) {
  const text = await textOf(tx, q)
  return sql`(lower(charges.subject) like ${`%${literally(q.toLowerCase())}%`}
    or charges.reference = ${text.reference} or charges.user_id = any (${text.customers}::uuid[]))`
}

async function byDay(
  { db }: Transaction,
  filter: RawBuilder<unknown>,
  isBySuspension: boolean,
  { cursor, limit = PAGE }: Paging,
) {
  const [day, last] = pages.read(cursor) ?? []
  // A charge of a suspended service may have no day. The others are read in the order of an index.
  const [place, after] = isBySuspension
    ? [sql`coalesce(charges.due_on::text, ''), charges.id::text`, sql`${day}, ${last}`]
    : [sql`charges.due_on, charges.id`, sql`${day || null}::date, ${last}::uuid`]
  const { rows } = await sql<{ due_day: string | null; id: string }>`
    select id, due_on::text as due_day from charges
     where ${filter} ${last === undefined ? sql`` : sql`and (${place}) > (${after})`}
     order by ${place} limit ${limit + 1}`.execute(db)
  const page = pages.take(rows, limit)
  return { ids: page.rows.map(({ id }) => id), next_cursor: page.next_cursor }
}

/** Of several services that an order renews, the first one. */
const firstRenewed = sql`(
  select l.renews from order_lines l where l.order_id = charges.order_id and l.renews is not null order by l.position limit 1)`

/** Charges with the service that each renews: at once, by a request, or by an order. */
const dueCharges = (db: Kysely<Tables>) =>
  db
    .selectFrom('charges')
    .leftJoin('renewals', 'renewals.id', 'charges.renewal_id')
    .leftJoin('requests', 'requests.id', 'charges.request_id')
    .leftJoin('services', (join) =>
      join.on(sql<boolean>`services.id = coalesce(renewals.service_id, requests.renews, ${firstRenewed})`),
    )
    .select(chargeColumns)
    .select([
      sql<string | null>`charges.due_on::text`.as('due_day'),
      sql<boolean>`exists (select from claims where claims.state = 'open'
        and (claims.request_id = charges.request_id or claims.order_id = charges.order_id
             or claims.renewal_id = charges.renewal_id))`.as('claimed'),
      'services.id as service_id',
      'services.status',
      'services.expires_at',
    ])

/** The newest charge of each suspended service: of its renewals, or of the requests that renew it. */
const newestOfSuspended = sql<string>`(
  select newest.id from services suspended cross join lateral (
    select c.id from (
      select c.* from renewals r join charges c on c.renewal_id = r.id where r.service_id = suspended.id
      union all
      select c.* from requests q join charges c on c.request_id = q.id where q.renews = suspended.id
      union all
      select c.* from order_lines l join charges c on c.order_id = l.order_id where l.renews = suspended.id) c
     where c.state <> 'void' order by c.created_at desc, c.id desc limit 1) newest
   where suspended.status = 'suspended' and suspended.released_at is null)`
