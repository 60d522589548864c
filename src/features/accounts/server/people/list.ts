import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../../../platform/server/database/database.ts'
import { newestIds, type Paging } from '../../../../platform/server/database/keyset.ts'
import { isMore, type Search, searchPage } from '../../../../platform/server/database/search.ts'
import type { PersonState } from '../../person.ts'
import '../tables.ts'
import { fewWith, peoplePaths, wordsForPeople } from './search.ts'
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
  // Written out: a plan that is kept for any role can't use the index of the admins.
  const kept = role ? (role === 'admin' ? sql`role = 'admin'` : sql`role = 'user'`) : sql`true`
  const words = q?.trim() ? wordsForPeople(q.trim()) : undefined
  const named = words ? sql`profiles.search like lower(${words.pattern})` : sql`true`
  const inState = state && states[state](now)
  const isHere = sql`exists (select from auth.users u where u.id = profiles.id and u.deleted_at is null
    and ${inState?.row ?? sql`true`})`
  const page = inState?.isRare
    ? await rare(inState)
    : words || inState
      ? await searchPage(tx.db, search(), paging)
      : await newestIds(tx.db, 'profiles', sql`${kept} and ${isHere}`, paging)
  return { items: await peopleById(tx, page.ids, now), next_cursor: page.next_cursor }

  /** The few who have the words are asked for their state; otherwise the few in the state for the words. */
  async function rare({ ids }: InState) {
    const those = words && (await fewWith(tx.db, words))
    if (those?.length === 0) return { ids: [], next_cursor: null }
    const met = those
      ? sql`profiles.id = any (${those}::uuid[]) and ${isHere}`
      : sql`${named} and profiles.id = any (array(${ids}))`
    return newestIds(tx.db, 'profiles', sql`${kept} and ${met}`, paging)
  }

  function search(): Search {
    return {
      table: 'profiles',
      kept,
      matches: sql`${named} and ${isHere}`,
      async paths(within, inAnyCase) {
        const here = sql`${within.here} and ${isHere}`
        if (words) return peoplePaths(tx.db, words, { ...within, here })
        if (!inAnyCase && (await isMore(tx.db, inState!.ids, MANY))) return undefined
        return [sql`select id, created_at from profiles where ${here} and id = any (array(${inState!.ids}))`]
      },
    }
  }
}

/** So many accounts in a state, and the newest are found sooner by reading on. */
const MANY = 500

/** Whether an account is in a state, asked of its row; and all that are, from an index of theirs. */
interface InState {
  row: Sql
  ids: Sql
  /** So few are in it that looking through them beats any other index. */
  isRare?: boolean
}

const states: Record<PersonState, (now: Date) => InState> = {
  banned: (now) => ({
    row: sql`u.banned_until > ${now}`,
    ids: sql`select id from auth.users where banned_until > ${now} and deleted_at is null`,
    isRare: true,
  }),
  unconfirmed: () => ({
    row: sql`coalesce(u.email_confirmed_at, u.phone_confirmed_at) is null`,
    ids: sql`select id from auth.users where coalesce(email_confirmed_at, phone_confirmed_at) is null`,
  }),
  factor: () => ({
    row: sql`exists (select from auth.factors f where f.user_id = u.id and f.status = 'verified')`,
    ids: sql`select user_id from auth.factors where status = 'verified'`,
  }),
}
