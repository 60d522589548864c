import { randomUUIDv7 } from 'node:crypto'
import { type InferResult, type Selectable, sql } from 'kysely'
import type { Transaction } from '../../../../server/database/database.ts'
import { type Amount, columnFromMoney, moneyFromColumn } from '../../../../server/database/tables.ts'
import { decimalOf, type Money } from '../../../../shared/money/money.ts'
import type { ReceivedState } from '../../received/received.ts'

/** What a part of a payment did: paid all that was due, a part of it, more than it, or something that was paid before. */
export type Outcome = 'matched' | 'short' | 'over' | 'double'

/** Why a part of a payment pays its charge no more: the bank took it back, or an admin had booked it to the wrong charge. */
export type Undone = 'reversed' | 'moved'

export interface Allocations {
  id: string
  payment_id: string
  charge_id: string
  user_id: string
  amount: Amount
  currency: string
  /** `credit`: its charge was voided, and it became the customer's credit. */
  outcome: Outcome | 'credit'
  claim_id: string | null
  /** The admin who decided it; null for the program. */
  allocated_by: string | null
  allocated_at: Date
  undone_at: Date | null
  undone_by: string | null
  undone_as: Undone | null
}

declare module '../../../../server/database/tables.ts' {
  interface Tables {
    allocations: Allocations
  }
}

export type Allocation = Selectable<Allocations>

/** The parts of a payment that count, the first one first. */
export const allocationsOf = ({ db }: Transaction, payment: string): Promise<Allocation[]> =>
  db
    .selectFrom('allocations')
    .selectAll()
    .where('payment_id', '=', payment)
    .where('undone_at', 'is', null)
    .orderBy('allocated_at')
    .orderBy('id')
    .execute()

/** What has paid charges, the last payment first: each part that counts, with its payment. */
export const partsPaid = ({ db }: Transaction) =>
  db
    .selectFrom('allocations')
    .innerJoin('received_payments as payment', 'payment.id', 'allocations.payment_id')
    .select(['allocations.id', 'allocations.charge_id', 'allocations.amount', 'allocations.currency'])
    .select(['payment.method', 'payment.code', 'payment.at', 'payment.seen'])
    .where('allocations.undone_at', 'is', null)
    .orderBy('allocations.allocated_at', 'desc')
    .orderBy('allocations.id', 'desc')

type PartPaid = InferResult<ReturnType<typeof partsPaid>>[number]

export const presentPart = ({ amount, currency, method, code, at, seen }: PartPaid) => ({
  currency,
  method,
  code,
  seen,
  amount: decimalOf(moneyFromColumn(amount, currency)),
  at: at.toISOString(),
})

/** The parts of payments that pay a charge, with the method of each payment. */
export const allocationsTo = ({ db }: Transaction, charge: string) =>
  db
    .selectFrom('allocations')
    .innerJoin('received_payments', 'received_payments.id', 'allocations.payment_id')
    .selectAll('allocations')
    .select('received_payments.method')
    .where('charge_id', '=', charge)
    .where('undone_at', 'is', null)
    .orderBy('allocated_at')
    .orderBy('allocations.id')
    .execute()

interface NewAllocation {
  payment: string
  charge: { id: string; user_id: string }
  part: Money
  outcome: Outcome
  claim: string | null
  by: string | null
  now: Date
}

/** Stores that a part of a payment pays a charge. Gives its id, which is the source of its postings. */
export async function insertAllocation(
  { db }: Transaction,
  { payment, charge, part, outcome, claim, by, now }: NewAllocation,
): Promise<string> {
  const id = randomUUIDv7()
  await db
    .insertInto('allocations')
    .values({
      id,
      payment_id: payment,
      charge_id: charge.id,
      user_id: charge.user_id,
      outcome,
      claim_id: claim,
      amount: columnFromMoney(part),
      currency: part.currency,
      allocated_by: by,
      allocated_at: now,
    })
    .execute()
  return id
}

export function stateOfParts(outcomes: readonly Allocation['outcome'][]): ReceivedState {
  const has = (outcome: Allocation['outcome']) => outcomes.includes(outcome)
  if (has('over') || has('credit')) return 'over'
  if (has('double')) return 'double'
  return has('short') ? 'short' : 'matched'
}

/**
 * The parts that were short of a charge count as matched or as credit now, and so do their payments.
 * @param reason what is shown of the payments
 */
export async function settleShortParts(
  { db }: Transaction,
  charge: string,
  outcome: 'matched' | 'credit',
  reason: string | null = null,
): Promise<void> {
  const changed = await db
    .updateTable('allocations')
    .set({ outcome })
    .where('charge_id', '=', charge)
    .where('outcome', '=', 'short')
    .where('undone_at', 'is', null)
    .returning('payment_id')
    .execute()
  if (!changed.length) return
  await db
    .updateTable('received_payments')
    .set({ state: outcome === 'credit' ? 'over' : 'matched', reason, version: sql<number>`version + 1` })
    .where(
      'id',
      'in',
      changed.map(({ payment_id }) => payment_id),
    )
    .where('state', '=', 'short')
    .where(
      sql<boolean>`not exists (select from allocations
                    where payment_id = received_payments.id and outcome = 'short' and undone_at is null)`,
    )
    .execute()
}
