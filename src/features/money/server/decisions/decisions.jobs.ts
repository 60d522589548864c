import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { Refused } from '../../../../shared/refusal.ts'
import { constraintOf, type Database, type Transaction } from '../../../../server/database/database.ts'
import type { Log } from '../../../../server/log.ts'
import { type QueueWorker, startQueueWorker } from '../../../../server/queue-worker.ts'
import { readSettings } from '../../../settings/server/settings.ts'
import { activatePaid } from '../charges/activate-paid.ts'
import type { Charge } from '../charges/charges.ts'
import { announceToAdmins } from '../received/chain.ts'
import { carryOut, effectsOf } from './effects.ts'

/** Carries out the decisions that can't be undone any more, each on one node. */
export const startDecisions = ({ database, log }: { database: Database; log: Log }): QueueWorker =>
  startQueueWorker({
    name: 'payment decision',
    log,
    hasDue: () => hasDue(database),
    claim: (limit) => claimDue(database, limit),
    work: ({ id }) => carryOutDecision(database, id, new Date()),
  })

const isDue = sql<boolean>`failed is null and due_at <= statement_timestamp()`

const hasDue = (database: Database) =>
  database.read('service', async ({ db }) =>
    Boolean(await db.selectFrom('payment_decisions').select('id').where(isDue).limit(1).executeTakeFirst()),
  )

/** Claims due decisions for this node. If it ends, another one carries them out after the lease. */
const claimDue = (database: Database, limit: number) =>
  database.write('service', ({ db }) =>
    db
      .updateTable('payment_decisions')
      .set({ due_at: sql<Date>`clock_timestamp() + interval '1 minute'` })
      .where('id', 'in', (due) =>
        due
          .selectFrom('payment_decisions')
          .select('id')
          .where(isDue)
          .orderBy('due_at')
          .limit(limit)
          .forUpdate()
          .skipLocked(),
      )
      .returning('id')
      .execute(),
  )

/**
 * Carries out a decision, once. Where that is refused, or would do something else than the admin has read, nothing is
 * done and the payment says so.
 */
export async function carryOutDecision(database: Database, id: string, now: Date): Promise<void> {
  const settings = await readSettings(database)
  let charges: Charge[] = []
  try {
    charges = await database.write('service', async (tx) => {
      const kept = await lockDecision(tx, id)
      if (!kept) return []
      const { decision, effects, decided_by } = kept
      // Booked, written and audited as by the admin.
      const own: Transaction = { ...tx, caller: { person: decided_by, session: '' } }
      const acting = { actor: () => decided_by, now }
      if (!isDeepStrictEqual(await effectsOf(own, acting, settings, decision), effects))
        throw new Refused('CONFLICT')
      await tx.db.deleteFrom('payment_decisions').where('id', '=', id).execute()
      return (await carryOut(own, acting, settings, decision)).charges
    })
  } catch (error) {
    const isCounted = constraintOf(error) === 'received_code_counts'
    const code = error instanceof Refused ? error.refusal.code : isCounted && 'CODE_COUNTED'
    if (!code) throw error
    await database.write('service', (tx) => fail(tx, id, code))
  }
  for (const charge of charges) if (charge.activate) await activatePaid(database, charge, now)
}

const lockDecision = ({ db }: Transaction, id: string) =>
  db
    .selectFrom('payment_decisions')
    .selectAll()
    .where('id', '=', id)
    .where('failed', 'is', null)
    .forUpdate()
    .executeTakeFirst()

async function fail(tx: Transaction, id: string, code: string) {
  const failed = await tx.db
    .updateTable('payment_decisions')
    .set({ failed: code })
    .where('id', '=', id)
    .returning(['payment_id', 'claim_id'])
    .executeTakeFirst()
  if (failed) await announceToAdmins(tx, failed.payment_id ?? failed.claim_id!)
}
