import { decimalOf } from '../../../shared/money.ts'
import { adminColumns } from '../../../shared/profile.ts'
import type { Transaction } from '../../../server/database/database.ts'
import { amountPaid, type PayableRow } from './payable.ts'

/**
 * What admins see beside every payable: the customer, the claim that counts, and how many claims were refused. Runs
 * three queries for a page of any length.
 * @returns a function that gives the facts of one of the rows
 */
export async function claimFactsOf(
  { db }: Transaction,
  entity: 'request' | 'order',
  rows: readonly PayableRow[],
) {
  const receipts = rows.flatMap((row) => row.receipt_key ?? [])
  const [profiles, seen, refused] = await Promise.all([
    db
      .selectFrom('profiles')
      .select(['id', ...adminColumns])
      .where('id', 'in', [...new Set(rows.map((row) => row.user_id))])
      .execute(),
    receipts.length
      ? db
          .selectFrom('payments')
          .select(['id', 'number'])
          .where('state', '=', 'claimed')
          .where('number', 'in', receipts)
          .execute()
      : [],
    db
      .selectFrom('audit_log')
      .select((eb) => ['entity_id', eb.fn.countAll<number>().as('times')])
      .where('entity', '=', entity)
      .where(
        'entity_id',
        'in',
        rows.map((row) => row.id),
      )
      .where('action', '=', 'payment.refused')
      .groupBy('entity_id')
      .execute(),
  ])
  const requesters = new Map(profiles.map(({ id, ...rest }) => [id, rest]))
  const refusals = new Map(refused.map((row) => [row.entity_id, row.times]))
  return (row: PayableRow) => ({
    requester: requesters.get(row.user_id) ?? null,
    claim: row.payment_id === null ? null : claimOf(row, seen),
    refused_claims: refusals.get(row.id) ?? 0,
  })
}

function claimOf(row: PayableRow, seen: readonly { id: string; number: string }[]) {
  const paid = amountPaid(row)
  return {
    amount: paid && decimalOf(paid),
    currency: row.claim_currency ?? row.currency,
    claimed_at: row.claimed_at!.toISOString(),
    receipt_seen_before: seen.some((one) => one.number === row.receipt_key && one.id !== row.payment_id),
  }
}
