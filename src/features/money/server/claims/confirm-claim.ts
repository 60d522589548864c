import { sql } from 'kysely'
import type { Transaction } from '../../../../server/database/database.ts'
import { publishEvents } from '../../../../server/live/publish-events.ts'
import { decimalOf, type Money } from '../../../../shared/money/money.ts'
import { methodKey } from '../../received/receipt-key.ts'
import { chargeColumns, creditFor, restOf } from '../charges/charges.ts'
import { columnFromMoney } from '../../../../server/database/tables.ts'
import { settleCharge } from '../charges/settle.ts'
import { claimColumns, isForCharge, openClaimOf, type Payable, type PayableRow } from '../charges/payable.ts'
import { insertByHand } from '../received/received-rows.ts'
import type { ReceivedRow } from '../received/received.tables.ts'

/**
 * An admin confirms by hand that a claimed payment came in, by activating what it is for or in the list of payments. The
 * claim's amount counts as received, or the rest of what is paid in part. A held message with its receipt number is that
 * money, but its balance begins no chain, because the admin has not seen it. Gives false where there is nothing to confirm:
 * no claim with an amount, no open charge, or money that was received for the charge since the claim.
 * @param found the row as it was before the change, locked by the transaction
 */
export async function confirmClaim<Row extends PayableRow>(
  tx: Transaction,
  payable: Pick<Payable<Row, unknown, unknown>, 'column'>,
  found: Row,
  now: Date,
  activates = false,
): Promise<boolean> {
  const { db, caller } = tx
  const claim = openClaimOf(found)
  if (!claim) return false
  // Read again: a statement that waited for the lock still has the claim from before it, which may be withdrawn now.
  const still = await db
    .selectFrom('claims')
    .select(claimColumns)
    .where('id', '=', claim.id)
    .where('state', '=', 'open')
    .executeTakeFirst()
  if (!still) return false
  const row = { ...found, ...still }
  if (row.amount === null || Number(row.amount) <= 0) return false
  const charge = await db
    .selectFrom('charges')
    .select(chargeColumns)
    .where(payable.column, '=', row.id)
    .forUpdate()
    .executeTakeFirst()
  // No money counts for a test sale, whatever is activated.
  if (charge?.state !== 'open' || charge.is_test || restOf(charge).amount === 0) return false
  const known = await db
    .selectFrom('allocations')
    .select('id')
    .where('charge_id', '=', charge.id)
    .where('undone_at', 'is', null)
    .where('allocated_at', '>=', row.claimed_at)
    .executeTakeFirst()
  if (known) return false
  const amount = Number(charge.settled) > 0 ? columnFromMoney(restOf(charge)) : row.amount
  const messages = await findKnown(tx, row)
  const claimed = Number(amount)
  const message = messages.find((one) => decimalIn(creditFor(charge, one)) === claimed)
  const received = message ?? (await insertClaimed(tx, row, amount, now)) ?? messages[0]
  if (!received || !creditFor(charge, received)) return false
  const by = typeof caller === 'string' ? null : caller.person
  await settleCharge(tx, { charge, received, claim, activates, now, by })
  return true
}

/** As {@link confirmClaim}, for an activation. Its own event says nothing of the payment, so admins get one more. */
export async function confirmActivated<Row extends PayableRow>(
  tx: Transaction,
  payable: Pick<Payable<Row, unknown, unknown>, 'column'>,
  row: Row,
  now: Date,
): Promise<void> {
  if (!(await confirmClaim(tx, payable, row, now))) return settleUnpriced(tx, payable, row, now)
  await publishEvents(tx, {
    user_id: row.user_id,
    type: 'payment.settled',
    topics: ['payments'],
    entity_id: row.id,
    for_admins: true,
  })
}

/** Settles the claim of what has no price: no charge counts that money could pay. */
async function settleUnpriced<Row extends PayableRow>(
  { db }: Transaction,
  { column }: Pick<Payable<Row, unknown, unknown>, 'column'>,
  row: Row,
  now: Date,
): Promise<void> {
  await db
    .updateTable('claims')
    .set({ state: 'settled', decided_at: now })
    .where(column, '=', row.id)
    .where('state', '=', 'open')
    .where(sql<boolean>`not exists (select from charges where ${isForCharge} and charges.state <> 'void')`)
    .execute()
}

const decimalIn = (money: Money | undefined) => money && decimalOf(money)

/** The claim as received money. Undefined where a row has its receipt number already. */
const insertClaimed = (tx: Transaction, row: PayableRow, amount: string, now: Date) =>
  insertByHand(tx, {
    method: methodKey(row.payment_method!),
    amount,
    currency: row.currency,
    code: row.receipt_number,
    code_key: row.receipt_key,
    payer_name: row.payer_name,
    paid_at: row.claimed_at,
    received_at: now,
  })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()

/**
 * The messages with the same receipt number that no charge was matched with, because they are held or came this moment.
 * None where another payment with that number counts.
 */
const findKnown = ({ db }: Transaction, row: PayableRow): Promise<ReceivedRow[]> =>
  db
    .selectFrom('received_payments')
    .selectAll()
    .where('code_key', '=', row.receipt_key)
    .where('kind', '=', 'incoming')
    .where('state', 'in', ['received', 'held'])
    .where('amount', '>', '0')
    .where(
      sql<boolean>`not exists (
        select from received_payments as counted
         where counted.code_key = ${row.receipt_key} and counted.kind = 'incoming'
           and counted.state not in ('unread', 'held', 'ignored') and counted.id <> received_payments.id)`,
    )
    .orderBy('received_at')
    .orderBy('id')
    .forUpdate()
    .execute()
