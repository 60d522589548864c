import { isDayBetween } from '../../../../shared/calendar.ts'
import type { Money } from '../../../../shared/money/money.ts'
import { Refused } from '../../../../shared/refusal.ts'
import type { Transaction } from '../../../../server/database/database.ts'
import { columnFromMoney } from '../../../../server/database/tables.ts'
import type { CallerContext } from '../../../../server/http/context.ts'
import { type Charge, findCharge, lockCharge, restOf } from '../charges/charges.ts'
import { methodKey, receiptKey } from '../../received/receipt-key.ts'
import { payableId } from '../charges/payable.ts'
import { receiptOf } from '../claims/read-receipt.ts'
import { readSettings, readStored } from '../../../settings/server/settings.ts'
import { activatePaid } from '../charges/activate-paid.ts'
import { onePayment } from '../list/payments.queries.ts'
import { assignMoney } from './match.ts'
import { insertByHand, refuseCounted } from '../received/received-rows.ts'
import type { ReceivedRow } from '../received/received.tables.ts'
import { payableOf } from '../charges/chargeables.ts'
import type { Input } from '../../../../shared/contract.ts'
import type { paymentsContract } from '../../received/payments.contract.ts'

export type RecordedPayment = Input<typeof paymentsContract.record>

/** An admin records a payment as `insertRecorded` does it, and it pays its charge. Gives the payment as admins see it. */
export async function recordPayment(caller: CallerContext, recording: RecordedPayment) {
  const settings = await readSettings(caller.database)
  const recorded = caller.write(async (tx) => {
    const { received, charge } = await insertRecorded(tx, caller.now, recording)
    const by = caller.actor()
    const after = await assignMoney(tx, { received, charge, settings, now: caller.now, by })
    return { shown: await onePayment(tx, 'received', received.id), charge: after }
  })
  const { shown, charge } = await recorded.catch(refuseCounted)
  if (charge.activate) await activatePaid(caller.database, charge, caller.now)
  return shown
}

/**
 * Stores by hand a payment of all that is still due of a charge, for example of a renewal. It pays nothing yet. Refuses with
 * `NOT_FOUND`, `NOTHING_DUE`, and with `DATE_INVALID` a day before the amount was due or after today, and what `receiptOf`
 * refuses.
 */
export async function insertRecorded(
  tx: Transaction,
  now: Date,
  { id, method, receipt, date }: RecordedPayment,
): Promise<{ received: ReceivedRow; charge: Charge; rest: Money }> {
  const known = await findCharge(tx, 'id', id)
  if (!known) throw new Refused('NOT_FOUND')
  // In the order of a review: the request or order first.
  await payableOf(known).find(tx, payableId(known), { lock: true })
  const charge = await lockCharge(tx, id)
  const rest = restOf(charge)
  if (charge.state !== 'open' || charge.is_test || rest.amount === 0) throw new Refused('NOTHING_DUE')
  if (!isDayBetween(date, charge.created_at, now)) throw new Refused('DATE_INVALID')
  const read = receiptOf(await readStored(tx), receipt, charge.reference)
  const received = await insertByHand(tx, {
    method: methodKey(method),
    amount: columnFromMoney(rest),
    currency: rest.currency,
    body: read.text,
    code: read.number,
    code_key: receiptKey(read.number) || null,
    paid_at: new Date(date),
    received_at: now,
  }).executeTakeFirstOrThrow()
  return { received, charge, rest }
}
