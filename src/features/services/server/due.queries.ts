import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../server/database/tables.ts'
import { ID, keyset, PAGE } from '../../../server/database/keyset.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import { chargeColumns } from '../../money/server/charges/charges.ts'
import '../../requests/server/requests.tables.ts'
import type { amountsDueContract } from '../services.contract.ts'
import { presentCharges } from '../../money/server/list/payment-rows.ts'
import type { Input } from '../../../shared/contract.ts'

const pages = keyset([String.raw`\d{4}-\d\d-\d\d|`, ID], (row: { due_day: string | null; id: string }) => [
  row.due_day ?? '',
  row.id,
])

/**
 * Amounts due by a day with the services that they renew, the oldest day first: those overdue, those due later, or the
 * newest one of each suspended service, paid or not. Refuses an invalid cursor with `NOT_FOUND`.
 */
export async function listDue(
  caller: CallerContext,
  { state, cursor, limit = PAGE }: Input<typeof amountsDueContract.list>,
) {
  const today = caller.now.toISOString().slice(0, 10)
  const [day, after] = pages.read(cursor) ?? []
  return caller.read(async (tx) => {
    const isBySuspension = state === 'suspended'
    // A charge of a suspended service may have no day. The others are read in the order of an index.
    const [dayOf, idOf] = isBySuspension
      ? [sql`coalesce(charges.due_on::text, '')`, sql`charges.id::text`]
      : [sql`charges.due_on`, sql`charges.id`]
    let query = isBySuspension
      ? dueCharges(tx.db).where('charges.id', 'in', newestOfSuspended)
      : dueCharges(tx.db)
          .where('charges.state', '=', 'open')
          .where('charges.due_on', state === 'overdue' ? '<' : '>=', today)
    if (after !== undefined)
      query = query.where(
        isBySuspension
          ? sql<boolean>`(${dayOf}, ${idOf}) > (${day}, ${after})`
          : sql<boolean>`(${dayOf}, ${idOf}) > (${day || null}::date, ${after}::uuid)`,
      )
    const found = await query
      .orderBy(dayOf)
      .orderBy(idOf)
      .limit(limit + 1)
      .execute()
    const { rows, next_cursor } = pages.take(found, limit)
    const charges = await presentCharges(tx, rows)
    return {
      items: rows.map((row) => ({
        ...charges.get(row.id)!,
        due_on: row.due_day,
        claimed: row.claimed,
        service:
          row.service_id === null
            ? null
            : { id: row.service_id, status: row.status!, expires_at: row.expires_at?.toISOString() ?? null },
      })),
      next_cursor,
    }
  })
}

/** Charges with the service that each renews: at once, or by a request. */
const dueCharges = (db: Kysely<Tables>) =>
  db
    .selectFrom('charges')
    .leftJoin('renewals', 'renewals.id', 'charges.renewal_id')
    .leftJoin('requests', 'requests.id', 'charges.request_id')
    .leftJoin('services', (join) =>
      join.on(sql<boolean>`services.id = coalesce(renewals.service_id, requests.renews)`),
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
      select c.* from requests q join charges c on c.request_id = q.id where q.renews = suspended.id) c
     where c.state <> 'void' order by c.created_at desc, c.id desc limit 1) newest
   where suspended.status = 'suspended' and suspended.released_at is null)`
