import { sql } from 'kysely'
import { displayName } from '../../../shared/people/person.ts'
import type { Transaction } from '../../../server/database/database.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import { publishEvents } from '../../../server/live/publish-events.ts'
import type { PresenceEntity } from '../presence.contract.ts'

/** A page says every 10 s that it is still open. After this time without a word it counts as closed. */
export const SECONDS = 25

interface Presence {
  page: string
  entity: PresenceEntity
  id: string
}

/** By the clock of the database, which all nodes share. */
const isOpen = sql`seen_at > clock_timestamp() - make_interval(secs => ${SECONDS})`

/** What other admins have open, each admin once for each item. */
export async function listPresence(caller: CallerContext) {
  const { rows } = await caller.read(({ db }) =>
    sql<{
      entity: PresenceEntity
      id: string
      until: Date
      full_name: string | null
      email: string | null
    }>`
      select o.entity, o.entity_id as id, p.full_name, p.email,
             max(o.seen_at) + make_interval(secs => ${SECONDS}) as until
        from presences o join profiles p on p.id = o.person
       where ${isOpen} and o.person is distinct from ${caller.actor()}::uuid
       group by o.entity, o.entity_id, o.person, p.full_name, p.email
       order by until desc limit 500`.execute(db),
  )
  return {
    items: rows.map(({ entity, id, until, ...person }) => ({
      entity,
      id,
      until: until.toISOString(),
      name: displayName({ ...person, business_name: null }),
    })),
  }
}

/** The caller has something open, or still has. Others get an event when it begins. */
export const enter = (caller: CallerContext, { page, entity, id }: Presence) =>
  caller.write(async (tx) => {
    const person = caller.person()
    // What was not closed, because the connection was lost.
    await sql`delete from presences where seen_at < clock_timestamp() - interval '1 hour'`.execute(tx.db)
    const before = await sql<{ seen: boolean }>`
      select entity = ${entity} and entity_id = ${id} and ${isOpen} as seen
        from presences where page = ${page} and person = ${person} for update`.execute(tx.db)
    const { rows } = await sql<{ seen_at: Date }>`
      insert into presences as o (page, entity, entity_id, person, seen_at)
      values (${page}, ${entity}, ${id}, ${person}, clock_timestamp())
      on conflict (page) do update
         set entity = excluded.entity, entity_id = excluded.entity_id, seen_at = excluded.seen_at
       where o.person = excluded.person
      returning seen_at`.execute(tx.db)
    if (!before.rows[0]?.seen) await announce(tx)
    const seen = rows[0]?.seen_at ?? caller.now
    return { until: new Date(seen.getTime() + SECONDS * 1000).toISOString() }
  })

/** A page of the caller has nothing open any more. */
export const leave = (caller: CallerContext, page: string) =>
  caller.write(async (tx) => {
    const { numDeletedRows } = await tx.db
      .deleteFrom('presences')
      .where('page', '=', page)
      .where('person', '=', caller.person())
      .executeTakeFirst()
    if (numDeletedRows) await announce(tx)
    return { page }
  })

/** The event names no row, so that nothing glows. */
const announce = (tx: Transaction) =>
  publishEvents(tx, { user_id: null, type: 'presence.changed', topics: ['presence'], for_admins: true })

/** Closes all that a person has open, before the account is deleted. */
export const leaveAll = ({ db }: Transaction, person: string) =>
  db.deleteFrom('presences').where('person', '=', person).execute()

export interface Presences {
  page: string
  entity: PresenceEntity
  entity_id: string
  person: string
  seen_at: Date
}

declare module '../../../server/database/tables.ts' {
  interface Tables {
    presences: Presences
  }
}
