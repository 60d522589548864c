import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { decimalOf } from '../../../../shared/money/money.ts'
import { Refused } from '../../../../shared/refusal.ts'
import type { Transaction } from '../../../../server/database/database.ts'
import type { CallerContext } from '../../../../server/http/context.ts'
import { readSettings } from '../../../settings/server/settings.ts'
import type { Settings } from '../../../settings/settings.ts'
import { UNDO_SECONDS } from '../../received/decisions.contract.ts'
import { announceToAdmins } from '../received/chain.ts'
import { onePayment } from '../list/payments.queries.ts'
import { chargesByIds, customersOf, presentCharges } from '../list/payment-rows.ts'
import { effectsOf } from './effects.ts'
import { insertRecorded, type RecordedPayment } from '../matching/record-payment.ts'
import { refuseCounted } from '../received/received-rows.ts'
import type { Decision, DecisionRow, Effects } from './decisions.tables.ts'

export async function previewDecision(caller: CallerContext, decision: Decision) {
  const settings = await readSettings(caller.database)
  const tried = caller.write(async (tx) => named(tx, await effectsOf(tx, caller, settings, decision)))
  return tried.catch(refuseCounted)
}

/** What recording a payment by hand would do. Refuses what `insertRecorded` refuses, and `CODE_COUNTED`. */
export async function previewRecord(caller: CallerContext, recording: RecordedPayment) {
  const settings = await readSettings(caller.database)
  const tried = caller.write(async (tx) => {
    await sql`savepoint recorded`.execute(tx.db)
    const decision = await recordedDecision(tx, caller.now, recording)
    const effects = await effectsOf(tx, caller, settings, decision)
    await sql`rollback to savepoint recorded`.execute(tx.db)
    return named(tx, effects)
  })
  return tried.catch(refuseCounted)
}

async function named(tx: Transaction, { charges, credits }: Effects) {
  const found = await chargesByIds(
    tx,
    charges.map(({ charge }) => charge),
  )
  const shown = await presentCharges(tx, found)
  const customers = await customersOf(
    tx,
    credits.map(({ customer }) => customer),
  )
  return {
    charges: charges.map(({ charge, ...effect }) => ({ ...effect, charge: shown.get(charge)! })),
    credits: credits.flatMap(({ customer, ...credit }) => {
      const person = customers.find(({ id }) => id === customer)
      return person ? { ...credit, customer: person } : []
    }),
  }
}

/** Stores a payment by hand, and gives the decision that it pays its charge. */
async function recordedDecision(tx: Transaction, now: Date, recording: RecordedPayment): Promise<Decision> {
  const { received, charge, rest } = await insertRecorded(tx, now, recording)
  const parts = [{ charge_id: charge.id, amount: decimalOf(rest) }]
  return { id: received.id, act: 'allocate', parts, version: 1, recorded: true }
}

/**
 * Keeps a decision, which `carryOutDecision` carries out once it can't be undone any more. Gives the payment as admins see
 * it. Refuses what its act refuses, and with `CONFLICT` where another decision waits.
 */
export async function decide(caller: CallerContext, decision: Decision) {
  const settings = await readSettings(caller.database)
  return caller.write((tx) => keepDecision(tx, caller, settings, decision)).catch(refuseCounted)
}

/**
 * Stores a payment that an admin records by hand, and that it pays its charge in ten seconds. Until then it waits. Refuses
 * what `insertRecorded` refuses, and `CODE_COUNTED`.
 */
export async function decideRecord(caller: CallerContext, recording: RecordedPayment) {
  const settings = await readSettings(caller.database)
  const decided = caller.write(async (tx) =>
    keepDecision(tx, caller, settings, await recordedDecision(tx, caller.now, recording)),
  )
  return decided.catch(refuseCounted)
}

async function keepDecision(tx: Transaction, caller: CallerContext, settings: Settings, decision: Decision) {
  const type = decision.act === 'confirm' ? 'claim' : 'received'
  const effects = await effectsOf(tx, caller, settings, decision)
  await forget(tx, decision.id, 'failed is not null')
  const { numInsertedOrUpdatedRows } = await tx.db
    .insertInto('payment_decisions')
    .values({
      id: randomUUIDv7(),
      [type === 'claim' ? 'claim_id' : 'payment_id']: decision.id,
      decision: JSON.stringify(decision),
      effects: JSON.stringify(effects),
      decided_by: caller.person(),
      due_at: sql<Date>`clock_timestamp() + ${`${UNDO_SECONDS} seconds`}::interval`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (!numInsertedOrUpdatedRows) throw new Refused('CONFLICT')
  await announceToAdmins(tx, decision.id)
  return onePayment(tx, type, decision.id)
}

/**
 * Undoes a decision that is not carried out yet, or removes the note that it could not be. What was recorded by hand with it
 * is no payment. Gives the payment as admins see it. Refuses with `TOO_LATE`.
 */
export const undoDecision = (caller: CallerContext, id: string) =>
  caller.write(async (tx) => {
    const undone = await forget(tx, id, 'true')
    if (!undone) throw new Refused('TOO_LATE')
    if (undone.decision.recorded) await dismissRecorded(tx, caller, id)
    await announceToAdmins(tx, id)
    return onePayment(tx, undone.claim_id ? 'claim' : 'received', id)
  })

const dismissRecorded = ({ db }: Transaction, caller: CallerContext, id: string) =>
  db
    .updateTable('received_payments')
    .set((eb) => ({
      // It was never there, so its receipt number is free.
      ...{ state: 'ignored', code_key: null, decided_by: caller.actor(), decided_at: caller.now },
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .where('state', '=', 'received')
    .execute()

/** Deletes the decision about a payment or a claim, if it meets the condition, and gives it. */
async function forget({ db }: Transaction, id: string, condition: 'true' | 'failed is not null') {
  const { rows } = await sql<Pick<DecisionRow, 'claim_id' | 'decision'>>`
    delete from payment_decisions
     where (payment_id = ${id} or claim_id = ${id}) and ${sql.raw(condition)}
     returning claim_id, decision`.execute(db)
  return rows[0]
}
