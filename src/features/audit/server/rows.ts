import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Transaction } from '../../../server/database/database.ts'
import { pagesOf, type Paging } from '../../../server/database/keyset.ts'
import { findInOrder, type Spot } from '../../../server/database/search.ts'
import type { Tables } from '../../../server/database/tables.ts'
import { newestNamed, wordsForPeople } from '../../../server/people-search.ts'
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
const MOST_PEOPLE = 50
const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/**
 * The rows that a filter asks for, newest first, with their actors, and where the next page begins. A last day is in
 * it to its end. Refuses a foreign cursor with `NOT_FOUND`.
 */
export async function auditPage(tx: Transaction, { who, ...filter }: AuditFilter, paging: Paging) {
  const { after, order, limit, take } = pagesOf('entry', paging)
  const page = (log: Sql) => sql`select * from (${log}) as entry ${after ? sql`where ${after}` : sql``}
    order by ${order} limit ${limit + 1}`
  const kept = keptBy(filter)
  const name = who?.trim()
  const person = name ? await personOf(tx, name) : undefined
  const log =
    !name || person !== undefined
      ? page(sql`${entries} where ${kept} ${name ? sql`and actor_id = ${person}` : sql``}`)
      : sql`${entries} where id = any (${await idsBy(tx, name, { kept, isOfSome: !!(filter.action || filter.entity) }, paging)}::uuid[])`
  const { rows } = await sql<AuditRow>`
    select entry.*, profiles.full_name, profiles.email
      from (${log}) as entry left join profiles on profiles.id = entry.actor_id
     order by ${order}`.execute(tx.db)
  return take(rows)
}

/** The account that an address or an id means: null where nobody has it. Undefined where it is a part of a name. */
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

/** The ids of a page of what was done by people with a name, and one more where there is one. */
async function idsBy(
  { db }: Transaction,
  name: string,
  { kept, isOfSome }: { kept: Sql; isOfSome: boolean },
  paging: Paging,
): Promise<string[]> {
  const { limit, place: after } = pagesOf('entry', paging)
  const behind = ({ at, id }: Spot<Place>) => sql`(at, id) < (${at}::timestamptz, ${id}::uuid)`
  const words = wordsForPeople(name)
  const found = await findInOrder<Place>(
    db,
    {
      table: 'audit_log',
      near: 200,
      columns: sql`at, id, actor_id`,
      place: ['at', 'id'],
      order: sql`at desc, id desc`,
      behind,
      kept: after ? sql`${kept} and ${behind(after)}` : kept,
      matches: sql`(select search from profiles where profiles.id = actor_id) like lower(${words.pattern})`,
      dense: 1 / 20,
      // Which index is short depends on the action.
      isPlannedAnew: isOfSome,
      // Of each person as many as the page takes: an index gives them, and many a person has done a million things.
      paths: ({ here, wanted }) => [
        sql`select theirs.at, theirs.id from (${newestNamed(words, MOST_PEOPLE)}) as person
              cross join lateral (select at, id from audit_log where ${here} and actor_id = person.id
                order by at desc, id desc limit ${wanted}) as theirs`,
      ],
    },
    limit + 1,
  )
  return found.map(({ id }) => id)
}

interface Place {
  at: Date | string
  id: string
}

/** The time stands under the name that every list's cursor reads. */
const entries = sql`select id, at as created_at, actor_id, actor_role, action, entity, entity_id, before, after, seq, hash, erased_by
  from audit_log`

function keptBy({ action, entity, entity_id, from, until }: Omit<AuditFilter, 'who'>): Sql {
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
> & { created_at: Date; full_name: string | null; email: string | null }
