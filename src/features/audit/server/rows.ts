import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Transaction } from '../../../platform/server/database/database.ts'
import { pagesOf, type Paging } from '../../../platform/server/database/keyset.ts'
import { searchPage } from '../../../platform/server/database/search.ts'
import type { Tables } from '../../../platform/server/database/tables.ts'
import { inside } from '../../../platform/server/database/words.ts'
import { peoplePaths } from '../../accounts/server/people/search.ts'
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

/** People of a name that are looked through, the newest: more of them are no name to look for. */
const MOST_PEOPLE = 200
const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The accounts that somebody means by an address, an id or part of a name. */
async function peopleOf({ db }: Transaction, who: string): Promise<string[]> {
  if (uuidShape.test(who)) return [who]
  if (who.includes('@')) {
    const found = await db
      .selectFrom('profiles')
      .select('id')
      .where('email', '=', who.toLowerCase())
      .execute()
    return found.map(({ id }) => id)
  }
  const words = inside(who)
  const isNamed = sql`(full_name ilike ${words.pattern} or business_name ilike ${words.pattern})`
  const { ids } = await searchPage(
    db,
    {
      table: 'profiles',
      kept: sql`true`,
      matches: isNamed,
      paths: (within) => peoplePaths(db, words, { ...within, here: sql`${within.here} and ${isNamed}` }),
    },
    { limit: MOST_PEOPLE },
  )
  return ids
}

/**
 * The rows that a filter asks for, newest first, with their actors, and where the next page begins. A last day is in
 * it to its end. Refuses a foreign cursor with `NOT_FOUND`.
 */
export async function auditPage(tx: Transaction, { who, ...filter }: AuditFilter, paging: Paging) {
  const { after, order, limit, take } = pagesOf('entry', paging)
  const people = who?.trim() ? await peopleOf(tx, who.trim()) : undefined
  // Of each person as many as the page takes: an index gives them, and many a person has done a million things.
  const page = (log: Sql) => sql`select * from (${log}) as entry ${after ? sql`where ${after}` : sql``}
    order by ${order} limit ${limit + 1}`
  const log = rowsOf(filter)
  const wanted = people
    ? sql`select theirs.* from unnest(${people}::uuid[]) as person
          cross join lateral (${page(sql`${log} and actor_id = person`)}) as theirs`
    : log
  const { rows } = await sql<AuditRow>`
    select entry.*, profiles.full_name, profiles.email
      from (${page(wanted)}) as entry left join profiles on profiles.id = entry.actor_id
     order by ${order}`.execute(tx.db)
  return take(rows)
}

/** The time stands under the name that every list's cursor reads. */
function rowsOf({ action, entity, entity_id, from, until }: Omit<AuditFilter, 'who'>): Sql {
  const conditions = [
    sql`true`,
    ...(action ? [sql`action = ${action}`] : []),
    ...(entity ? [sql`entity = ${entity}`] : []),
    ...(entity_id ? [sql`entity_id = ${entity_id}`] : []),
    ...(from ? [sql`at >= ${from}::timestamptz`] : []),
    ...(until ? [sql`at < ${until}::timestamptz + interval '1 day'`] : []),
  ]
  return sql`select id, at as created_at, actor_id, actor_role, action, entity, entity_id, before, after, seq, hash, erased_by
    from audit_log where ${sql.join(conditions, sql` and `)}`
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
> & { created_at: Date; full_name: string | null; email: string | null }
