import { type Kysely, sql } from 'kysely'
import type { Database, Transaction } from '../../../server/database/database.ts'
import type { ScheduledJob } from '../../../server/jobs.ts'
import type { Tables } from '../../../server/database/tables.ts'
import { promisedMinutes } from '../../inbox/server/inbox.queries.ts'
import { itemsOf } from '../../inbox/server/sources.ts'
import { type InboxKind, inboxKinds } from '../../inbox/kinds.data.ts'
import { readSettings } from '../../settings/server/settings.ts'
import type { Settings } from '../../settings/settings.ts'
import { isWithin } from '../hours.ts'
import { calledStaff, callsTo, hoursOf, maySee } from './people.ts'

const MINUTE_MS = 60_000
/** Nobody has taken an item after this share of its promise: somebody else is called. */
const LATE_SHARE = 0.7

interface Rules {
  canText: boolean
  settings: Settings
}

/** A transaction of the program itself that sees the whole inbox. */
export const writeSeeingAll = <T>(database: Database, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  database.write('service', async (tx) => {
    await sql`select set_config('app.permissions', '*', true)`.execute(tx.db)
    return work(tx)
  })

/**
 * Notes what has arrived in the inbox, each wait once on whichever node, and writes the calls of those who want to know.
 * The unique keys allow one call for each arrival, person, channel and browser.
 * @param lastMs how far back it looks. Everything that waits without it.
 */
export async function noteArrivals(database: Database, canText: boolean, lastMs?: number): Promise<void> {
  const settings = await readSettings(database)
  await writeSeeingAll(database, async (tx) => {
    // What waited before anybody had chosen to be called calls nobody, so that the inbox is not even read.
    const { earliest } = await tx.db
      .selectFrom('notification_choices')
      .select(({ fn }) => fn.min('since').as('earliest'))
      .executeTakeFirstOrThrow()
    if (!earliest) return
    const now = await clock(tx.db)
    const from = lastMs ? new Date(now.getTime() - lastMs) : undefined
    const promises = inboxKinds.map((kind) => {
      const minutes = promisedMinutes(kind, settings)
      return sql`(${kind}::text, ${minutes === undefined ? null : minutes * LATE_SHARE}::float8)`
    })
    const { rows } = await sql<Arrival>`
      insert into inbox_arrivals (id, kind, item_id, since, late_call_at)
      select gen_random_uuid(), i.kind, i.id, i.at,
             case when i.at >= ${earliest} then i.at + p.minutes * interval '1 minute' end
        from ${itemsOf(inboxKinds, { since: from })} i
        join (values ${sql.join(promises)}) p (kind, minutes) on p.kind = i.kind
       where not exists (select from inbox_arrivals a where a.kind = i.kind and a.item_id = i.id and a.since = i.at)
      on conflict do nothing
      returning id, kind, item_id, since`.execute(tx.db)
    if (!rows.length) return
    // After the arrivals, so that all who chose before one of them was stored are among the staff.
    const staff = await calledStaff(tx)
    const zone = settings['shop.timeZone']
    for (const { id, kind, since } of rows)
      await writeCalls(
        tx,
        staff
          .filter((one) => one.since <= since && one.kinds.includes(kind) && maySee(one, kind))
          .flatMap((one) => callsTo(one, id, { zone, canText, now })),
      )
  })
}

/** Looks at everything that waits, in case it has a `since` of long ago, or no node ran when it came. */
export const missedArrivals = (database: Database, canText: boolean): ScheduledJob => ({
  name: 'missed-arrivals',
  everyMs: 10 * MINUTE_MS,
  firstAfterMs: 0,
  run: () => noteArrivals(database, canText),
})

interface Arrival {
  id: string
  kind: InboxKind
  item_id: string
  since: Date
}

async function clock(db: Kysely<Tables>): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp()::timestamptz(3) as now`.execute(db)
  return rows[0]!.now
}

async function writeCalls({ db }: Transaction, calls: ReturnType<typeof callsTo>): Promise<void> {
  if (calls.length)
    await db
      .insertInto('staff_notifications')
      .values(calls)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

const MOST_LATE = 100

/**
 * Calls the others about items that nobody has taken when their promise is near, once. While nobody is in
 * their hours, or somebody has taken the item, it is looked at again each minute.
 */
export async function callLate(database: Database, { canText, settings }: Rules): Promise<void> {
  await writeSeeingAll(database, async (tx) => {
    const { rows } = await sql<Arrival & { is_taken: boolean }>`
      select a.id, a.kind, a.item_id, a.since,
             exists (select from inbox_takes t where t.kind = a.kind and t.id = a.item_id and t.since = a.since) as is_taken
        from inbox_arrivals a where a.late_call_at <= clock_timestamp()
       order by a.late_call_at limit ${MOST_LATE} for update of a skip locked`.execute(tx.db)
    if (!rows.length) return
    const [staff, now] = await Promise.all([calledStaff(tx), clock(tx.db)])
    for (const arrival of rows)
      await tx.db
        .updateTable('inbox_arrivals')
        .set({ late_call_at: (await callOthers(arrival)) ? new Date(now.getTime() + MINUTE_MS) : null })
        .where('id', '=', arrival.id)
        .execute()

    /** Returns whether it is to be looked at again. */
    async function callOthers({ id, kind, item_id, since, is_taken }: (typeof rows)[number]) {
      if (!(await waitingItem(tx, { kind, item_id, since }))) return false
      if (is_taken) return true
      const called = await tx.db
        .selectFrom('staff_notifications')
        .select('user_id')
        .where('arrival_id', '=', id)
        .execute()
      const zone = settings['shop.timeZone']
      const others = staff
        .filter((one) => one.late && one.since <= since && maySee(one, kind))
        .filter((one) => !called.some(({ user_id }) => user_id === one.user_id))
        .map((one) => ({ one, calls: callsTo(one, id, { zone, canText, now, isLate: true }) }))
        .filter(({ calls }) => calls.length)
      const there = others.filter(({ one }) => isWithin(hoursOf(one), zone, now))
      await writeCalls(
        tx,
        there.flatMap(({ calls }) => calls),
      )
      return others.length > 0 && there.length === 0
    }
  })
}

/** The name of an item, if it still waits. */
export async function waitingItem(
  { db }: Transaction,
  { kind, item_id, since }: Pick<Arrival, 'kind' | 'item_id' | 'since'>,
): Promise<{ title: string } | undefined> {
  const { rows } = await sql<{ title: string; at: Date }>`
    select title, at from ${itemsOf([kind], { only: item_id, limit: 1 })} item`.execute(db)
  return rows.find(({ at }) => at.getTime() === since.getTime())
}

/** Deletes what arrived 90 days ago and does not wait any more, with its calls. */
export async function deleteOldArrivals(database: Database): Promise<void> {
  await writeSeeingAll(database, async ({ db }) => {
    await sql`
      delete from inbox_arrivals a where a.seen_at < now() - interval '90 days' and not exists (
        select from ${itemsOf(inboxKinds, {})} i where i.kind = a.kind and i.id = a.item_id and i.at = a.since)`.execute(
      db,
    )
  })
}
