import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Transaction } from '../../../server/database/database.ts'
import { pagesOf, type Paging } from '../../../server/database/keyset.ts'
import { findRows, hasWords, patternsOf } from '../../../server/database/search.ts'
import type { Tables } from '../../../server/database/tables.ts'
import type { nameColumns, ProfileValues } from '../../../shared/profile.ts'
import './tables.ts'

type Sql = RawBuilder<unknown>

/** Which rows of the log are asked for, as the contract takes it. */
export interface AuditFilter {
  who?: string | undefined
  action?: string | undefined
  entity?: string | undefined
  entity_id?: string | undefined
  from?: string | undefined
  until?: string | undefined
}

/** A search by name reads the actions of so many people, the newest of that name. */
const MOST_PEOPLE = 1_000
const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/**
 * One page of the log, newest first, with the actors. `until` includes the whole day.
 * Refuses an invalid cursor with `NOT_FOUND`.
 */
export async function auditPage(tx: Transaction, { who, ...filters }: AuditFilter, paging: Paging) {
  const { after, order, limit, take } = pagesOf('entry', paging)
  const page = (log: Sql) => sql`select * from (${log}) as entry ${after ? sql`where ${after}` : sql``}
    order by ${order} limit ${limit + 1}`
  const filter = filterOf(filters)
  const name = who?.trim()
  const person = name ? await personOf(tx, name) : undefined
  const log =
    !name || person !== undefined
      ? page(sql`${entries} where ${filter} ${name ? sql`and actor_id = ${person}` : sql``}`)
      : sql`${entries} where id = any (${await idsBy(tx, name, filter, paging)}::uuid[])`
  const { rows } = await sql<AuditRow>`
    select entry.*, profiles.business_name, profiles.full_name, profiles.email
      from (${log}) as entry left join profiles on profiles.id = entry.actor_id
     order by ${order}`.execute(tx.db)
  return take(rows)
}

/** The account with an e-mail address or id; null if there is none. Undefined if the text is part of a name. */
async function personOf({ db }: Transaction, who: string): Promise<string | null | undefined> {
  if (uuidShape.test(who)) return who
  if (!who.includes('@')) return undefined
  const found = await db
    .selectFrom('profiles')
    .select('id')
    .where('email', '=', who.toLowerCase())
    .executeTakeFirst()
  return found?.id ?? null
}

/** The ids of one page of the actions of people with a name, and one more if there is a next page. */
async function idsBy({ db }: Transaction, name: string, filter: Sql, paging: Paging): Promise<string[]> {
  const { limit, place } = pagesOf('entry', paging)
  const people = await findRows<{ id: string }>(
    db,
    {
      table: 'profiles',
      columns: sql`id, created_at, search`,
      filter: sql`true`,
      matches: hasWords('profiles.search', patternsOf(name)),
      order: sql`created_at desc, id desc`,
    },
    MOST_PEOPLE,
  )
  const after = place ? sql`and (at, id) < (${place.at}::timestamptz, ${place.id}::uuid)` : sql``
  const { rows } = await sql<{ id: string }>`
    select entry.id from unnest(${people.map(({ id }) => id)}::uuid[]) as person cross join lateral (
      select id, at from audit_log where actor_id = person and ${filter} ${after} order by at desc, id desc limit ${limit + 1}
    ) as entry order by entry.at desc, entry.id desc limit ${limit + 1}`.execute(db)
  return rows.map(({ id }) => id)
}

/** `at` is named `created_at` because the cursor of every list reads that name. */
const entries = sql`select id, at as created_at, actor_id, actor_role, action, entity, entity_id, before, after, seq, hash, erased_by
  from audit_log`

function filterOf({ action, entity, entity_id, from, until }: Omit<AuditFilter, 'who'>): Sql {
  const conditions = [
    sql`true`,
    ...(action ? [sql`action = ${action}`] : []),
    ...(entity ? [sql`entity = ${entity}`] : []),
    ...(entity_id ? [sql`entity_id = ${entity_id}`] : []),
    ...(from ? [sql`at >= ${from}::timestamptz`] : []),
    ...(until ? [sql`at < ${until}::timestamptz + interval '1 day'`] : []),
  ]
  return sql.join(conditions, sql` and `)
}

export type AuditRow = Pick<
  Selectable<Tables['audit_log']>,
  | 'id'
  | 'actor_id'
  | 'actor_role'
  | 'action'
  | 'entity'
  | 'entity_id'
  | 'before'
  | 'after'
  | 'seq'
  | 'hash'
  | 'erased_by'
> & { created_at: Date } & Pick<ProfileValues, (typeof nameColumns)[number]>
