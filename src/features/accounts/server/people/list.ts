import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../../../server/database/database.ts'
import { newestIds, type Paging } from '../../../../server/database/keyset.ts'
import { searchPage } from '../../../../server/database/search.ts'
import type { PersonState } from '../../../../shared/person.ts'
import '../tables.ts'
import { peoplePath, wordsForPeople } from '../../../../server/people-search.ts'
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
  // Written out: a plan that is kept for any role can't use the index of the admins.
  const kept = role ? (role === 'admin' ? sql`role = 'admin'` : sql`role = 'user'`) : sql`true`
  const isHere = sql`${kept} and ${state ? inState[state](now) : sql`true`}
    and exists (select from auth.users u where u.id = profiles.id and u.deleted_at is null)`
  const words = q?.trim() && wordsForPeople(q.trim())
  const page = words
    ? await searchPage(
        tx.db,
        {
          table: 'profiles',
          columns: sql`created_at, id, search`,
          kept: isHere,
          matches: sql`profiles.search like lower(${words.pattern})`,
          paths: (within) => [peoplePath(words, within, state)],
        },
        paging,
      )
    : await newestIds(tx.db, 'profiles', isHere, paging)
  return { items: await peopleById(tx, page.ids, now), next_cursor: page.next_cursor }
}

/** Whether an account is in a state, in the words of the partial index that answers it. */
const inState: Record<PersonState, (now: Date) => RawBuilder<unknown>> = {
  banned: (now) => sql`profiles.banned_until is not null and profiles.banned_until > ${now}`,
  unconfirmed: () => sql`profiles.is_unconfirmed`,
  factor: () => sql`profiles.has_factor`,
}
