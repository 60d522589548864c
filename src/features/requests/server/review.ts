import { sql } from 'kysely'
import { Refused } from '../../../shared/refusal.ts'
import { constraintOf, type Transaction } from '../../../server/database/database.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import { type Event, publishEvents } from '../../../server/live/publish-events.ts'
import type { Sealing } from '../../../server/seal.ts'
import type { AuditedAction } from '../../audit/actions.ts'
import { audit } from '../../audit/server/audit.ts'
import { readSettings } from '../../settings/server/settings.ts'
import type { Settings } from '../../settings/settings.ts'
import type { Stage } from '../../products/life-cycle.ts'
import { NameHeld, nameHolder } from './activate.ts'
import type { RequestRow } from './store.ts'

/** Who decides on a request or an order, when, and under which settings. */
export interface Reviewer {
  by: 'admin' | 'program'
  now: Date
  settings: Settings
  /** They seal the secrets of the input. Without them its facts and secrets are not stored. */
  keys?: Sealing | undefined
}

interface Review<Row, Shown> {
  /** The version that the admin saw. Without it nothing is compared. */
  version: number | undefined
  /** Locks the row until the end of the transaction. */
  find(tx: Transaction): Promise<Row | undefined>
  /** Saves what was decided. Gives the row after it. */
  save(tx: Transaction, reviewer: Reviewer, row: Row): Promise<Row>
  /** The row as admins see it. */
  show(tx: Transaction, row: Row): Promise<Shown>
  /** The unique key of what is open, and the refusal of a second one. */
  oneOpen: { constraint: string; refusal: string }
}

/**
 * An admin decides on a request or an order, in one transaction. A refused save changes nothing. Refuses with `NOT_FOUND`,
 * with `CONFLICT` and the newer row, with `RECORD_FAILED` and the holder of a name, and where something else is open.
 */
export async function reviewAsAdmin<Row extends { version: number }, Shown>(
  caller: CallerContext,
  keys: Sealing | undefined,
  { version, find, save, show, oneOpen }: Review<Row, Shown>,
): Promise<Shown> {
  const reviewer: Reviewer = {
    by: 'admin',
    now: caller.now,
    settings: await readSettings(caller.database),
    keys,
  }
  try {
    return await caller.write(async (tx) => {
      const row = await find(tx)
      if (!row) throw new Refused('NOT_FOUND')
      if (version !== undefined && version !== row.version) throw new Refused('CONFLICT', await show(tx, row))
      return show(tx, await save(tx, reviewer, row))
    })
  } catch (error) {
    if (constraintOf(error) === oneOpen.constraint) throw new Refused(oneOpen.refusal)
    if (!(error instanceof NameHeld)) throw error
    const { product, held: name } = error
    const held_by = await caller.read((tx) => nameHolder(tx, product, name))
    throw new Refused('RECORD_FAILED', { name, held_by })
  }
}

/** Writes the audit log and publishes the change. */
export const recordReview = (tx: Transaction, by: Reviewer['by'], action: AuditedAction, event: Event) =>
  Promise.all([
    audit(tx, by === 'admin' ? 'admin' : 'service', {
      ...(by === 'program' && { actor_id: null }),
      ...action,
    }),
    publishEvents(tx, event),
  ])

interface Answer {
  /** The request before it. */
  row: RequestRow
  /** The stage after it. */
  stage: Stage
  by: Reviewer['by']
  now: Date
}

/** Stores when a request gets its first answer and when it first becomes active, and by whom. */
export async function recordAnswer({ db, caller }: Transaction, { row, stage, by: reviewer, now }: Answer) {
  if (stage === row.stage) return
  const by = reviewer === 'admin' && typeof caller !== 'string' ? caller.person : null
  const activated = stage === 'active' ? { activated_at: now, activated_by: by } : undefined
  if (row.stage === 'asked')
    await db
      .insertInto('answer_times')
      .values({
        request_id: row.id,
        kind: row.kind,
        arrived_at: row.created_at,
        answered_at: now,
        answered_by: by,
        ...activated,
      })
      // It was answered before it was set back.
      .onConflict((conflict) =>
        activated
          ? conflict
              .column('request_id')
              .doUpdateSet(activated)
              .where(sql<boolean>`answer_times.activated_at is null`)
          : conflict.column('request_id').doNothing(),
      )
      .execute()
  else if (activated)
    await db
      .updateTable('answer_times')
      .set(activated)
      .where('request_id', '=', row.id)
      .where('activated_at', 'is', null)
      .execute()
}
