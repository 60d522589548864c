import { randomUUIDv7 } from 'node:crypto'
import { isDayBetween } from '../../../../shared/calendar.ts'
import { Refused } from '../../../../shared/refusal.ts'
import { constraintOf } from '../../../../server/database/database.ts'
import { columnFromMoney } from '../../../../server/database/tables.ts'
import type { CallerContext } from '../../../../server/http/context.ts'
import { findCharge, restOf, lockCharge } from '../charges/charges.ts'
import { methodKey, receiptKey } from '../../received/receipt-key.ts'
import { payableId } from '../charges/payable.ts'
import { readSettings } from '../../../settings/server/settings.ts'
import { activatePaid } from '../charges/activate-paid.ts'
import { onePayment } from '../list/list-payments.ts'
import { assignMoney, lockReceived } from './match.ts'
import { payableOf } from '../charges/chargeables.ts'

interface RecordedPayment {
  /** The id of the charge. */
  id: string
  method: string
  receipt: string
  /** A day, as `2026-11-22`. */
  date: string
}

/**
 * An admin records by hand that all that is still due of a charge was paid, for example of a renewal. Gives the payment as admins see it. Refuses with `NOT_FOUND`, `NOTHING_DUE`, with `DATE_INVALID`
 * a day before the amount was due or after today, and with `CODE_COUNTED` where another payment has the receipt number.
 */
export async function recordPayment(caller: CallerContext, { id, method, receipt, date }: RecordedPayment) {
  const settings = await readSettings(caller.database)
  const recorded = caller.write(async (tx) => {
    const known = await findCharge(tx, 'id', id)
    if (!known) throw new Refused('NOT_FOUND')
    // In the order of a review: the request or order first.
    await payableOf(known).find(tx, payableId(known), { lock: true })
    const charge = await lockCharge(tx, id)
    const rest = restOf(charge)
    if (charge.state !== 'open' || rest.amount === 0) throw new Refused('NOTHING_DUE')
    if (!isDayBetween(date, charge.created_at, caller.now)) throw new Refused('DATE_INVALID')
    const payment = randomUUIDv7()
    await tx.db
      .insertInto('received_payments')
      .values({
        id: payment,
        channel: 'by-hand',
        kind: 'incoming',
        method: methodKey(method),
        amount: columnFromMoney(rest),
        currency: rest.currency,
        code: receipt,
        code_key: receiptKey(receipt) || null,
        paid_at: new Date(date),
        received_at: caller.now,
        state: 'received',
      })
      .execute()
    const received = (await lockReceived(tx, payment))!
    const by = caller.actor()
    const after = await assignMoney(tx, { received, charge, settings, now: caller.now, by })
    return { shown: await onePayment(tx, 'received', payment), charge: after }
  })
  const { shown, charge } = await recorded.catch((error: unknown) => {
    const constraint = constraintOf(error)
    if (['received_code_counts', 'received_once'].includes(constraint ?? ''))
      throw new Refused('CODE_COUNTED')
    throw error
  })
  if (charge.activate) await activatePaid(caller.database, charge, caller.now)
  return shown
}
