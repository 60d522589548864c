import type { Transaction } from '../../../../server/database/database.ts'
import { announceToAdmins } from '../received/chain.ts'
import {
  chooseAmong,
  type Evidence,
  evidenceColumns,
  factsOf,
  isCounted,
  paymentsOf,
  raise,
  type Recorded,
} from '../received/evidence.ts'
import { noPayer } from '../received/erase.ts'
import { changeReceived } from '../received/received-rows.ts'
import { withoutTakenBack } from '../received/reversal.ts'
import type { ReceivedRow } from '../received/received.tables.ts'

/**
 * Stores what a message says that waited and can be read now. It becomes evidence of the payment that has its receipt
 * number, if there is one: then the row that waited is no payment any more, and its text belongs to that payment. The
 * caller has locked the row and the receipt numbers.
 */
export async function recordAgain(
  tx: Transaction,
  waiting: ReceivedRow,
  evidence: Evidence,
): Promise<Recorded> {
  const others = await paymentsOf(tx, evidence)
  const payment = chooseAmong(
    others.filter(({ id }) => id !== waiting.id),
    evidence,
  )
  await tx.db
    .updateTable('payment_evidence')
    .set(evidenceColumns(evidence))
    .where('payment_id', '=', waiting.id)
    .where('channel', '=', evidence.channel)
    .where('body', '=', waiting.body)
    .execute()
  if (payment)
    await tx.db
      .updateTable('payment_evidence')
      .set({ payment_id: payment.id })
      .where('payment_id', '=', waiting.id)
      .execute()
  const change = payment
    ? { state: 'ignored' as const, reason: null, ...noPayer }
    : factsOf(await withoutTakenBack(tx, evidence))
  const row = await changeReceived(tx, waiting, change)
  await announceToAdmins(tx, row.id)
  return payment ? raise(tx, payment, evidence) : { row, isKnown: false, outcome: 'new' }
}

/**
 * As `recordAgain`, if a payment with the method and receipt number counts already. Otherwise changes nothing and gives
 * undefined.
 */
export async function joinCounted(
  tx: Transaction,
  waiting: ReceivedRow,
  evidence: Evidence,
): Promise<Recorded | undefined> {
  const payments = await paymentsOf(tx, evidence)
  const isKnown = payments.some((payment) => payment.id !== waiting.id && isCounted(payment))
  return isKnown ? recordAgain(tx, waiting, evidence) : undefined
}
