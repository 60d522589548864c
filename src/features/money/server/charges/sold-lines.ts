import { sumOf } from '../../../../shared/money.ts'
import type { Transaction } from '../../../../server/database/database.ts'
import { moneyFromColumn } from '../../../../server/database/tables.ts'
import { productOf } from '../../../products/item.ts'
import type { Charge } from './charges.ts'

/** The lines of the invoice: the items of an order, or what the request is for. */
export async function soldLines(
  { db }: Transaction,
  {
    order_id,
    kind,
    subject,
    amount,
    currency,
  }: Pick<Charge, 'order_id' | 'kind' | 'subject' | 'amount' | 'currency'>,
) {
  const product = order_id === null ? kind : null
  const whole = [{ text: subject, quantity: 1, product, amount: moneyFromColumn(amount, currency) }]
  if (order_id === null) return whole
  const items = await db
    .selectFrom('order_lines')
    .select(['domain', 'price'])
    .where('order_id', '=', order_id)
    .where('state', '<>', 'gone')
    .orderBy('position')
    .execute()
  const lines = items.map(({ domain, price }) => ({
    text: domain,
    quantity: 1,
    product: productOf(domain),
    amount: moneyFromColumn(price, currency),
  }))
  // The items may have changed since the charge was fixed by a first payment.
  const isWhole =
    sumOf(
      lines.map((line) => line.amount),
      currency,
    ).amount === whole[0]!.amount.amount
  return isWhole ? lines : whole
}
