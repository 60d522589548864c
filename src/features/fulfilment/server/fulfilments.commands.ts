import { type RawBuilder, sql, type Updateable } from 'kysely'
import { enterService, type Transaction } from '../../../server/database/database.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import { Refused } from '../../../shared/refusal.ts'
import { audit } from '../../audit/server/audit.ts'
import { readSettings } from '../../settings/server/settings.ts'
import { actsOf, type FulfilmentAct } from '../states.ts'
import type { Fulfilment, Fulfilments } from './fulfilment.tables.ts'
import { oneFulfilment } from './fulfilments.queries.ts'
import { announceFulfilment, orderedAnew } from './open-fulfilment.ts'
import { sourceOf } from './sources.ts'
import { costOf } from './store-step.ts'

type Columns = Omit<Updateable<Fulfilments>, 'due_at' | 'version' | 'expect'> & {
  expect?: string | RawBuilder<string>
}

/** A fulfilment, locked until the end of the transaction. Refuses with `NOT_FOUND`, and with `NOT_NOW` an act that may not follow. */
async function lockFor({ db, caller }: Transaction, id: string, act: FulfilmentAct): Promise<Fulfilment> {
  const row = await db
    .selectFrom('fulfilments')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refused('NOT_FOUND')
  const { state, reason, decided_at, driver } = row
  const isManual = driver === 'manual'
  if (!actsOf({ state, reason, is_decided: decided_at !== null, is_manual: isManual }).includes(act))
    throw new Refused('NOT_NOW')
  // A program answers for what it has done itself, and for no registrar.
  if (caller === 'key' && !isManual) throw new Refused('NOT_NOW')
  return row
}

/** Stores what an admin has decided. The next attempt of a node finds another number of attempts, and stores nothing. */
async function store(
  tx: Transaction,
  row: Fulfilment,
  columns: Columns,
  action: `fulfilment.${string}` & Action,
) {
  await tx.db
    .updateTable('fulfilments')
    .set({
      ...columns,
      attempts: row.attempts + 1,
      due_at: sql<Date>`clock_timestamp()`,
      version: row.version + 1,
      updated_at: sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', row.id)
    .execute()
  await audit(tx, tx.caller === 'key' ? 'service' : 'admin', {
    action,
    entity: 'fulfilment',
    entity_id: row.id,
    after: { kind: row.kind, name: row.target, ...(columns.answer && { reason: columns.answer }) },
  })
  await announceFulfilment(tx, row.id)
  return oneFulfilment(tx.db, row.id)
}

type Action =
  | 'fulfilment.looked'
  | 'fulfilment.sent-again'
  | 'fulfilment.done-by-hand'
  | 'fulfilment.given-up'

/** Looks at the provider's record at once. What is held becomes unknown again, and is settled by the record. */
export const lookAgain = (caller: CallerContext, id: string) =>
  caller.write(async (tx) => {
    const row = await lockFor(tx, id, 'look')
    const state = row.state === 'held' ? 'unknown' : row.state
    return store(tx, row, { state, reason: null }, 'fulfilment.looked')
  })

/** Orders again what was certainly not done. Where it was too dear or is in redemption, whoever presses has accepted the price. */
export const sendAgain = (caller: CallerContext, id: string) =>
  caller.write(async (tx) => {
    const row = await lockFor(tx, id, 'send-again')
    const { most, ...input } = row.input
    const wanted = {
      ...input,
      ...(most && row.reason !== 'price' && { most }),
      ...(row.reason === 'redemption' && { restores: true as const }),
    }
    return store(tx, row, { ...orderedAnew, input: JSON.stringify(wanted) }, 'fulfilment.sent-again')
  })

const decided = (caller: CallerContext) => ({
  decided_at: caller.now,
  decided_by: caller.actor(),
})

/** A person has done it. Refuses what the source refuses. */
export async function doneByHand(caller: CallerContext, id: string, expires_at: string | null) {
  const settings = await readSettings(caller.database)
  const registeredUntil = expires_at === null ? null : new Date(expires_at)
  return caller.write(async (tx) => {
    const row = await lockFor(tx, id, 'done')
    const expect = {
      ...row.expect,
      ...(registeredUntil && { registered_until: registeredUntil.toISOString() }),
    }
    const columns = {
      state: 'done',
      reason: null,
      expect: JSON.stringify(expect),
      ...decided(caller),
    } as const
    await store(tx, row, columns, 'fulfilment.done-by-hand')
    await enterService(tx)
    await sourceOf(row.source_kind).done(tx, row.source, {
      now: caller.now,
      settings,
      registeredUntil,
      record: undefined,
      fulfilment: row,
      cost: costOf(row),
    })
    return oneFulfilment(tx.db, id)
  })
}

/** Nothing is delivered, and what was paid is owed back. */
export async function refuseFulfilment(caller: CallerContext, id: string, words: string) {
  const settings = await readSettings(caller.database)
  return caller.write(async (tx) => {
    const row = await lockFor(tx, id, 'refuse')
    await store(tx, row, { state: 'refused', answer: words, ...decided(caller) }, 'fulfilment.given-up')
    await enterService(tx)
    await sourceOf(row.source_kind).refused(tx, row.source, { now: caller.now, settings, words })
    return oneFulfilment(tx.db, id)
  })
}
