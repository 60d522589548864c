import { type Updateable, sql } from 'kysely'
import type { Database, Transaction } from '../../../server/database/database.ts'
import { moneyFromColumn } from '../../../server/database/tables.ts'
import { type Money, decimalTextOf } from '../../../shared/money/money.ts'
import { Refused } from '../../../shared/refusal.ts'
import { audit } from '../../audit/server/audit.ts'
import { readSettings } from '../../settings/server/settings.ts'
import { mailDetailsNeeded } from './details/details-mails.ts'
import type { Fulfilment, Fulfilments, NameRecord } from './fulfilment.tables.ts'
import { announceFulfilment } from './open-fulfilment.ts'
import { sourceOf } from './sources.ts'
import { mailRefusedTransfer } from './transfers/transfer-mails.ts'

export interface Step extends Omit<Updateable<Fulfilments>, 'due_at' | 'attempts' | 'version'> {
  due_at?: ReturnType<typeof sql<Date>>
}

/**
 * Stores the next state of a fulfilment, unless another node has claimed it, or a person has decided, since it was read.
 * Gives whether it was stored.
 */
export const storeStep = (database: Database, item: Fulfilment, step: Step): Promise<boolean> =>
  database.write('service', (tx) => stepIn(tx, item, step))

/** Keeps that a provider has accepted an order, also where another node has claimed it since: it is not sent again. */
export const noteAccepted = (database: Database, { id }: Fulfilment, at: Date): Promise<unknown> =>
  database.write('service', ({ db }) =>
    db
      .updateTable('fulfilments')
      .set({ accepted_at: at })
      .where('id', '=', id)
      .where('accepted_at', 'is', null)
      .execute(),
  )

async function stepIn(tx: Transaction, item: Fulfilment, step: Step): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('fulfilments')
    .set({
      ...step,
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', item.id)
    .where('state', '=', item.state)
    .where('attempts', '=', item.attempts)
    .executeTakeFirstOrThrow()
  if (!numUpdatedRows) return false
  if (step.state && step.state !== item.state) {
    if (step.state !== 'sent')
      await audit(tx, 'service', {
        action: `fulfilment.${step.state}`,
        entity: 'fulfilment',
        entity_id: item.id,
        actor_id: null,
        after: { kind: item.kind, name: item.target, ...(step.reason && { reason: step.reason }) },
      })
    await announceFulfilment(tx, item.id)
    if (step.reason === 'no-details') await mailDetailsNeeded(tx, item)
    if (item.kind === 'transfer' && step.state === 'refused' && step.reason)
      await mailRefusedTransfer(tx, item, step.reason)
  }
  return true
}

/** What a fulfilment costs, as far as it is known. */
export const costOf = ({ cost, currency }: Fulfilment): Money | undefined =>
  moneyFromColumn(cost, currency) ?? undefined

interface Completion {
  registeredUntil: Date | null
  record?: NameRecord | undefined
  cost?: Money
  external_ref?: string
}

/**
 * Books what the provider has done, with the fulfilment, in one transaction. Where the shop can't book it, for example
 * because another customer holds the name, a person decides.
 */
export async function complete(
  { database, now }: { database: Database; now?: () => Date },
  item: Fulfilment,
  { registeredUntil, record, cost, external_ref }: Completion,
): Promise<boolean> {
  const settings = await readSettings(database)
  const facts = {
    ...(external_ref && { external_ref }),
    ...(cost && { cost: decimalTextOf(cost), currency: cost.currency }),
    ...(registeredUntil && {
      expect: JSON.stringify({ ...item.expect, registered_until: registeredUntil.toISOString() }),
    }),
  }
  try {
    return await database.write('service', async (tx) => {
      const isMine = await stepIn(tx, item, { ...facts, state: 'done', reason: null, answer: null })
      if (isMine)
        await sourceOf(item.source_kind).done(tx, item.source, {
          now: now?.() ?? new Date(),
          settings,
          registeredUntil,
          record,
          fulfilment: item,
          cost: cost ?? costOf(item),
        })
      return isMine
    })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return storeStep(database, item, {
      ...facts,
      state: 'held',
      reason: 'not-booked',
      answer: error.refusal.code,
    })
  }
}
