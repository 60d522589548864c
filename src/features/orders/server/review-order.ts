import { Refused } from '../../../shared/refusal.ts'
import { constraintOf, ConcurrentChange, type Transaction } from '../../../server/database/database.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import { publishEvents } from '../../../server/live/publish-events.ts'
import { audit } from '../../audit/server/audit.ts'
import { mailCustomer } from '../../mails/server/customer-mail.ts'
import { domain } from '../../products/domain.ts'
import { createRecord, nameHolder } from '../../requests/server/activate.ts'
import type { Settings } from '../../settings/settings.ts'
import { readSettings } from '../../settings/server/settings.ts'
import {
  type DecidedOrder,
  type LineState,
  orderName,
  type OrderSave,
  type OrderStatus,
  reviewOrder,
} from '../order.ts'
import { mailOfReview } from './order-mails.ts'
import { oneForReview } from './list-orders.ts'
import { auditable, findOrder, type OrderRow } from './store.ts'

export interface OrderReview extends OrderSave {
  id: string
  /** The version that the admin saw. Without it nothing is compared. */
  version?: number | undefined
}

/**
 * An admin decides on an order, domain by domain. Completing it creates one record for every registered domain. Gives
 * the order as admins see it. A refused save changes nothing.
 * Refuses what `reviewOrder` refuses, `CONFLICT` with the newer order, and `RECORD_FAILED` where a customer holds one
 * of the domains. Refuses with `ALREADY_ORDERED` to open an order again where another open order of the customer has
 * one of its domains.
 */
export async function reviewPlacedOrder(caller: CallerContext, input: OrderReview) {
  const settings = await readSettings(caller.database)
  // The domain of the record being created, for the error of the unique key.
  let registering = ''
  try {
    return await caller.write(async (tx) => {
      const row = await findOrder(tx, input.id, { lock: true })
      if (!row) throw new Refused('NOT_FOUND')
      if (input.version !== undefined && input.version !== row.version)
        throw new Refused('CONFLICT', await oneForReview(tx, row))
      const reviewed = reviewOrder(row, input)
      if (!reviewed.ok) throw new Refused(reviewed.refusal.code, reviewed.refusal.data)
      const { states, ...order } = reviewed.saved
      const { numUpdatedRows } = await tx.db
        .updateTable('orders')
        .set({
          ...order,
          claim_rejection: order.status === row.status ? row.claim_rejection : null,
          version: row.version + 1,
          updated_at: caller.now,
        })
        .where('id', '=', row.id)
        .where('version', '=', row.version)
        .executeTakeFirstOrThrow()
      if (!numUpdatedRows) throw new ConcurrentChange()
      await saveLines(tx, row, reviewed.saved)
      let created = 0
      if (order.status === 'completed')
        for (const line of row.lines.filter(({ domain }) => states.get(domain) === 'registered')) {
          registering = line.domain
          const from = { order_line_id: line.id }
          const record = { from, user_id: row.user_id, name: line.domain, details: {}, now: caller.now }
          if (await createRecord(tx, domain, record)) created++
        }
      return finish(tx, settings, row, created > 0)
    })
  } catch (error) {
    if (constraintOf(error) === 'order_lines_one_open') throw new Refused('ALREADY_ORDERED')
    if (constraintOf(error) !== 'records_one_holder') throw error
    const held_by = await caller.read((tx) => nameHolder(tx, domain, registering))
    throw new Refused('RECORD_FAILED', { name: registering, held_by })
  }
}

/**
 * Saves the states of the lines. A line has its open key while it is open. The key is unique, so a customer has a
 * domain in one open order only.
 */
async function saveLines({ db }: Transaction, row: OrderRow, { status, states }: DecidedOrder) {
  for (const { id, domain, state: before } of row.lines) {
    const state = states.get(domain)!
    const wasOpen = isOpen(row.status, before)
    // A line that stays open retains its key. Of two orders older than the key column, one has none.
    const key = isOpen(status, state) === wasOpen ? {} : { open_key: wasOpen ? null : domain }
    if (state === before && !('open_key' in key)) continue
    await db
      .updateTable('order_lines')
      .set({ state, ...key })
      .where('id', '=', id)
      .execute()
  }
}

const isOpen = (status: OrderStatus, state: LineState) => status === 'pending' && state !== 'gone'

/** Mails the customer, writes the audit log and publishes the change. Gives the order as admins see it. */
async function finish(tx: Transaction, settings: Settings, before: OrderRow, created: boolean) {
  const after = (await findOrder(tx, before.id))!
  const mail = mailOfReview(before, after)
  if (mail) await mailCustomer(tx, settings, after.user_id, mail)
  const wasOpen = before.status !== after.status
  await Promise.all([
    audit(tx, 'admin', {
      action: wasOpen ? `order.${after.status}` : 'order.reviewed',
      entity: 'order',
      entity_id: after.id,
      before: auditable(before),
      after: auditable(after),
    }),
    publishEvents(tx, {
      user_id: after.user_id,
      type: wasOpen ? `order.${after.status}` : 'order.changed',
      topics: ['orders', ...(created ? [domain.record.path, 'counters'] : [])],
      entity_id: after.id,
      data: { kind: 'order', subject: orderName(after.lines.map(({ domain }) => domain)) },
    }),
  ])
  return oneForReview(tx, after)
}
