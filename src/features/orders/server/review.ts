import { amountFrom } from '../../../shared/money.ts'
import { Refused } from '../../../shared/refusal.ts'
import { constraintOf, ConcurrentChange, type Transaction } from '../../../server/database/database.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import { publishEvents } from '../../../server/live/publish-events.ts'
import { audit } from '../../audit/server/audit.ts'
import { domain } from '../../products/domain.ts'
import { createRecord, nameHolder } from '../../requests/server/activate.ts'
import { turnDown } from '../../requests/server/payments.ts'
import { type News, writeToCustomer } from '../../requests/server/write-to-customer.ts'
import type { Settings } from '../../settings/settings.ts'
import { readSettings } from '../../settings/server/settings.ts'
import { type OrderSave, reviewOrder } from '../review.ts'
import type { LineState, OrderStatus } from '../totals.ts'
import { oneForReview } from './review-rows.ts'
import { auditable, findOrder, type OrderRow, owedFor, subjectOf } from './store.ts'

interface Decided {
  status: OrderStatus
  states: ReadonlyMap<string, LineState>
}

export interface OrderReview extends OrderSave {
  id: string
  /** The version that the admin looked at; left out, nothing is compared. */
  version?: number | undefined
}

/**
 * An admin decides on an order, name by name; completing it creates a record for every registered name, each once.
 * Gives the order as the panel shows it. Refuses what `reviewOrder` refuses; `CONFLICT` with the newer order;
 * `RECORD_FAILED` where somebody holds one of the names, and `ALREADY_ORDERED` where an order that is opened again has
 * a name of another open one of the customer's; nothing changes then.
 */
export async function reviewPlacedOrder(caller: CallerContext, input: OrderReview) {
  const settings = await readSettings(caller.database)
  // What is being registered when the database refuses a second holder.
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

async function saveLines({ db }: Transaction, row: OrderRow, { status, states }: Decided) {
  for (const { id, domain, state: before } of row.lines) {
    const state = states.get(domain)!
    const wasOpen = isOpen(row.status, before)
    // A line that stays open keeps its key as it is: of two orders from before the key, one has none.
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

async function finish(tx: Transaction, settings: Settings, before: OrderRow, created: boolean) {
  const after = (await findOrder(tx, before.id))!
  const news = newsOf(before, after)
  if (news) await writeToCustomer(tx, settings, after.user_id, news)
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
      data: { kind: 'order', subject: subjectOf(after.lines.map(({ domain }) => domain)) },
    }),
  ])
  return oneForReview(tx, after)
}

/** What the customer is written of a save: that the order is completed or cancelled, or that more is owed back now. */
function newsOf(before: OrderRow, after: OrderRow): News | undefined {
  const owed = owedFor(after)
  const isDecided = before.status !== after.status && after.status !== 'pending'
  if (!isDecided && owed <= owedFor(before)) return undefined
  return {
    kind: !isDecided ? 'order-owed' : after.status === 'completed' ? 'order-completed' : 'order-cancelled',
    data: {
      product: 'order',
      subject: subjectOf(after.lines.map(({ domain }) => domain)),
      gone: after.lines.filter(({ state }) => state === 'gone').map(({ domain }) => domain),
      owed: owed === 0 ? null : amountFrom(Math.round(owed * 100)),
      feedback: after.admin_feedback,
    },
  }
}

/**
 * An admin turns a claim of payment down: the form returns with the reason, the receipt is free again, and the
 * payment stays as rejected. Refuses with `NOT_FOUND`, `NOT_CLAIMED`, and `CONFLICT` with the newer order.
 */
export async function rejectOrderPayment(
  caller: CallerContext,
  { id, reason, version }: { id: string; reason: string; version?: number | undefined },
) {
  const settings = await readSettings(caller.database)
  return caller.write(async (tx) => {
    const row = await findOrder(tx, id, { lock: true })
    if (!row) throw new Refused('NOT_FOUND')
    // Another claim may stand there by now than the one that was looked at.
    if (version !== undefined && version !== row.version)
      throw new Refused('CONFLICT', await oneForReview(tx, row))
    await turnDown(tx, row.payment_id, reason, caller.now)
    await tx.db
      .updateTable('orders')
      .set({
        payment_confirmed: false,
        claim_rejection: reason,
        version: row.version + 1,
        updated_at: caller.now,
      })
      .where('id', '=', id)
      .execute()
    const after = (await findOrder(tx, id))!
    const subject = subjectOf(row.lines.map(({ domain }) => domain))
    await writeToCustomer(tx, settings, row.user_id, {
      kind: 'payment-rejected',
      data: { product: 'order', subject, reason, active: row.status === 'completed' },
    })
    await Promise.all([
      audit(tx, 'admin', {
        action: 'payment.rejected',
        entity: 'order',
        entity_id: id,
        before: { ...auditable(row), receipt_number: row.receipt_number },
        after: { ...auditable(after), reason },
      }),
      publishEvents(tx, {
        user_id: row.user_id,
        type: 'payment.rejected',
        topics: ['orders'],
        entity_id: id,
        data: { kind: 'order', subject },
      }),
    ])
    return oneForReview(tx, after)
  })
}
