import { sql } from 'kysely'
import { Refused } from '../../../shared/refusal.ts'
import { displayName } from '../../../shared/people/person.ts'
import { permissionsOf, staffRoles } from '../../../shared/people/permissions.ts'
import type { Transaction } from '../../../server/database/database.ts'
import type { Now } from '../../../server/database/tables.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import { publishEvents } from '../../../server/live/publish-events.ts'
import { audit } from '../../audit/server/audit.ts'
import { areaOf, entityOf, type InboxKind } from '../kinds.data.ts'
import { itemsOf } from './sources.ts'
import type { Input } from '../../../shared/contract.ts'
import type { inboxContract } from '../inbox.contract.ts'

type Item = Input<typeof inboxContract.take>

const workPermission = (kind: InboxKind) => `${areaOf[kind]}.write` as const

/** Refuses with `FORBIDDEN` who may not work on items of a kind. */
const requireWorker = ({ db }: Transaction, kind: InboxKind) =>
  sql`select auth.require_any(${workPermission(kind)})`.execute(db)

/**
 * The calling admin, who may work on its kind, takes an item that waits. Of several at once one has it. Taking it again
 * changes nothing. Refuses with `NOT_FOUND` what does not wait, and with `TAKEN` what another admin has.
 */
export const takeItem = (caller: CallerContext, item: Item) =>
  caller.write(async (tx) => {
    await requireWorker(tx, item.kind)
    const since = await waitingSince(tx, item)
    const { rows } = await sql`
      insert into inbox_takes as t (kind, id, since, taken_by, taken_at)
      values (${item.kind}, ${item.id}, ${since}, ${caller.person()}, ${caller.now})
      on conflict (kind, id) do update
         set since = excluded.since, taken_by = excluded.taken_by, taken_at = excluded.taken_at
       where t.since <> excluded.since
      returning id`.execute(tx.db)
    if (rows.length) await announce(tx, item, 'inbox.taken')
    else if ((await holderOf(tx, item)) !== caller.person()) throw new Refused('TAKEN')
    return { is_taken: true }
  })

/** Releases an item, also that of another admin. Without effect where nobody has it. */
export const releaseItem = (caller: CallerContext, item: Item) =>
  caller.write(async (tx) => {
    await requireWorker(tx, item.kind)
    const { rows } = await sql<{ taken_by: string }>`
      delete from inbox_takes where kind = ${item.kind} and id = ${item.id} returning taken_by`.execute(tx.db)
    if (rows[0]) await announce(tx, item, 'inbox.released', { before: rows[0] })
    return { is_taken: false }
  })

/**
 * The caller hands over what the caller has. Refuses with `NOT_FOUND` what does not wait or a person who may not do it,
 * and with `TAKEN` what the caller does not have.
 */
export const handOver = (caller: CallerContext, { to, ...item }: Item & { to: string }) =>
  caller.write(async (tx) => {
    await requireWorker(tx, item.kind)
    const since = await waitingSince(tx, item)
    if (!(await workersOf(tx, item.kind)).some(({ id }) => id === to)) throw new Refused('NOT_FOUND')
    const before = { taken_by: caller.person() }
    const after = { taken_by: to }
    const { numUpdatedRows } = await tx.db
      .updateTable('inbox_takes')
      .set({ ...after, taken_at: caller.now })
      .where('kind', '=', item.kind)
      .where('id', '=', item.id)
      .where('since', '=', since)
      .where('taken_by', '=', before.taken_by)
      .executeTakeFirst()
    if (!numUpdatedRows) throw new Refused('TAKEN')
    if (to !== before.taken_by) await announce(tx, item, 'inbox.handed-over', { before, after })
    return { is_taken: true }
  })

/** The staff who may work on items of a kind, by name, without the caller. */
export async function listWorkers(caller: CallerContext, kind: InboxKind) {
  const workers = await caller.read(async (tx) => {
    await requireWorker(tx, kind)
    return workersOf(tx, kind)
  })
  return {
    items: workers
      .filter(({ id }) => id !== caller.actor())
      .map(({ id, staff_role, ...person }) => ({
        id,
        role: staff_role,
        name: displayName({ ...person, business_name: null }),
      })),
  }
}

function workersOf({ db }: Transaction, kind: InboxKind) {
  const needed = workPermission(kind)
  return db
    .selectFrom('profiles')
    .select(['id', 'full_name', 'email', 'staff_role'])
    .where('role', '=', 'admin')
    .where(
      'staff_role',
      'in',
      staffRoles.filter((role) => permissionsOf(role).includes(needed)),
    )
    .orderBy('full_name')
    .orderBy('email')
    .execute()
}

async function waitingSince({ db }: Transaction, { kind, id }: Item): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    select at from ${itemsOf([kind], { only: id, limit: 1 })} item`.execute(db)
  if (!rows[0]) throw new Refused('NOT_FOUND')
  return rows[0].at
}

async function holderOf({ db }: Transaction, { kind, id }: Item) {
  const row = await db
    .selectFrom('inbox_takes')
    .select('taken_by')
    .where('kind', '=', kind)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.taken_by
}

async function announce(
  tx: Transaction,
  { kind, id }: Item,
  action: 'inbox.taken' | 'inbox.released' | 'inbox.handed-over',
  change: { before?: object; after?: object } = {},
) {
  const about = { entity: entityOf[kind], entity_id: id, ...change }
  // TypeScript compares at most 25 pairs of an action and a kind of row.
  await (action === 'inbox.taken'
    ? audit(tx, 'admin', { action, ...about })
    : audit(tx, 'admin', { action, ...about }))
  await publishEvents(tx, {
    user_id: null,
    type: action,
    topics: ['inbox'],
    entity_id: id,
    for_admins: true,
  })
}

/** Who has an item, as the caller sees it. Null where nobody has it. */
export const presentHolder = (
  row: { taken_by: string | null; holder_name: string | null; holder_email: string | null },
  reader: string | null,
) =>
  row.taken_by === null
    ? null
    : {
        name: displayName({ business_name: null, full_name: row.holder_name, email: row.holder_email }),
        is_mine: row.taken_by === reader,
      }

/** Releases whatever a person has, before the account is deleted. */
export const releaseAll = ({ db }: Transaction, person: string) =>
  db.deleteFrom('inbox_takes').where('taken_by', '=', person).execute()

export interface InboxTakes {
  kind: string
  id: string
  since: Date
  taken_by: string
  taken_at: Now
}

declare module '../../../server/database/tables.ts' {
  interface Tables {
    inbox_takes: InboxTakes
  }
}
