import { ConcurrentChange, type Transaction } from '../../../../server/database/database.ts'
import type { Acting } from '../../../../server/http/context.ts'
import { publishEvents } from '../../../../server/live/publish-events.ts'
import { translate } from '../../../../server/mail/messages.ts'
import { audit } from '../../../audit/server/audit.ts'
import { type Charge, findCharge, lockCharge } from '../charges/charges.ts'
import { lockPayable, payableId } from '../charges/payable.ts'
import { type Allocation, allocationsOf, type Undone } from '../received/allocations.ts'
import { payingStates } from '../../received/received.ts'
import type { ReceivedRow } from '../received/received.tables.ts'
import { mailUndone } from '../charges/money-mails.ts'
import { undoAllocation } from '../charges/undo-allocation.ts'
import { releaseReceipt } from '../claims/reject-payment.ts'
import { payableOf } from '../charges/chargeables.ts'

export const isPaying = ({ state }: Pick<ReceivedRow, 'state'>) => payingStates.includes(state)

/**
 * Undoes all that a payment pays. What it had paid in full can be claimed again, unless it is delivered. The caller gives
 * the payment its new state. Gives the charges after it.
 */
export async function undoPayment(
  tx: Transaction,
  acting: Acting,
  payment: ReceivedRow,
  as: Undone,
): Promise<Charge[]> {
  const charges: Charge[] = []
  for (const allocation of await allocationsOf(tx, payment.id))
    charges.push(await undoPart(tx, acting, { payment, allocation, as }))
  return charges
}

interface Part {
  payment: ReceivedRow
  allocation: Allocation
  as: Undone
}

async function undoPart(tx: Transaction, { actor, now }: Acting, { payment, allocation, as }: Part) {
  const known = (await findCharge(tx, 'id', allocation.charge_id))!
  const payable = payableOf(known)
  const payableRow = payableId(known)
  const paidFor = (await lockPayable(tx, payable, payableRow))!
  const isDelivered = payable.isDelivered(paidFor)
  const isWithdrawn = !isDelivered && !payable.isPayable(paidFor)
  // A renewal is delivered before it is paid.
  const canClaimAgain = !isDelivered || payable.entity === 'renewal'
  const charge = await lockCharge(tx, allocation.charge_id)
  const undone = { charge, allocation, payment, as, isWithdrawn, now, by: actor() }
  const after = await undoAllocation(tx, undone)
  await mailUndone(tx, after, allocation, payment.method, as)
  if (charge.state === 'paid' && after.state !== 'paid') {
    // A claim with other money has paid its part.
    const isOfOther = paidFor.claim_state === 'settled' && allocation.claim_id !== paidFor.claim_id
    if (paidFor.claim_state === 'settled')
      await endClaim(tx, paidFor.claim_id!, isOfOther ? null : reasons[as], now)
    const rejection = isOfOther || !canClaimAgain || after.state === 'void' ? null : reasons[as]
    if (!(await payable.setRejection(tx, paidFor, rejection, now))) throw new ConcurrentChange()
  }
  await Promise.all([
    audit(tx, 'admin', {
      action: as === 'reversed' ? 'payment.reversed' : 'payment.taken-off',
      entity: payable.entity,
      entity_id: payableRow,
      before: { settled: charge.settled, state: charge.state },
      after: { payment: payment.id, settled: after.settled, state: after.state },
    }),
    publishEvents(tx, {
      user_id: charge.user_id,
      type: 'payment.reversed',
      topics: ['payments', payable.topic],
      entity_id: payableRow,
      data: { kind: charge.kind, subject: charge.subject },
    }),
  ])
  return after
}

/** Ends a settled claim whose charge is open again: as rejected with a reason, or as having paid a part. */
async function endClaim(tx: Transaction, id: string, reason: string | null, now: Date) {
  const claim = await tx.db
    .updateTable('claims')
    .set({ ...(reason === null ? { state: 'short' } : { state: 'rejected', reason }), decided_at: now })
    .where('id', '=', id)
    .returning(['method', 'number'])
    .executeTakeFirstOrThrow()
  if (reason !== null) await releaseReceipt(tx, claim)
}

const inBothLanguages = (key: 'payments_reversed_reason' | 'payments_moved_reason') =>
  (['en', 'sw'] as const).map((locale) => translate(locale, key)).join('\n---\n')

const reasons: Record<Undone, string> = {
  reversed: inBothLanguages('payments_reversed_reason'),
  moved: inBothLanguages('payments_moved_reason'),
}
