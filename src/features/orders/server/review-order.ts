import { orderName } from '../../../shared/order-name.ts'
import { Refused } from '../../../shared/refusal.ts'
import { ConcurrentChange, type Transaction } from '../../../server/database/database.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import { mailCustomer } from '../../mails/server/customer-mail.ts'
import { products } from '../../products/products.ts'
import { hostingName } from '../../products/names/hosting-name.ts'
import { productOf, readItem } from '../../products/item.ts'
import { createService, extendService } from '../../requests/server/activate.ts'
import { recordReview, reviewAsAdmin, type Reviewer } from '../../requests/server/review.ts'
import type { Settings } from '../../settings/settings.ts'
import { type LineState, type OrderSave, type OrderStatus, reviewOrder, takesUpRefunded } from '../order.ts'
import { mailOfReview } from './order-mails.ts'
import { oneForReview } from './orders.queries.ts'
import { confirmActivated } from '../../money/server/claims/confirm-claim.ts'
import { updateCharge } from '../../money/server/charges/update-charge.ts'
import { accountFor } from '../../fulfilment/server/open-fulfilment.ts'
import { type Delivering, deliverLines } from './deliver-lines.ts'
import { payableOrder } from './payable-order.ts'
import { amountPaid, auditable, findOrder, openKey, type OrderRow } from './store.ts'

export interface OrderReview extends OrderSave {
  id: string
  /** The version that the admin saw. Without it nothing is compared. */
  version?: number | undefined
}

/**
 * An admin decides on an order, item by item. Completing it creates one service for every registered item, once the
 * registrars have registered the names that they serve. Gives the order as admins see it. Refuses what `reviewOrder`,
 * `deliverLines` and `reviewAsAdmin` refuse, with `ORDER_REFUNDED` to deliver what was paid back, and with
 * `ALREADY_ORDERED` to open an order again where another open order of the customer has one of its names.
 */
export const reviewPlacedOrder = (caller: CallerContext, input: OrderReview) =>
  reviewAsAdmin<OrderRow, Awaited<ReturnType<typeof oneForReview>>>(caller, undefined, {
    version: input.version,
    find: (tx) => findOrder(tx, input.id, { lock: true }),
    save: (tx, reviewer, row) => save(tx, reviewer, row, input),
    show: oneForReview,
    oneOpen: { constraint: 'order_lines_one_open', refusal: 'ALREADY_ORDERED' },
  })

/**
 * The program completes a pending order that was paid, as an admin would, where registrars serve all of its domains. Of any
 * other order it has those registered that they serve, and leaves the rest to an admin. Gives false where it did nothing.
 * Throws `NameHeld`.
 */
export async function completeAsProgram(
  tx: Transaction,
  { now, settings }: { now: Date; settings: Settings },
  id: string,
): Promise<boolean> {
  const row = await findOrder(tx, id, { lock: true })
  if (row?.status !== 'pending') return false
  const open = row.lines.filter(({ state, in_delivery }) => state === 'open' && !in_delivery)
  const domains = open.filter(({ item }) => productOf(item) === 'domain')
  const served = await Promise.all(domains.map(({ item }) => accountFor(tx, item)))
  const isWhole = served.every(Boolean)
  const lines = (isWhole ? open : domains.filter((_, at) => served[at])).map(({ item }) => ({
    item,
    state: 'registered' as const,
  }))
  if (!lines.length) return false
  const input = isWhole ? { status: 'completed' as const, lines } : { lines }
  await save(tx, { settings, now, by: 'program', begins: true }, row, input)
  return true
}

async function save(
  tx: Transaction,
  { settings, now, by, begins = false }: Reviewer & { begins?: boolean },
  row: OrderRow,
  input: OrderSave,
): Promise<OrderRow> {
  const reviewed = reviewOrder(row, input)
  if (!reviewed.ok) throw new Refused(reviewed.refusal.code, reviewed.refusal.data)
  const { states, delivering, ...order } = await deliverLines(tx, row, reviewed.saved, { begins })
  const lines = row.lines.map((line) => ({ ...line, state: states.get(line.item)! }))
  const refunds = row.refunds.map(({ amount }) => amount)
  if (takesUpRefunded(row, { status: order.status, lines }, amountPaid(row), refunds))
    throw new Refused('ORDER_REFUNDED')
  const { numUpdatedRows } = await tx.db
    .updateTable('orders')
    .set({
      ...order,
      in_delivery:
        delivering.size > 0 && [...states].every(([item, state]) => state !== 'open' || delivering.has(item)),
      claim_rejection: order.status === row.status ? row.claim_rejection : null,
      version: row.version + 1,
      updated_at: now,
    })
    .where('id', '=', row.id)
    .where('version', '=', row.version)
    .executeTakeFirstOrThrow()
  if (!numUpdatedRows) throw new ConcurrentChange()
  await saveLines(tx, row, { status: order.status, states, delivering })
  const changed = new Set<string>()
  if (order.status === 'completed')
    for (const line of row.lines.filter(({ item }) => states.get(item) === 'registered')) {
      const product = products[productOf(line.item)]
      if (await deliver(tx, line, row.user_id, now)) changed.add(product.service.path)
    }
  await updateCharge(tx, payableOrder, (await findOrder(tx, row.id))!, { settings, now })
  const isDecided = order.status !== row.status
  const isBegun = delivering.size > 0 && !row.lines.some((line) => line.in_delivery)
  if (((order.status === 'completed' && isDecided) || isBegun) && by === 'admin')
    await confirmActivated(tx, payableOrder, row, now)
  const after = (await findOrder(tx, row.id))!
  const mail = mailOfReview(row, after)
  if (mail) await mailCustomer(tx, settings, after.user_id, mail)
  await recordReview(
    tx,
    by,
    {
      action: isDecided ? `order.${after.status}` : 'order.reviewed',
      entity: 'order',
      entity_id: after.id,
      before: auditable(row),
      after: auditable(after),
    },
    {
      user_id: after.user_id,
      type: isDecided ? `order.${after.status}` : 'order.changed',
      topics: ['orders', ...changed, ...(changed.size ? ['counters'] : [])],
      entity_id: after.id,
      data: { kind: 'order', subject: orderName(after.lines.map(({ item }) => item)) },
    },
  )
  return after
}

