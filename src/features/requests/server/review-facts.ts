import { sql } from 'kysely'
import type { Transaction } from '../../../server/database/database.ts'
import './tables.ts'

/** The holders of names that only one customer can hold. */
export async function holdersOf({ db }: Transaction, names: readonly { kind: string; name: string }[]) {
  if (!names.length) return []
  return (
    db
      .selectFrom('records')
      .select(['kind', 'name', 'user_id'])
      // The same condition as in the partial unique index, so that PostgreSQL uses it.
      .where(sql<boolean>`exclusive and released_at is null`)
      .where('kind', 'in', [...new Set(names.map((one) => one.kind))])
      .where('name', 'in', [...new Set(names.map((one) => one.name))])
      .execute()
  )
}

/** The unreleased records that requests created. */
export async function recordsFrom({ db }: Transaction, requests: readonly string[]) {
  if (!requests.length) return []
  return db
    .selectFrom('records')
    .select(['id', 'request_id'])
    .where('request_id', 'in', [...requests])
    .where('released_at', 'is', null)
    .execute()
}

/** Open requests for subjects of a kind, of all customers. */
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
