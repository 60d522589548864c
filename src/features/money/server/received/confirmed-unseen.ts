import type { Transaction } from '../../../../server/database/database.ts'
import { COUNTS } from '../../received/received.ts'
import type { ReceivedRow } from './tables.ts'

/** Whether a payment has paid something. What it paid may have been taken back since. */
export const isBooked = ({ state }: Pick<ReceivedRow, 'state'>) =>
  !['unread', 'held', 'received', 'ignored'].includes(state)

/** Whether an admin has booked it without having seen it. What was taken back since then has not been seen either. */
export const isConfirmedUnseen = (payment: ReceivedRow) => !payment.seen && isBooked(payment)

/**
 * What evidence does to a payment that an admin has confirmed unseen. Its payer and time are what the customer typed, which
 * no evidence has to repeat. Its amount and what it pays are what was booked.
 */
export async function outcomeForUnseen(
  { db }: Transaction,
  payment: ReceivedRow,
  {
    amount,
    currency,
    reference_keys,
    rank,
    state,
  }: Pick<ReceivedRow, 'amount' | 'currency' | 'reference_keys' | 'rank' | 'state'>,
): Promise<'raised' | 'disagrees' | 'repeated'> {
  if (rank < COUNTS) return 'repeated'
  if (payment.state === 'reversed') return 'raised'
  const isSameMoney = Number(payment.amount) === Number(amount) && payment.currency === currency
  if (!isSameMoney || state !== 'received') return 'disagrees'
  if (!reference_keys.length) return 'raised'
  const paid = await db
    .selectFrom('allocations')
    .innerJoin('charges', 'charges.id', 'allocations.charge_id')
    .select('charges.reference')
    .where('payment_id', '=', payment.id)
    .where('undone_at', 'is', null)
    .execute()
  return reference_keys.every((key) => paid.some(({ reference }) => reference === key))
    ? 'raised'
    : 'disagrees'
}

/** What a payment that has been seen now keeps of what was booked. What was taken back is matched again. */
export const keptOnceSeen = ({ state, reason }: ReceivedRow) =>
  state === 'reversed' ? { user_id: null, decided_by: null, decided_at: null } : { state, reason }
