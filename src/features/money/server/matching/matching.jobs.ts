import type { Database } from '../../../../server/database/database.ts'
import type { ScheduledJob } from '../../../../server/jobs.ts'
import { chargeColumns } from '../charges/charges.ts'
import { SUGGESTION_HOURS } from '../list/suggestions.ts'
import { activatePaid } from '../charges/activate-paid.ts'
import { matchReceived } from './match.ts'

const AT_ONCE = 200

/** Matches and activates what a node that ended between two commits has left. */
export async function finishPayments(database: Database, now: Date): Promise<void> {
  const { unassigned, paid } = await database.read('service', async ({ db }) => ({
    unassigned: await db
      .selectFrom('received_payments')
      .select('id')
      .where('state', '=', 'received')
      .where('created_at', '>', new Date(now.getTime() - SUGGESTION_HOURS * 3_600_000))
      .orderBy('created_at', 'desc')
      .limit(AT_ONCE)
      .execute(),
    paid: await db
      .selectFrom('charges')
      .select(chargeColumns)
      .where('activate', '=', true)
      .limit(AT_ONCE)
      .execute(),
  }))
  for (const { id } of unassigned) await matchReceived(database, id, now)
  for (const charge of paid) await activatePaid(database, charge, now)
}

export const paymentMatching = (database: Database): ScheduledJob => ({
  name: 'payment-matching',
  everyMs: 60_000,
  run: () => finishPayments(database, new Date()),
})
