import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../../../platform/server/database/database.ts'
import { pagesOf, type Paging } from '../../../../platform/server/database/keyset.ts'
import { literally, searchPage } from '../../../../platform/server/database/search.ts'
import type { PersonState } from '../../person.ts'
import '../tables.ts'
import { peopleById, type Person } from './show.ts'

export interface Wanted extends Paging {
  q?: string | undefined
  role?: 'user' | 'admin' | undefined
  state?: PersonState | undefined
}

/**
 * The accounts of the house, newest first: those that a search finds in name, business, address or phone number, and
 * a filter keeps. Profiles that have outlived their accounts are none.
 */
export async function listPeople(
  tx: Transaction,
  { q, role, state, ...paging }: Wanted,
  now: Date,
): Promise<{ items: Person[]; next_cursor: string | null }> {
  const kept = sql`${role ? sql`role = ${role}` : sql`true`} and exists (
    select from auth.users u where u.id = profiles.id and u.deleted_at is null and ${states[state ?? 'any'](now)})`
  const { ids, next_cursor } = q ? await found(tx, q, kept, paging) : await newest(tx, kept, paging)
  return { items: await peopleById(tx, ids, now), next_cursor }
}

const states: Record<PersonState | 'any', (now: Date) => RawBuilder<unknown>> = {
  any: () => sql`true`,
  banned: (now) => sql`u.banned_until > ${now}`,
  unconfirmed: () => sql`coalesce(u.email_confirmed_at, u.phone_confirmed_at) is null`,
  factor: () => sql`exists (select from auth.factors f where f.user_id = u.id and f.status = 'verified')`,
}

async function newest({ db }: Transaction, kept: RawBuilder<unknown>, paging: Paging) {
  const { after, order, limit, take } = pagesOf('profiles', paging)
  const rows = await sql<{ id: string; created_at: Date }>`
    select id, created_at from profiles where ${after ? sql`${kept} and ${after}` : kept}
     order by ${order} limit ${limit + 1}`.execute(db)
  const page = take(rows.rows)
  return { ids: page.rows.map(({ id }) => id), next_cursor: page.next_cursor }
}

function found({ db }: Transaction, q: string, kept: RawBuilder<unknown>, paging: Paging) {
  const matches = sql`search like ${`%${literally(q.trim().toLowerCase().replace(/^\+/, ''))}%`}`
  return searchPage(
    db,
    {
      table: 'profiles',
      kept,
      matches,
      paths: (rows) => [sql`select id, created_at from profiles where ${rows} and ${matches}`],
    },
    paging,
  )
}
