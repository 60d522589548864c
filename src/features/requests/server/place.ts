import { randomUUIDv7 } from 'node:crypto'
import { columnFromMoney } from '../../../server/database/money-column.ts'
import { Refused } from '../../../shared/refusal.ts'
import { constraintOf, type Transaction } from '../../../server/database/database.ts'
import { eventRow } from '../../../server/live/publish-events.ts'
import { auditRow } from '../../audit/server/audit.ts'
import { type Draft, initialStatus, type ProductDefinition } from '../../products/product-definition.ts'
import { factsOf, unclaimed } from './store.ts'
import { requestColumns } from './tables.ts'

/**
 * Stores a request and tells of it. A renewal points at the record it asks to extend.
 * Refuses a second open one for the same subject with `ALREADY_REQUESTED`, for the same record `NOT_RENEWABLE`.
 */
export async function placeRequest(
  tx: Transaction,
  product: ProductDefinition,
  person: string,
  draft: Draft,
  renews: string | null = null,
) {
  const id = randomUUIDv7()
  const status = initialStatus(product)
  const request = {
    id,
    user_id: person,
    kind: product.name,
    subject: draft.subject,
    status,
    stage: product.stages[status]!,
    price: columnFromMoney(draft.price),
    details: JSON.stringify(draft.details),
    renews,
    open_key: renews ? renewalKey(renews) : product.exclusive ? draft.subject : null,
  }
  const what = renews ? 'renewal.requested' : 'request.submitted'
  const act = auditRow(tx, 'user', {
    action: what,
    entity: 'request',
    entity_id: id,
    after: { kind: product.name, subject: draft.subject, price: request.price, details: draft.details },
  })
  const event = eventRow({
    user_id: person,
    type: what,
    topics: [product.path, ...(renews ? [product.record.path] : [])],
    entity_id: id,
    data: { kind: product.name, subject: draft.subject, status },
  })
  try {
    // In one statement: it is sent the most.
    const placed = await tx.db
      .with('placed', (on) => on.insertInto('requests').values(request).returning(requestColumns))
      .with('audited', (on) => on.insertInto('audit_log').values(act))
      .with('told', (on) => on.insertInto('events').values(event).returning('id'))
      .selectFrom(['placed', 'told'])
      .selectAll('placed')
      .select('told.id as event_id')
      .executeTakeFirstOrThrow()
    tx.notify([placed.event_id])
    return product.present(factsOf(unclaimed(placed)))
  } catch (error) {
    if (constraintOf(error) === 'requests_one_open')
      throw new Refused(renews ? 'NOT_RENEWABLE' : 'ALREADY_REQUESTED')
    throw error
  }
}

/** One open request for the renewal of a record. A subject can't look like it: names hold no blank. */
export const renewalKey = (record: string) => `renewal ${record}`
