import { sql } from 'kysely'
import type { Transaction } from '../../../../server/database/database.ts'
import { uncountedStates } from '../../received/received.ts'
import type { Charge } from '../charges/charges.ts'
import type { ReceivedRow } from '../received/received.tables.ts'

/**
 * Whether money for a charge may be a payment that is known already, which another source reports with other facts. Of two
 * payments of one customer that are matched at the same time, the later waits for the earlier and sees it, whatever they pay.
 */
export async function isMaybeRepeated(
  tx: Transaction,
  charge: Charge,
  received: ReceivedRow,
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended('match ' || ${charge.user_id}::text, 0))`.execute(
    tx.db,
  )
  return (
    (await hasMaybePaid(tx, charge.id, received)) || (await isMaybeOnStatement(tx, charge.user_id, received))
  )
}

/**
 * Whether money for a charge that is paid may be the payment that has paid it, reported once more: by another channel, or by
 * another statement, which may write other receipt numbers.
 */
async function hasMaybePaid(
  { db }: Transaction,
  charge: string,
  { amount, currency, channel }: ReceivedRow,
): Promise<boolean> {
  const counted = await db
    .selectFrom('received_payments')
    .innerJoin('allocations', 'allocations.payment_id', 'received_payments.id')
    .innerJoin('charges', 'charges.id', 'allocations.charge_id')
    .select('received_payments.id')
    .where('charges.id', '=', charge)
    .where('charges.state', '=', 'paid')
    .where('allocations.undone_at', 'is', null)
    .where('received_payments.amount', '=', amount)
    .where('received_payments.currency', '=', currency)
    .where((eb) =>
      eb.or([eb('received_payments.channel', '<>', channel), eb(eb.val(channel), '=', 'statement')]),
    )
    .executeTakeFirst()
  return counted !== undefined
}

/** A statement may date a payment some days after its message. */
const STATEMENT_DAYS = 4

/**
 * Whether a message and a row of a statement may be the same payment of a customer, though their receipt numbers differ: the
 * reader may have taken a number that the payer typed. What both have reported is no other payment.
 */
async function isMaybeOnStatement(
  { db }: Transaction,
  customer: string,
  received: ReceivedRow,
): Promise<boolean> {
  const isOnStatement = sql<boolean>`exists (
    select from payment_evidence where payment_id = received_payments.id and channel = 'statement')`
  const timeOf = (row: Pick<ReceivedRow, 'paid_at' | 'created_at'>) => row.paid_at ?? row.created_at
  const other = await db
    .selectFrom('received_payments')
    .select('id')
    .where('user_id', '=', customer)
    .where('id', '<>', received.id)
    .where('state', 'not in', [...uncountedStates, 'reversed'])
    .where('amount', '=', received.amount)
    .where('currency', '=', received.currency)
    .where(
      sql<boolean>`coalesce(paid_at, created_at) between ${timeOf(received)}::timestamptz - make_interval(days => ${STATEMENT_DAYS})
        and ${timeOf(received)}::timestamptz + make_interval(days => ${STATEMENT_DAYS})`,
    )
    .where(isOnStatement, '<>', (eb) =>
      eb
        .selectFrom('payment_evidence')
        .select(sql<boolean>`coalesce(bool_or(channel = 'statement'), false)`.as('is_on_statement'))
        .where('payment_id', '=', received.id),
    )
    .executeTakeFirst()
  return other !== undefined
}
