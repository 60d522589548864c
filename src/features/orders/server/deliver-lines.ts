import { type Money, decimalOf } from '../../../shared/money/money.ts'
import { Refused } from '../../../shared/refusal.ts'
import type { Transaction } from '../../../server/database/database.ts'
import { moneyFromColumn } from '../../../server/database/tables.ts'
import { closeFulfilment, openFulfilment } from '../../fulfilment/server/open-fulfilment.ts'
import { productOf } from '../../products/item.ts'
import type { DecidedOrder } from '../order.ts'
import type { OrderRow } from './store.ts'

export interface Delivering extends DecidedOrder {
  /** The items that are being registered at a registrar. Their lines stay open, and the order pending. */
  delivering: ReadonlySet<string>
}

/**
 * What of a decision on an order is left to registrars. With `begins`, a pending order begins with what is decided. Refuses with `BEING_DELIVERED` to give up a name that may be
 * registered already, and with `LINE_DELIVERED` to take back one that is.
 */
export async function deliverLines(
  tx: Transaction,
  row: OrderRow,
  decided: DecidedOrder,
  { begins }: { begins: boolean },
): Promise<Delivering> {
  const delivering = new Set<string>()
  const isDelivered = await deliveredLines(tx, row)
  for (const line of row.lines) {
    const state = decided.states.get(line.item)
    const isGivenUp = decided.status === 'cancelled' || state === 'gone'
    if (isDelivered.has(line.id) && (isGivenUp || state !== 'registered')) throw new Refused('LINE_DELIVERED')
    if (line.in_delivery) {
      if (!isGivenUp) delivering.add(line.item)
      else if (!(await closeFulfilment(tx, 'order_line', line.id))) throw new Refused('BEING_DELIVERED')
    } else if (
      (begins || decided.status === 'completed') &&
      state === 'registered' &&
      !isDelivered.has(line.id)
    ) {
      if (productOf(line.item) === 'domain' && (await open(tx, row, line))) delivering.add(line.item)
    }
  }
  if (delivering.size === 0) return { ...decided, delivering }
  const states = new Map(decided.states)
  for (const item of delivering) states.set(item, 'open')
  return { ...decided, states, delivering, status: row.status === 'completed' ? 'completed' : 'pending' }
}

/** The ids of the lines whose services exist, or are renewed. */
async function deliveredLines({ db }: Transaction, { lines }: OrderRow): Promise<ReadonlySet<string | null>> {
  const ids = lines.map(({ id }) => id)
  const found = await db
    .selectFrom('services')
    .select('order_line_id')
    .where('order_line_id', 'in', ids)
    .union(db.selectFrom('renewals').select('order_line_id').where('order_line_id', 'in', ids))
    .execute()
  return new Set(found.map(({ order_line_id }) => order_line_id))
}

const open = async (
  tx: Transaction,
  { user_id }: OrderRow,
  { id, item, years, price, renews }: OrderRow['lines'][number],
) => {
  const about = { sourceKind: 'order_line', source: id, user_id, target: item }
  if (renews) {
    const { expires_at } = await tx.db
      .selectFrom('services')
      .select('expires_at')
      .where('id', '=', renews)
      .executeTakeFirstOrThrow()
    return openFulfilment(tx, {
      ...about,
      kind: 'renew',
      input: {
        years,
        ...(expires_at && { renewed_from: expires_at.toISOString() }),
        most: { amount: decimalOf(price), currency: price.currency },
      },
    })
  }
  const first = await firstYear(tx, { id, years, price })
  return openFulfilment(tx, {
    ...about,
    kind: 'register',
    input: { years, most: { amount: decimalOf(first), currency: first.currency } },
  })
}

/** What the first year of a line costs the customer. */
async function firstYear(
  { db }: Transaction,
  { id, years, price }: Pick<OrderRow['lines'][number], 'id' | 'years' | 'price'>,
): Promise<Money> {
  if (years === 1) return price
  const { further_price } = await db
    .selectFrom('order_lines')
    .select('further_price')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const further = moneyFromColumn(further_price, price.currency)?.amount ?? 0
  return { ...price, amount: price.amount - (years - 1) * further }
}
