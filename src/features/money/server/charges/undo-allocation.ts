import { sumOf } from '../../../../shared/money/money.ts'
import { ConcurrentChange, type Transaction } from '../../../../server/database/database.ts'
import { columnFromMoney, moneyFromColumn } from '../../../../server/database/tables.ts'
import { postCreditNote, postReversal } from '../ledger/ledger.ts'
import { issueCreditNote } from '../invoices/issue.ts'
import type { Charge } from './charges.ts'
import { type Allocation, allocationsTo, type Undone } from '../received/allocations.ts'
import { changeCharge, type ReceivedMoney } from './settle.ts'
import { creditFor } from './charges.ts'

interface UndoneAllocation {
  charge: Charge
  allocation: Allocation
  payment: ReceivedMoney
  as: Undone
  /** Whether what the charge is for was withdrawn. */
  isWithdrawn: boolean
  now: Date
  by: string | null
}

/**
 * Undoes that a part of a payment pays a charge. The charge is open again with what it lacks then, or void where what it is
 * for was withdrawn. What a bank takes back stays sold, and the customer owes it. What was booked by mistake is not: its
 * invoice is credited, and the next payment is another sale. Gives the charge after it.
 * @throws ConcurrentChange where it was undone meanwhile.
 */
export async function undoAllocation(
  tx: Transaction,
  { charge, allocation, payment, as, isWithdrawn, now, by }: UndoneAllocation,
): Promise<Charge> {
  const { numUpdatedRows } = await tx.db
    .updateTable('allocations')
    .set({ undone_at: now, undone_by: by, undone_as: as })
    .where('id', '=', allocation.id)
    .where('undone_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (!numUpdatedRows) throw new ConcurrentChange()
  const { amount, currency } = allocation
  const { method } = payment
  await postReversal(tx, {
    source: { kind: 'received', id: allocation.id },
    user_id: charge.user_id,
    method: method ?? 'other',
    money: moneyFromColumn(amount, currency),
    counts: creditFor(charge, { amount, currency, method }),
    now,
  })
  const left = await allocationsTo(tx, charge.id)
  const paid = sumOf(
    left.flatMap((one) => (one.outcome === 'credit' ? [] : (creditFor(charge, one) ?? []))),
    charge.currency,
  )
  const due = moneyFromColumn(charge.amount, charge.currency)
  const settled = { ...due, amount: Math.min(due.amount, paid.amount) }
  const opens = charge.state === 'paid' && settled.amount < due.amount
  const isNotSold = opens && as === 'moved'
  if (isNotSold) await takeSaleBack(tx, charge, allocation.id, now)
  const after = await changeCharge(tx, charge, {
    settled: columnFromMoney(settled),
    ...(opens && { state: isWithdrawn ? 'void' : 'open', activate: false }),
    ...(isNotSold && { paid_at: null, sale: charge.sale + 1 }),
  })
  return after
}

/** Credits the invoice of a charge whole. Its amount is the customer's again, who has not paid it. */
async function takeSaleBack(tx: Transaction, charge: Charge, refund: string, now: Date): Promise<void> {
  const lines = [
    { text: charge.subject, quantity: 1, amount: moneyFromColumn(charge.amount, charge.currency) },
  ]
  const note = await issueCreditNote(tx, { charge, refund, lines, payment: null, now })
  if (!note) throw new Error('a paid charge has an invoice')
  const source = { kind: 'paper', id: note.id }
  await postCreditNote(tx, { source, user_id: charge.user_id, net: note.net, vat: note.vat, now })
}