/** The registrar has registered a domain of an order. The last one completes it. Throws `NameHeld`. */
export async function lineDelivered(
  tx: Transaction,
  id: string,
  shop: { now: Date; settings: Settings },
): Promise<void> {
  const row = await endDelivery(tx, id)
  const line = row?.lines.find((one) => one.id === id)
  if (!row || !line) return
  await deliver(tx, line, row.user_id, shop.now)
  await decideLine(tx, shop, row, { item: line.item, state: 'registered' })
}

/** A domain of an order can't be registered: it is not available any more, and what was paid for it is owed back. */
export async function lineUndelivered(
  tx: Transaction,
  id: string,
  { words, ...shop }: { now: Date; settings: Settings; words: string },
): Promise<void> {
  const row = await endDelivery(tx, id)
  const line = row?.lines.find((one) => one.id === id)
  if (row && line) await decideLine(tx, shop, row, { item: line.item, state: 'gone' }, words)
}

/** The order of a line, whose delivery has ended. Undefined where it was not being delivered. */
async function endDelivery(tx: Transaction, id: string): Promise<OrderRow | undefined> {
  const line = await tx.db
    .selectFrom('order_lines')
    .select('order_id')
    .where('id', '=', id)
    .executeTakeFirst()
  const row = line && (await findOrder(tx, line.order_id, { lock: true }))
  if (!row?.lines.find((one) => one.id === id)?.in_delivery) return undefined
  await tx.db.updateTable('order_lines').set({ in_delivery: false }).where('id', '=', id).execute()
  return {
    ...row,
    lines: row.lines.map((one) => (one.id === id ? { ...one, in_delivery: false } : one)),
  }
}

/** The program decides a line. The order is completed with its last one. */
function decideLine(
  tx: Transaction,
  shop: { now: Date; settings: Settings },
  row: OrderRow,
  line: { item: string; state: LineState },
  words?: string,
) {
  const isLast = row.lines.every(({ item, state }) => item === line.item || state !== 'open')
  return save(tx, { ...shop, by: 'program' }, row, {
    ...(isLast && row.status === 'pending' && { status: 'completed' as const }),
    ...(words !== undefined && { admin_feedback: words }),
    lines: [line],
  })
}

/** Creates the service of a registered line, or extends the one that it renews, once. Gives true if this call did it. */
function deliver(
  tx: Transaction,
  { id, item, years, renews }: OrderRow['lines'][number],
  user_id: string,
  now: Date,
): Promise<boolean> {
  const product = products[productOf(item)]
  const about = { from: { order_line_id: id }, ...(years > 1 && { months: years * 12 }), now }
  if (renews) return extendService(tx, product, { ...about, service: renews })
  const read = readItem(item)
  const isPlan = read?.product === 'hosting'
  return createService(tx, product, {
    ...about,
    user_id,
    name: isPlan ? hostingName(read.name, read.website) : item,
    details: isPlan ? { billing_period: read.period, is_manual: false, manual_details: null } : {},
  })
}

/**
 * Saves the states of the lines. A line has its open key while it is open. The key is unique, so a customer has a
 * name in one open order only.
 */
async function saveLines(
  { db }: Transaction,
  row: OrderRow,
  { status, states, delivering }: Pick<Delivering, 'status' | 'states' | 'delivering'>,
) {
  for (const line of row.lines) {
    const { id, item, state: before, in_delivery: wasInDelivery } = line
    const state = states.get(item)!
    const in_delivery = delivering.has(item)
    const wasOpen = isOpen(row.status, before)
    // A line that stays open retains its key. Of two orders older than the key column, one has none.
    const key = isOpen(status, state) === wasOpen ? {} : { open_key: wasOpen ? null : openKey(line) }
    if (state === before && in_delivery === wasInDelivery && !('open_key' in key)) continue
    await db
      .updateTable('order_lines')
      .set({ state, in_delivery, ...key })
      .where('id', '=', id)
      .execute()
  }
}

const isOpen = (status: OrderStatus, state: LineState) => status === 'pending' && state !== 'gone'
