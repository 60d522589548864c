import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Transaction } from '../../../server/database/database.ts'
import { pagesOf, type Paging } from '../../../server/database/keyset.ts'
import { nothingToSum, totalOf } from '../../../server/database/list.ts'
import { findRows, hasWords, patternsOf } from '../../../server/database/search.ts'
import type { Tables } from '../../../server/database/tables.ts'
import { nameColumns, pickColumns, type ProfileValues } from '../../../shared/people/profile.ts'
import './audit.ts'
import { peopleIn, type Subject, subjectsOf } from './subjects.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import type { Input } from '../../../shared/contract.ts'
import type { auditContract } from '../audit.contract.ts'

type Sql = RawBuilder<unknown>

export type AuditFilter = Omit<Input<typeof auditContract.list>, keyof Paging | 'total'>

/** A search by name reads the actions of at most this many people, the newest with that name. */
const MOST_PEOPLE = 1_000
const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/**
 * One page of the log, newest first, with the actors. `until` includes the whole day. Refuses an invalid cursor
 * with `NOT_FOUND`.
 */
export async function auditPage(tx: Transaction, { who, customer, ...filters }: AuditFilter, paging: Paging) {
  const { after, order, limit, take } = pagesOf('entry', paging)
  const page = (log: Sql) => sql`select * from (${log}) as entry ${after ? sql`where ${after}` : sql``}
    order by ${order} limit ${limit + 1}`
  const filter = customer
    ? sql`${filterOf(filters)} and id = any (${await idsAbout(tx, customer, filterOf(filters), paging)}::uuid[])`
    : filterOf(filters)
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

/** How many of a customer's newest requests, orders, records, renewals and claims are looked up, each. */
const NEWEST_ROWS = 200

/**
 * The ids of one page of what a person did and of what was done to the account and rows of that person, and one more if
 * there is a next page.
 */
async function idsAbout({ db }: Transaction, person: string, filter: Sql, paging: Paging): Promise<string[]> {
  const { limit, place } = pagesOf('entry', paging)
  const after = place ? sql`and (at, id) < (${place.at}::timestamptz, ${place.id}::uuid)` : sql``
  const newest = sql`order by at desc, id desc limit ${limit + 1}`
  const { rows } = await sql<{ id: string }>`
    select distinct entry.id, entry.at from (
      (select id, at from audit_log where actor_id = ${person}::uuid and ${filter} ${after} ${newest})
      union all
      (select found.id, found.at from (
          select 'account' as kind, ${person}::text as row_id
          union all select 'profile', ${person}::text
          ${sql.join(
            Object.entries(tablesOf).map(
              ([entity, table]) => sql`union all (select ${sql.lit(entity)}, id::text from ${sql.table(table)}
                 where user_id = ${person}::uuid order by created_at desc limit ${sql.lit(NEWEST_ROWS)})`,
            ),
            sql` `,
          )}) as theirs
        cross join lateral (select id, at from audit_log
           where entity = theirs.kind and entity_id = theirs.row_id and ${filter} ${after} ${newest}) as found)) as entry
     order by entry.at desc, entry.id desc limit ${limit + 1}`.execute(db)
  return rows.map(({ id }) => id)
}

/** The tables whose rows belong to a customer, by the name that the log has for their rows. */
const tablesOf = {
  request: 'requests',
  order: 'orders',
  record: 'services',
  renewal: 'renewals',
  payment: 'claims',
  charge: 'charges',
}

/** `at` is named `created_at` because the cursor of every list reads that name. */
const entries = sql`select id, at as created_at, actor_id, actor_role, action, entity, entity_id, before, after, seq, hash, erased_by
  from audit_log`

function filterOf({ action, entity, entity_id, from, until, zone = 'UTC' }: Omit<AuditFilter, 'who'>): Sql {
  const conditions = [
    sql`true`,
    ...(action ? [sql`action = ${action}`] : []),
    ...(entity ? [sql`entity = ${entity}`] : []),
    ...(entity_id ? [sql`entity_id = ${entity_id}`] : []),
    ...(from ? [sql`at >= ${from}::date::timestamp at time zone ${zone}`] : []),
    ...(until ? [sql`at < (${until}::date + 1)::timestamp at time zone ${zone}`] : []),
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

/** The rows of the log that match a filter, newest first, for admins. Refuses a foreign cursor with `NOT_FOUND`. */
export async function listAudit(
  caller: CallerContext,
  { cursor, limit, total, ...filter }: Input<typeof auditContract.list>,
) {
  return caller.read(async (tx) => {
    const { rows, next_cursor } = await auditPage(tx, filter, { cursor, limit })
    const [subjects, people] = await Promise.all([subjectsOf(tx, rows), peopleIn(tx, rows)])
    return {
      items: rows.map((row) => presentEntry(row, subjects, people)),
      next_cursor,
      total: total && !filter.who && !filter.customer ? await countEntries(tx, filter) : null,
    }
  })
}

const countEntries = ({ db }: Transaction, filter: AuditFilter) =>
  totalOf(db, sql`select ${nothingToSum} from audit_log where ${filterOf(filter)}`)

const presentEntry = (row: AuditRow, subjects: Map<string, Subject>, people: Map<string, string>) => ({
  id: row.id,
  created_at: row.created_at.toISOString(),
  actor: row.actor_id ? { id: row.actor_id, ...pickColumns(row, nameColumns) } : null,
  actor_role: row.actor_role,
  action: row.action,
  entity: row.entity,
  entity_id: row.entity_id,
  before: row.before as Record<string, unknown> | null,
  after: row.after as Record<string, unknown> | null,
  seq: row.seq,
  erased: row.erased_by !== null,
  subject: subjects.get(`${row.entity} ${row.entity_id}`) ?? null,
  people: Object.fromEntries(
    [...people].filter(([id]) =>
      [row.before, row.after].some((contents) => Object.values(contents ?? {}).includes(id)),
    ),
  ),
})

/**
 * The actions and entities that occur in the log. It reads one index entry for each, so the length of the log does
 * not matter.
 */
export async function listLoggedNames(caller: CallerContext) {
  const [actions, entities] = await caller.read(({ db }) =>
    Promise.all(
      (['action', 'entity'] as const).map(async (column) => {
        const name = sql.ref(column)
        const { rows } = await sql<{ word: string }>`
          with recursive words as (
            (select ${name} as word from audit_log order by ${name} limit 1)
            union all
            select (select ${name} from audit_log where ${name} > word order by ${name} limit 1) from words where word is not null)
          select word from words where word is not null`.execute(db)
        return rows.map(({ word }) => word)
      }),
    ),
  )
  return { actions: actions!, entities: entities! }
}
