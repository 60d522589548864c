import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { addMonths } from '../../../shared/calendar.ts'
import { Refused } from '../../../shared/refusal.ts'
import { constraintOf, type Transaction } from '../../../server/database/database.ts'
import type { ProductDefinition } from '../../products/product-definition.ts'
import { nextPeriod } from '../renewal.ts'
import type { RequestRow } from './store.ts'

/** A customer holds the name of a record that was to be created. Another transaction can read who. */
export class NameHeld extends Refused {
  readonly product: ProductDefinition
  readonly held: string

  constructor(product: ProductDefinition, name: string) {
    super('RECORD_FAILED', { name, held_by: null })
    this.product = product
    this.held = name
  }
}

/**
 * Activates a request: creates a record, or extends the record that the request renews. Unique keys make this happen
 * once per request. Gives true if this call did it.
 * Throws `NameHeld`, and refuses with `RECORD_FAILED` and the present holder where the record to renew was released.
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
  /** The request or order line that creates the record. Each creates one at most. */
  from: { request_id: string } | { order_line_id: string }
  user_id: string
  name: string
  details: Record<string, unknown>
  now: Date
  /** The term, where it is not the product's. */
  months?: number
  /** Whether a released record of the same origin becomes active again with a new term. */
  brings?: boolean
}

/**
 * Creates a record, unless its request or order line already created one. With `brings`, a released one becomes active
 * again. Gives true if this call did it. Throws `NameHeld`.
 */
export async function createRecord(
  { db }: Transaction,
  product: ProductDefinition,
  {
    from,
    now,
    details,
    months = product.record.months(details) ?? undefined,
    brings = false,
    ...record
  }: NewRecord,
) {
  const term = {
    details: JSON.stringify(details),
    started_at: now,
    expires_at: months === undefined ? null : addMonths(now, months),
    anchor_day: now.getUTCDate(),
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
              // It may have been handed over before it was released.
              user_id: record.user_id,
              released_at: null,
              // They are of the term that has ended.
              facts: '{}',
              status: 'active',
              version: sql<number>`records.version + 1`,
            })
            .where('records.released_at', 'is not', null)
        : known.doNothing()
    })
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      throw constraintOf(error) === 'records_one_holder' ? new NameHeld(product, record.name) : error
    })
  return Boolean(numInsertedOrUpdatedRows)
}

/** Extends a record from its expiry or from now, whichever is later. An early payment loses no time. */
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
  // A renewal of a custom plan may have no period. The record's own period applies then.
  const months = product.record.months(request.details) ?? product.record.months(record?.details ?? {})
  if (record?.released_at)
    throw new Refused('RECORD_FAILED', {
      name: record.name,
      held_by: await nameHolder(tx, product, record.name),
    })
  if (!record || months === null) return false
  const period = nextPeriod(record, { months, keepsDay: product.record.keepsDay, now })
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('renewals')
    .values({
      id: randomUUIDv7(),
      record_id: record.id,
      user_id: record.user_id,
      request_id: request.id,
      record_version: record.version,
      expired_at: record.expires_at,
      expires_at: period.expires_at,
      // The admin who activates it has already renewed at the registrar, so no task is left.
      done_at: now,
      done_by: typeof caller === 'string' ? null : caller.person,
    })
    .onConflict((conflict) => conflict.column('request_id').doNothing())
    .executeTakeFirstOrThrow()
  if (!numInsertedOrUpdatedRows) return false
  await db
    .updateTable('records')
    .set({ ...period, status: 'active', version: record.version + 1 })
    .where('id', '=', record.id)
    .execute()
  return true
}

/** The email address of the customer who holds a name, or null. */
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
