import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../../../server/database/database.ts'
import { newestIds } from '../../../../server/database/keyset.ts'
import { countOf, listIds, type SortKey } from '../../../../server/database/list.ts'
import { hasWords, patternsOf } from '../../../../server/database/search.ts'
import type { Total } from '../../../../shared/lists.ts'
import type { PersonState } from '../../../../shared/people/person.ts'
import { peopleById, type Person } from './show.ts'
import { Refused } from '../../../../shared/refusal.ts'
import type { UserRow } from '@kikoa/auth'
import type { Input } from '../../../../shared/contract.ts'
import type { AccountSort, peopleContract } from '../../people.contract.ts'

export type Wanted = Input<typeof peopleContract.list>

/**
 * All accounts that match a search in name, business, address or phone number, and a filter, newest first.
 * Profiles of deleted accounts are excluded.
 */
export async function listPeople(
  tx: Transaction,
  { q, role, state, total, ...paging }: Wanted,
  now: Date,
): Promise<{ items: Person[]; next_cursor: string | null; total: Total | null }> {
  const filter = sql`${role ? sql`role = ${role}` : sql`true`} and ${state ? inState[state](now) : sql`true`}
    and exists (select from auth.users u where u.id = profiles.id and u.deleted_at is null)`
  const search = q?.trim()
    ? { columns: sql`search`, matches: hasWords('profiles.search', patternsOf(q)) }
    : undefined
  const list = { table: 'profiles', filter, search, sorts }
  const page = (await listIds(tx.db, list, paging)) ?? (await newestIds(tx.db, 'profiles', filter, paging))
  return {
    items: await peopleById(tx, page.ids, now),
    next_cursor: page.next_cursor,
    total: total ? await countOf(tx.db, list) : null,
  }
}

const sorts = {
  name: { by: sql`coalesce(nullif(business_name, ''), nullif(full_name, ''), email)`, type: 'text' },
  address: { by: sql`email`, type: 'text' },
  last: { by: sql`(select last_sign_in_at from auth.users where id = profiles.id)`, type: 'timestamptz' },
  since: { by: sql`profiles.created_at`, type: 'timestamptz' },
} as const satisfies Record<AccountSort, SortKey>

/** The condition of each account state, written as in the partial index that supports it. */
const inState: Record<PersonState, (now: Date) => RawBuilder<unknown>> = {
  banned: (now) =>
    sql`profiles.id in (select id from auth.users where banned_until is not null and banned_until > ${now})`,
  unconfirmed: () =>
    sql`profiles.id in (select id from auth.users where coalesce(email_confirmed_at, phone_confirmed_at) is null)`,
  factor: () => sql`profiles.id in (select user_id from auth.factors where status = 'verified')`,
}

/**
 * The account with an id, locked for a change. Refuses with `NOT_FOUND` if it does not exist or is deleted.
 */
export async function accountForChange({ db }: Transaction, id: string): Promise<UserRow> {
  const user = await db
    .selectFrom('auth.users')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!user) throw new Refused('NOT_FOUND')
  return user
}
