import { sql } from 'kysely'
import type { Transaction } from '../../../../server/database/database.ts'
import type { HeldReason, Rank, ReceivedState } from '../../received/received.ts'
import { announce } from './chain.ts'
import { changeReceived } from './received-rows.ts'
import type { ReceivedRow } from './received.tables.ts'

/**
 * Applies a new reversal to the payment that it names, if that has paid nothing yet: the payment counts no more, or waits
 * for a person where the amounts differ. Weaker evidence takes nothing back. What has paid a charge stays, and the
 * reversal waits for a person. Gives the reversal's row after it.
 */
export async function applyReversal(tx: Transaction, reversal: ReceivedRow): Promise<ReceivedRow> {
  const payment = await tx.db
    .selectFrom('received_payments')
    .selectAll()
    .where('code_key', '=', sql<string>`any (${reversal.reverses ?? []}::text[])`)
    .where('kind', '=', 'incoming')
    .where('method', 'is not distinct from', reversal.method)
    .where('state', 'in', ['received', 'held'])
    .where('rank', '<=', reversal.rank)
    .orderBy('rank', 'desc')
    .forUpdate()
    .executeTakeFirst()
  if (!payment) return reversal
  const isWhole = Number(payment.amount) === Number(reversal.amount) && payment.currency === reversal.currency
  await change(tx, payment, isWhole ? 'reversed' : 'held', isWhole ? null : 'taken-back')
  return isWhole ? change(tx, reversal, 'reversed', null) : reversal
}

async function change(
  tx: Transaction,
  payment: ReceivedRow,
  state: ReceivedState,
  reason: HeldReason | null,
): Promise<ReceivedRow> {
  const row = await changeReceived(tx, payment, { state, reason })
  await announce(tx, row)
  return row
}

/** Evidence of a payment, which waits for a person where a reversal that is as strong has named it before. */
export async function withoutTakenBack<
  Evidence extends Pick<ReceivedRow, 'code_key' | 'method' | 'kind' | 'state'> & {
    rank: Rank
    reason: HeldReason | null
  },
>({ db }: Transaction, evidence: Evidence): Promise<Evidence> {
  if (evidence.state !== 'received' || evidence.code_key === null) return evidence
  const reversal = await db
    .selectFrom('received_payments')
    .select('id')
    .where('kind', '=', 'reversal')
    .where('reverses', '@>', sql<string[]>`array[${evidence.code_key}]`)
    .where('method', 'is not distinct from', evidence.method)
    .where('state', 'in', ['held', 'reversed'])
    .where('rank', '>=', evidence.rank)
    .executeTakeFirst()
  return reversal ? { ...evidence, state: 'held', reason: 'taken-back' } : evidence
}
