import { sql } from 'kysely'
import type { Transaction } from '../../../server/database/database.ts'
import './tables.ts'

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
