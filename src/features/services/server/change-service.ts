import type { Selectable, Updateable } from 'kysely'
import { Refused } from '../../../shared/refusal.ts'
import { ConcurrentChange, type Transaction } from '../../../server/database/database.ts'
import type { Tables } from '../../../server/database/tables.ts'
import { publishEvents } from '../../../server/live/publish-events.ts'
import type { AuditedAction } from '../../audit/actions.ts'
import { audit } from '../../audit/server/audit.ts'
import { type ProductName, products } from '../../products/products.ts'
import { renewalKey, SUSPENDED } from '../../requests/renewal.ts'
import { orderThatRenews } from '../../requests/server/own-services.ts'
import { deleteSecrets } from '../../requests/server/access/secrets.ts'
import '../../requests/server/requests.tables.ts'

export type ServiceRow = Selectable<Tables['services']>
export type LockedService = Awaited<ReturnType<typeof lockService>>

/**
 * A service that its customer holds, locked with what an activation of it would lock first, in the same order: the open
 * order that renews it, the request that created it, and the open one to renew it. Refuses with `NOT_FOUND`.
 */
export async function lockService(tx: Transaction, id: string) {
  const { db } = tx
  const known = await db
    .selectFrom('services')
    .select(['request_id', 'user_id', 'kind'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!known) throw new Refused('NOT_FOUND')
  const order = await orderThatRenews(tx, id)
  if (order) await db.selectFrom('orders').select('id').where('id', '=', order).forUpdate().execute()
  const requests = await db
    .selectFrom('requests')
    .select(['id', 'stage', 'open_key', 'payment_confirmed'])
    .where((eb) =>
      eb.or([
        eb('id', '=', known.request_id),
        eb.and([
          eb('user_id', '=', known.user_id),
          eb('kind', '=', known.kind),
          eb('open_key', '=', renewalKey(id)),
        ]),
      ]),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
  const row = await db.selectFrom('services').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row || row.released_at) throw new Refused('NOT_FOUND')
  // It was handed over while this transaction waited for its requests.
  if (row.user_id !== known.user_id) throw new ConcurrentChange()
  const origin = requests.find((request) => request.id === known.request_id)
  return {
    row,
    /** The id of the open order that renews it. */
    order: await orderThatRenews(tx, id),
    renewal: requests.find(({ open_key }) => open_key === renewalKey(id)),
    /** Whether the request that created it was set back after its activation. */
    isSetBack: origin !== undefined && origin.stage !== 'active',
  }
}

/** The lists of customers and admins that show what is sold of a product. */
export function listsOf(kind: string): [string, string] {
  const { service, path } = products[kind as ProductName]
  return [service.path, path]
}

interface Change extends Pick<AuditedAction, 'before' | 'after'> {
  by: 'admin' | 'service'
  action:
    | 'record.suspended'
    | 'record.resumed'
    | 'record.corrected'
    | 'record.handed-over'
    | 'record.released'
    | 'record.ended'
  values: Updateable<Tables['services']>
  topics: string[]
}

/** Stores a change of a locked service under its next version, with audit row and event. */
export async function changeService(
  tx: Transaction,
  row: ServiceRow,
  { by, action, values, before, after, topics }: Change,
): Promise<void> {
  await tx.db
    .updateTable('services')
    .set({ ...values, version: row.version + 1 })
    .where('id', '=', row.id)
    .execute()
  await audit(tx, by, { action, entity: 'record', entity_id: row.id, before, after })
  await publishEvents(tx, {
    user_id: row.user_id,
    type: action,
    topics,
    entity_id: row.id,
    data: { kind: row.kind, subject: row.name },
  })
}

/** Suspends a locked service, or ends its suspension. `facts`: further columns that the audit log names. */
export const setStatus = (
  tx: Transaction,
  row: ServiceRow,
  { status, by, facts }: { status: string; by: Change['by']; facts?: Partial<ServiceRow> },
) =>
  changeService(tx, row, {
    by,
    action: status === SUSPENDED ? 'record.suspended' : 'record.resumed',
    values: { status },
    before: { name: row.name, status: row.status, ...facts },
    after: { name: row.name, status, ...facts },
    topics: [products[row.kind as ProductName].service.path, 'payments'],
  })

interface TakenBack {
  /** The status that remains, and the action and event that report it. */
  status: 'released' | 'ended'
  by: 'admin' | 'service'
  now: Date
  reason?: string
}

/**
 * Takes a locked service back from its customer. Its name is free for others then. Gives the customer's open request to
 * renew it, which can't be activated any more.
 */
export async function takeBack(
  tx: Transaction,
  { row, renewal }: LockedService,
  { status, by, now, reason }: TakenBack,
) {
  const open_renewal = renewal?.id ?? null
  await deleteSecrets(tx, row.id)
  await changeService(tx, row, {
    by,
    action: `record.${status}`,
    values: { released_at: now, status },
    before: { name: row.name, expires_at: row.expires_at },
    after: { released_at: now, open_renewal, ...(reason && { reason }) },
    topics: [...listsOf(row.kind), 'counters'],
  })
  return open_renewal
}
