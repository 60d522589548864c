import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { Refused } from '../../../../shared/refusal.ts'
import { constraintOf, type Transaction } from '../../../../server/database/database.ts'
import type { CallerContext } from '../../../../server/http/context.ts'
import { readSettings } from '../../../settings/server/settings.ts'
import { UNDO_SECONDS } from '../../received/decisions-contract.ts'
import { announceToAdmins } from '../received/chain.ts'
import { onePayment } from '../list/list-payments.ts'
import { chargesByIds, customersOf, presentCharges } from '../list/payment-rows.ts'
import { effectsOf } from './effects.ts'
import type { Decision } from './tables.ts'

/** What a decision would do, with the charges and customers by their names. Refuses what its act refuses. */
export async function previewDecision(caller: CallerContext, decision: Decision) {
  const settings = await readSettings(caller.database)
  const tried = caller.write(async (tx) => {
    const { charges, credits } = await effectsOf(tx, caller, settings, decision)
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
  })
  return tried.catch(refuseCounted)
}

/**
 * Keeps a decision, which `carryOutDecision` carries out once it can't be undone any more. Gives the payment as admins see
 * it. Refuses what its act refuses, and with `CONFLICT` where another decision waits.
 */
export async function decide(caller: CallerContext, decision: Decision) {
  const settings = await readSettings(caller.database)
  const by = caller.person()
  const type = decision.act === 'confirm' ? 'claim' : 'received'
  const decided = caller.write(async (tx) => {
    const effects = await effectsOf(tx, caller, settings, decision)
    await forget(tx, decision.id, 'failed is not null')
    const { numInsertedOrUpdatedRows } = await tx.db
      .insertInto('payment_decisions')
      .values({
        id: randomUUIDv7(),
        [type === 'claim' ? 'claim_id' : 'payment_id']: decision.id,
        decision: JSON.stringify(decision),
        effects: JSON.stringify(effects),
        decided_by: by,
        due_at: sql<Date>`clock_timestamp() + ${`${UNDO_SECONDS} seconds`}::interval`,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (!numInsertedOrUpdatedRows) throw new Refused('CONFLICT')
    await announceToAdmins(tx, decision.id)
    return onePayment(tx, type, decision.id)
  })
  return decided.catch(refuseCounted)
}

/**
 * Undoes a decision that is not carried out yet, or removes the note that it could not be. Gives the payment as admins see
 * it. Refuses with `TOO_LATE`.
 */
export const undoDecision = (caller: CallerContext, id: string) =>
  caller.write(async (tx) => {
    const type = await forget(tx, id, 'true')
    if (!type) throw new Refused('TOO_LATE')
    await announceToAdmins(tx, id)
    return onePayment(tx, type, id)
  })

/** Deletes the decision about a payment or a claim, if it meets the condition. Gives what it was about. */
async function forget({ db }: Transaction, id: string, condition: 'true' | 'failed is not null') {
  const { rows } = await sql<{ claim_id: string | null }>`
    delete from payment_decisions
     where (payment_id = ${id} or claim_id = ${id}) and ${sql.raw(condition)} returning claim_id`.execute(db)
  return rows[0] && (rows[0].claim_id ? ('claim' as const) : ('received' as const))
}

function refuseCounted(error: unknown): never {
  if (constraintOf(error) === 'received_code_counts') throw new Refused('CODE_COUNTED')
  throw error
}
