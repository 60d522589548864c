import type { Transaction } from '../../../../server/database/database.ts'
import type { Settings } from '../../../settings/settings.ts'
import { type Charge, openCharge, quotesFor, voidCharge, restOf } from './charges.ts'
import type { Payable, PayableRow } from './payable.ts'
import { changeCharge, completePayment } from './settle.ts'

/**
 * Brings the charge of a request or an order up to date with its row: opens or changes it while it can be paid, and
 * voids it when it is withdrawn. What was paid in part pays it where its amount is lowered to that. What is delivered
 * unpaid keeps its charge.
 */
export async function updateCharge<Row extends PayableRow>(
  tx: Transaction,
  payable: Payable<Row, unknown, unknown>,
  row: Row,
  { settings, now }: { settings: Settings; now: Date },
): Promise<void> {
  const amount = payable.amountDue(row)
  if (payable.isPayable(row) && amount && amount.amount > 0) {
    const about = { user_id: row.user_id, kind: payable.product, subject: payable.subjectOf(row) }
    const charge = await openCharge(
      tx,
      { column: payable.column, id: row.id, ...about, ...(row.is_test && { is_test: true }) },
      { amount, quotes: quotesFor(amount, settings) },
    )
    if (charge && restOf(charge).amount === 0) await payWithParts(tx, charge, now)
  } else if (!payable.isDelivered(row) || amount?.amount === 0) await voidCharge(tx, payable.column, row.id)
}

/** Pays a charge with the parts that were received for it. What they are more than its amount is the customer's credit. */
async function payWithParts(tx: Transaction, charge: Charge, now: Date): Promise<void> {
  const last = await tx.db
    .selectFrom('allocations')
    .innerJoin('received_payments', 'received_payments.id', 'allocations.payment_id')
    .select(['method', 'code', 'paid_at'])
    .where('charge_id', '=', charge.id)
    .where('outcome', '=', 'short')
    .where('undone_at', 'is', null)
    .orderBy('allocated_at', 'desc')
    .orderBy('allocations.id', 'desc')
    .executeTakeFirst()
  const method = last?.method ?? 'other'
  const paid = await changeCharge(tx, charge, { state: 'paid', settled: charge.amount, paid_at: now })
  await completePayment(tx, paid, { method, code: last?.code ?? null, paidAt: last?.paid_at ?? now }, now)
}
