import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { constraintOf, type Transaction } from '../../../server/database/database.ts'
import { publishEvents } from '../../../server/live/publish-events.ts'
import { Refused } from '../../../shared/refusal.ts'
import { audit } from '../../audit/server/audit.ts'
import type { FulfilmentKind } from '../states.ts'
import type { FulfilmentInput } from './fulfilment.tables.ts'
import { sourceOf } from './sources.ts'

export interface NewFulfilment {
  sourceKind: string
  source: string
  kind: FulfilmentKind
  /** Which time it is, where a source may have several. */
  term?: string
  user_id: string
  target: string
  input: FulfilmentInput
  /** Who has decided on it, where it is neither an admin nor the program. */
  by?: 'user'
}

/** The account that serves a name: that of its longest ending. Undefined where names of the ending are done as before. */
export async function accountFor({ db }: Transaction, name: string) {
  const labels = name.split('.')
  const endings = labels.slice(1).map((_, at) => labels.slice(at + 1).join('.'))
  const found = await db
    .selectFrom('registrar_accounts')
    .select(['id', 'driver', 'currency', 'endings', 'nameservers'])
    .where(sql<boolean>`endings && ${endings}::text[]`)
    .execute()
  return endings
    .map((ending) => found.find((account) => account.endings.includes(ending)))
    .find((account) => account !== undefined)
}

/**
 * Opens a fulfilment in the transaction that decides on it, where an account serves the name. Gives false where none does.
 * A second call for the same source, kind and term opens nothing more, unless it was given up. Refuses with
 * `BEING_DELIVERED` where something else is open for the name.
 */
export async function openFulfilment(tx: Transaction, wanted: NewFulfilment): Promise<boolean> {
  const account = await accountFor(tx, wanted.target)
  if (!account) return false
  const { sourceKind: source_kind, term = '', input, by, ...rest } = wanted
  const isManual = account.driver === 'manual'
  const row = {
    ...rest,
    id: randomUUIDv7(),
    source_kind,
    term,
    input: JSON.stringify(input),
    expect: '{}',
    driver: account.driver,
    account_id: account.id,
    state: isManual ? ('held' as const) : ('ready' as const),
    reason: isManual ? ('by-hand' as const) : null,
  }
  const { numInsertedOrUpdatedRows = 0n } = await tx.db
    .insertInto('fulfilments')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .constraint('fulfilments_once')
        .doUpdateSet({
          account_id: row.account_id,
          driver: row.driver,
          reason: row.reason,
          // What has left once is looked up before it leaves again.
          state: sql`case when fulfilments.sent_at is not null and ${!isManual} then 'unknown' else ${row.state} end`,
          answer: null,
          decided_at: null,
          decided_by: null,
          attempts: 0,
          due_at: sql<Date>`clock_timestamp()`,
        })
        // It was given up, and is wanted again.
        .where('fulfilments.decided_at', 'is not', null)
        .where('fulfilments.state', '=', 'refused'),
    )
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      // The name is being registered or renewed for something else.
      throw constraintOf(error) === 'fulfilments_one_open' ? new Refused('BEING_DELIVERED') : error
    })
  if (!numInsertedOrUpdatedRows) return true
  await audit(tx, by ?? (tx.caller === 'service' ? 'service' : 'admin'), {
    action: 'fulfilment.opened',
    entity: 'fulfilment',
    entity_id: row.id,
    after: { kind: row.kind, name: row.target, driver: row.driver },
  })
  await announceFulfilment(tx, row.id)
  return true
}

/** Whether something is to be done for a name, or waits for a decision. */
export async function isBeingDelivered({ db }: Transaction, name: string): Promise<boolean> {
  const open = await db
    .selectFrom('fulfilments')
    .select('id')
    .where('target', '=', name)
    .where('state', '<>', 'done')
    .where('decided_at', 'is', null)
    .executeTakeFirst()
  return open !== undefined
}

/** What a fulfilment is once its order was certainly not done and it is ordered once more. */
export const orderedAnew = {
  state: 'ready',
  reason: null,
  answer: null,
  sent_at: null,
  accepted_at: null,
  expect: sql<string>`expect - 'missing'`,
} as const

/**
 * Gives up what nobody has begun, because its source is not to be delivered any more. Gives false where it is under way, or
 * may be done.
 */
export async function closeFulfilment(tx: Transaction, sourceKind: string, source: string): Promise<boolean> {
  const open = await tx.db
    .selectFrom('fulfilments')
    .select(['id', 'state', 'attempts', 'kind', 'target'])
    .where('source_kind', '=', sourceKind)
    .where('source', '=', source)
    .where('state', '<>', 'done')
    .where('decided_at', 'is', null)
    .forUpdate()
    .execute()
  if (open.some(({ state }) => state !== 'ready' && state !== 'held' && state !== 'refused')) return false
  for (const { id, attempts, kind, target } of open) {
    await tx.db
      .updateTable('fulfilments')
      .set({ state: 'refused', attempts: attempts + 1, decided_at: sql<Date>`clock_timestamp()` })
      .where('id', '=', id)
      .execute()
    await audit(tx, 'admin', {
      action: 'fulfilment.given-up',
      entity: 'fulfilment',
      entity_id: id,
      after: { kind, name: target },
    })
    await announceFulfilment(tx, id)
  }
  return true
}

/** Erases what registrars have said about a person and a person's names. What was ordered stays, as what was sold. */
export async function eraseAnswersOfRegistrars({ db }: Transaction, person: string): Promise<void> {
  await db.updateTable('registrar_names').set({ holder_id: null }).where('holder_id', '=', person).execute()
  await db.updateTable('fulfilments').set({ answer: null }).where('user_id', '=', person).execute()
}

/** Tells the open pages of the staff that a fulfilment has changed, and its customer's where a name is being moved. */
export async function announceFulfilment(tx: Transaction, id: string): Promise<void> {
  await publishEvents(tx, {
    user_id: null,
    type: 'fulfilment.changed',
    topics: ['fulfilments', 'inbox'],
    entity_id: id,
    for_admins: true,
  })
  const moved = await tx.db
    .selectFrom('fulfilments')
    .select(['user_id', 'source_kind', 'source', 'target', 'state', 'reason', 'decided_at'])
    .where('id', '=', id)
    .where('kind', '=', 'transfer')
    .executeTakeFirst()
  if (!moved) return
  const refused = moved.state === 'refused' && !moved.decided_at ? moved.reason : null
  await sourceOf(moved.source_kind).noted?.(tx, moved.source, refused)
  await publishEvents(tx, {
    user_id: moved.user_id,
    type: 'transfer.changed',
    topics: ['domain-requests'],
    entity_id: moved.source,
    data: { kind: 'domain', subject: moved.target },
  })
}
