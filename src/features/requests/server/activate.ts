import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { addMonths } from '../../../shared/calendar.ts'
import { Refused } from '../../../shared/refusal.ts'
import type { Transaction } from '../../../server/database/database.ts'
import type { ProductDefinition } from '../../products/product-definition.ts'
import type { RequestRow } from './store.ts'

/**
 * What activation leaves behind: a new record, or for a renewal an extended one; once per request, by the keys of
 * the database, however often and from however many places it is saved. Gives true when this was the time.
 * A name that is held already ends in the constraint `records_one_holder`. A record that was released meanwhile is
 * extended for nobody: `RECORD_FAILED` with whoever holds the name now.
 */
export async function activateRequest(
  tx: Transaction,
  product: ProductDefinition,
  request: RequestRow,
  now: Date,
): Promise<boolean> {
  return request.renews
    ? extend(tx, product, request, request.renews, now)
    : create(tx, product, request, now)
}

const create = (tx: Transaction, product: ProductDefinition, request: RequestRow, now: Date) =>
  createRecord(tx, product, {
    from: { request_id: request.id },
    user_id: request.user_id,
    name: request.subject,
    details: request.details,
    now,
    brings: request.stage !== 'active',
  })

interface NewRecord {
  /** What it comes from: a request or a line of an order, each of which creates one at the most. */
  from: { request_id: string } | { order_line_id: string }
  user_id: string
  name: string
  details: Record<string, unknown>
  now: Date
  /** Whether one that was there and was taken back is brought back, as new. */
  brings?: boolean
}

/**
 * A new record of a kind, unless there is one from there already; with `brings`, one that was taken back counts as
 * new again. Gives true when this was the time.
 * A name that is held already ends in the constraint `records_one_holder`.
 */
export async function createRecord(
  { db }: Transaction,
  product: ProductDefinition,
  { from, now, details, brings = false, ...record }: NewRecord,
) {
  const months = product.record.months(details)
  const term = {
    details: JSON.stringify(details),
    started_at: now,
    expires_at: months === null ? null : addMonths(now, months),
  }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('records')
    .values({
      ...record,
      ...from,
      ...term,
      id: randomUUIDv7(),
      kind: product.name,
      exclusive: product.exclusive,
    })
    .onConflict((conflict) => {
      const known = conflict.column('request_id' in from ? 'request_id' : 'order_line_id')
      return brings
        ? known
            .doUpdateSet({
              ...term,
              released_at: null,
              status: 'active',
              version: sql<number>`records.version + 1`,
            })
            .where('records.released_at', 'is not', null)
        : known.doNothing()
    })
    .executeTakeFirstOrThrow()
  return Boolean(numInsertedOrUpdatedRows)
}

/** The later of now and the expiry, and the term on: paying early loses nothing. */
async function extend(
  tx: Transaction,
  product: ProductDefinition,
  request: RequestRow,
  recordId: string,
  now: Date,
) {
  const { db, caller } = tx
  const record = await db
    .selectFrom('records')
    .selectAll()
    .where('id', '=', recordId)
    .forUpdate()
    .executeTakeFirst()
  // A custom plan may be renewed without a word about how long: as long as before then.
  const months = product.record.months(request.details) ?? product.record.months(record?.details ?? {})
  if (record?.released_at)
    throw new Refused('RECORD_FAILED', {
      name: record.name,
      held_by: await nameHolder(tx, product, record.name),
    })
  if (!record || months === null) return false
  const from = record.expires_at && record.expires_at > now ? record.expires_at : now
  const expires_at = addMonths(from, months)
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('renewals')
    .values({
      id: randomUUIDv7(),
      record_id: record.id,
      user_id: record.user_id,
      request_id: request.id,
      record_version: record.version,
      expired_at: record.expires_at,
      expires_at,
      // The admin who activates has renewed at the registrar: no task of its own.
      done_at: now,
      done_by: typeof caller === 'string' ? null : caller.person,
    })
    .onConflict((conflict) => conflict.column('request_id').doNothing())
    .executeTakeFirstOrThrow()
  if (!numInsertedOrUpdatedRows) return false
  await db
    .updateTable('records')
    .set({ expires_at, status: 'active', version: record.version + 1 })
    .where('id', '=', record.id)
    .execute()
  return true
}

/** The e-mail address of whoever holds a name, for the reason beside a refusal. */
export async function nameHolder(
  { db }: Transaction,
  product: Pick<ProductDefinition, 'name'>,
  name: string,
): Promise<string | null> {
  const holder = await db
    .selectFrom('records')
    .innerJoin('profiles', 'profiles.id', 'records.user_id')
    .select('profiles.email')
    .where('records.kind', '=', product.name)
    .where('records.name', '=', name)
    .where('records.released_at', 'is', null)
    .executeTakeFirst()
  return holder?.email ?? null
}
