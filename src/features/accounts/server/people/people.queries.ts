import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../../../server/database/database.ts'
import { newestIds } from '../../../../server/database/keyset.ts'
import { conditionOf, countOf, listIds, type SortKey } from '../../../../server/database/list.ts'
import { hasWords, patternsOf } from '../../../../server/database/search.ts'
import { moneyFromColumn } from '../../../../server/database/tables.ts'
import type { Total } from '../../../../shared/lists.ts'
import { decimalOf } from '../../../../shared/money/money.ts'
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
  seesMoney: boolean,
): Promise<{ items: ListedPerson[]; next_cursor: string | null; total: Total | null }> {
  const filter = sql`${role ? sql`role = ${role}` : sql`true`} and ${state ? inState[state](now) : sql`true`}
    and exists (select from auth.users u where u.id = profiles.id and u.deleted_at is null)`
  const search = q?.trim()
    ? { columns: sql`search`, matches: hasWords('profiles.search', patternsOf(q)) }
    : undefined
  const list = { table: 'profiles', filter, search, sorts: sorts(seesMoney) }
  const page = (await listIds(tx.db, list, paging)) ?? (await newestIds(tx.db, 'profiles', filter, paging))
  return {
    items: await withHoldings(tx, await peopleById(tx, page.ids, now), seesMoney),
    next_cursor: page.next_cursor,
    total: total
      ? { ...(await countOf(tx.db, list)), sums: await dueOf(tx, conditionOf(list), seesMoney) }
      : null,
  }
}

interface ListedPerson extends Person {
  services: number
  due: Total['sums']
}

/** People with the number of their services, and what they have to pay. */
async function withHoldings(
  { db }: Transaction,
  people: Person[],
  seesMoney: boolean,
): Promise<ListedPerson[]> {
  const ids = people.map(({ id }) => id)
  const [services, due] = await Promise.all([
    sql<{ user_id: string; count: number }>`
      select user_id, count(*)::int as count from services
       where user_id = any (${ids}::uuid[]) and released_at is null group by user_id`.execute(db),
    sql<Due & { user_id: string }>`
      select user_id, currency, sum(amount - settled) as amount from charges
       where ${seesMoney} and state = 'open' and user_id = any (${ids}::uuid[])
       group by user_id, currency order by currency`.execute(db),
  ])
  return people.map((person) => ({
    ...person,
    services: services.rows.find(({ user_id }) => user_id === person.id)?.count ?? 0,
    due: due.rows.filter(({ user_id }) => user_id === person.id).map(asSum),
  }))
}

interface Due {
  currency: string
  amount: string
}

const asSum = ({ currency, amount }: Due) => ({
  currency,
  amount: decimalOf(moneyFromColumn(amount, currency)),
})

/** What all people that meet a condition have to pay. */
async function dueOf({ db }: Transaction, condition: RawBuilder<unknown>, seesMoney: boolean) {
  const { rows } = await sql<Due>`
    select currency, sum(amount - settled) as amount from charges
     where ${seesMoney} and state = 'open' and user_id in (select id from profiles where ${condition})
     group by currency order by currency`.execute(db)
  return rows.map(asSum)
}

const sorts = (seesMoney: boolean) =>
  ({
    name: { by: sql`coalesce(nullif(business_name, ''), nullif(full_name, ''), email)`, type: 'text' },
    address: { by: sql`email`, type: 'text' },
    services: {
      by: sql`(select count(*) from services where user_id = profiles.id and released_at is null)`,
      type: 'numeric',
    },
    due: {
      by: sql`(select sum(amount - settled) from charges where ${seesMoney} and user_id = profiles.id and state = 'open')`,
      type: 'numeric',
    },
    last: { by: sql`(select last_sign_in_at from auth.users where id = profiles.id)`, type: 'timestamptz' },
    since: { by: sql`profiles.created_at`, type: 'timestamptz' },
  }) as const satisfies Record<AccountSort, SortKey>

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
