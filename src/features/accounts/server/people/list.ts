import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../../../platform/server/database/database.ts'
import { newestIds, type Paging } from '../../../../platform/server/database/keyset.ts'
import { searchPage } from '../../../../platform/server/database/search.ts'
import type { PersonState } from '../../person.ts'
import '../tables.ts'
import { peopleByShelf, wordsForPeople } from './search.ts'
import { peopleById, type Person } from './show.ts'

export interface Wanted extends Paging {
  q?: string | undefined
  role?: 'user' | 'admin' | undefined
  state?: PersonState | undefined
}

type Sql = RawBuilder<unknown>

/**
 * The accounts of the house, newest first: those that a search finds in name, business, address or phone number, and
 * a filter keeps. Profiles that have outlived their accounts are none.
 */
export async function listPeople(
  tx: Transaction,
  { q, role, state, ...paging }: Wanted,
  now: Date,
): Promise<{ items: Person[]; next_cursor: string | null }> {
  const kept = role ? sql`role = ${role}` : sql`true`
  const words = q?.trim() ? wordsForPeople(q.trim()) : undefined
  const inState = state && states[state](now)
  const isHere = sql`exists (select from auth.users u where u.id = profiles.id and u.deleted_at is null)`
  const page =
    words || inState ? await found() : await newestIds(tx.db, 'profiles', sql`${kept} and ${isHere}`, paging)
  return { items: await peopleById(tx, page.ids, now), next_cursor: page.next_cursor }

  function found() {
    const isNamed = words && sql`profiles.search like lower(${words.pattern})`
    const isInState = inState && sql`${inState.row} and ${isHere}`
    return searchPage(
      tx.db,
      {
        table: 'profiles',
        kept,
        matches: sql.join(
          [isNamed, isInState ?? isHere].filter((one) => one !== undefined),
          sql` and `,
        ),
        paths: (within) => {
          if (!words || inState?.isRare) return [pathOf(inState!.ids, isNamed, within.here)]
          const here = sql`${within.here} and ${isInState ?? isHere}`
          return [peopleByShelf(words, { ...within, here })]
        },
      },
      paging,
    )
  }

  function pathOf(ids: Sql, isNamed: Sql | undefined, here: Sql) {
    return sql`select id, created_at from profiles
      where ${here} and ${isHere} and id = any (array(${ids})) ${isNamed ? sql`and ${isNamed}` : sql``}`
  }
}

/** Whether an account is in a state, asked of a profile; and all that are, from an index of theirs. */
interface InState {
  row: Sql
  ids: Sql
  /** So few are in it that looking through them beats any other index. */
  isRare?: boolean
}

const states: Record<PersonState, (now: Date) => InState> = {
  banned: (now) => ({
    row: sql`exists (select from auth.users u where u.id = profiles.id and u.banned_until > ${now})`,
    ids: sql`select id from auth.users where banned_until > ${now}`,
    isRare: true,
  }),
  unconfirmed: () => ({
    row: sql`exists (select from auth.users u where u.id = profiles.id
      and coalesce(u.email_confirmed_at, u.phone_confirmed_at) is null)`,
    ids: sql`select id from auth.users where coalesce(email_confirmed_at, phone_confirmed_at) is null`,
  }),
  factor: () => ({
    row: sql`exists (select from auth.factors f where f.user_id = profiles.id and f.status = 'verified')`,
    ids: sql`select user_id from auth.factors where status = 'verified'`,
  }),
}
