import { sql } from 'kysely'
import { dollarsFrom } from '../../../shared/money.ts'
import { adminColumns } from '../../../shared/profile.ts'
import type { Transaction } from '../../../server/database/database.ts'
import './tables.ts'

/** What is asked for and paid, with the claim of payment that counts. */
interface Claimed {
  id: string
  user_id: string
  payment_id: string | null
  receipt_key: string | null
  amount: string | null
  currency: string | null
  claimed_at: Date | null
}

/**
 * What an admin sees beside anything that a customer asks for and pays: who asks, the claim that counts, and the
 * claims that were refused. Three look-ups for a page, whatever its length.
 * @returns what gives the facts of each of the rows.
 */
export async function reviewFactsOf(
  { db }: Transaction,
  entity: 'request' | 'order',
  rows: readonly Claimed[],
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
  return (row: Claimed) => ({
    requester: requesters.get(row.user_id) ?? null,
    claim: row.payment_id === null ? null : claimOf(row, seen),
    refused_claims: refusals.get(row.id) ?? 0,
  })
}

const claimOf = (row: Claimed, seen: readonly { id: string; number: string }[]) => ({
  amount: dollarsFrom(row.amount),
  currency: row.currency ?? 'USD',
  claimed_at: row.claimed_at!.toISOString(),
  receipt_seen_before: seen.some((one) => one.number === row.receipt_key && one.id !== row.payment_id),
})

/** Who holds the names that have one holder at a time. */
export async function holdersOf({ db }: Transaction, names: readonly { kind: string; name: string }[]) {
  if (!names.length) return []
  return (
    db
      .selectFrom('records')
      .select(['kind', 'name', 'user_id'])
      // In the words of the unique key, so that it is what answers.
      .where(sql<boolean>`exclusive and released_at is null`)
      .where('kind', 'in', [...new Set(names.map((one) => one.kind))])
      .where('name', 'in', [...new Set(names.map((one) => one.name))])
      .execute()
  )
}

/** The records that requests have made and that somebody holds. */
export async function recordsFrom({ db }: Transaction, requests: readonly string[]) {
  if (!requests.length) return []
  return db
    .selectFrom('records')
    .select(['id', 'request_id'])
    .where('request_id', 'in', [...requests])
    .where('released_at', 'is', null)
    .execute()
}

/** Open requests of a kind for the subjects, by whomever. */
export async function openRequestsFor({ db }: Transaction, kind: string, subjects: readonly string[]) {
  if (!subjects.length) return []
  return db
    .selectFrom('requests')
    .select(['subject', 'user_id'])
    .where('kind', '=', kind)
    .where('subject', 'in', [...new Set(subjects)])
    .where('stage', 'in', ['asked', 'offered'])
    .execute()
}
