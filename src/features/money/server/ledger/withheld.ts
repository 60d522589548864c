import type { Money } from '../../../../shared/money/money.ts'
import type { Transaction } from '../../../../server/database/database.ts'
import { columnFromMoney } from '../../../../server/database/tables.ts'
import { type Charge, findCharge, lockCharge } from '../charges/charges.ts'
import { payableId } from '../charges/payable.ts'
import { type Allocation, allocationsTo } from '../received/allocations.ts'
import { undoAllocation } from '../charges/undo-allocation.ts'
import { shopMethods } from '../../received/receipt-key.ts'
import { readSettings } from '../../../settings/server/settings.ts'
import type { CallerContext } from '../../../../server/http/context.ts'
import { assignMoney } from '../matching/match.ts'
import { changeReceived, insertByHand, lockReceived } from '../received/received-rows.ts'
import { payableOf } from '../charges/chargeables.ts'

const METHOD = shopMethods.withheld

/**
 * Counts what an admin enters as withheld tax as a part of the payment of an open charge, in place of an earlier entry, so
 * that the customer owes the rest. A charge that is paid stays as it is: its invoice prints the tax, or was issued before.
 */
export async function countWithheld(
  tx: Transaction,
  caller: CallerContext,
  chargeId: string,
  withheld: Money | null,
): Promise<void> {
  const known = await findCharge(tx, 'id', chargeId)
  if (known?.state !== 'open') return
  // In the order of a review: the request or order first.
  await payableOf(known).find(tx, payableId(known), { lock: true })
  const locked = await lockCharge(tx, chargeId)
  if (locked.state !== 'open') return
  const parts = await allocationsTo(tx, chargeId)
  const earlier = parts.find(({ method }) => method === METHOD)
  if ((earlier && Number(earlier.amount)) === (withheld && Number(columnFromMoney(withheld)))) return
  const { now } = caller
  const by = caller.actor()
  const charge = earlier ? await undo(tx, locked, earlier, { now, by }) : locked
  if (!withheld) return
  const received = await insertByHand(tx, {
    method: METHOD,
    amount: columnFromMoney(withheld),
    currency: withheld.currency,
    paid_at: now,
    received_at: now,
  }).executeTakeFirstOrThrow()
  const settings = await readSettings(caller.database)
  await assignMoney(tx, { received, charge, settings, now, by })
}

async function undo(
  tx: Transaction,
  charge: Charge,
  allocation: Allocation,
  { now, by }: { now: Date; by: string | null },
): Promise<Charge> {
  const payment = (await lockReceived(tx, allocation.payment_id))!
  await changeReceived(tx, payment, { state: 'reversed', decided_by: by, decided_at: now })
  return undoAllocation(tx, { charge, allocation, payment, as: 'reversed', isWithdrawn: false, now, by })
}
