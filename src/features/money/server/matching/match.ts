import { ConcurrentChange, type Database, type Transaction } from '../../../../server/database/database.ts'
import { publishEvents } from '../../../../server/live/publish-events.ts'
import { audit } from '../../../audit/server/audit.ts'
import type { Money } from '../../../../shared/money/money.ts'
import { columnFromMoney } from '../../../../server/database/tables.ts'
import { type Charge, lockCharge } from '../charges/charges.ts'
import { lockPayable, openClaimOf, payableColumns, payableId } from '../charges/payable.ts'
import { settleCharge } from '../charges/settle.ts'
import { readSettings } from '../../../settings/server/settings.ts'
import type { Settings } from '../../../settings/settings.ts'
import { type MatchProblem, needsCheck, TAKEN_OFF } from '../../received/received.ts'
import { changeReceived, lockReceived } from '../received/received-rows.ts'
import type { ReceivedRow } from '../received/received.tables.ts'
import { activatePaid } from '../charges/activate-paid.ts'
import { findMatch } from './find-match.ts'
import { announceToAdmins } from '../received/chain.ts'
import { payableOf } from '../charges/chargeables.ts'

/**
 * Matches received money with what it pays: by its receipt number with a claim, else by the reference that is in its
 * field, its details or its message. Runs after the commit that stored the money or the claim, so that the later one of two sees the other. It may
 * run any number of times, on several nodes.
 */
export async function matchReceived(database: Database, id: string, now: Date): Promise<void> {
  const settings = await readSettings(database)
  const charge = await database.write('service', async (tx) => {
    const received = await lockReceived(tx, id)
    if (!received || !isUndecided(received)) return undefined
    const found = await findMatch(tx, received)
    if (found === undefined) return undefined
    if ('problem' in found) {
      if (received.reason !== found.problem) await hold(tx, received, found.problem)
      return undefined
    }
    return assignMoney(tx, { received, ...found, settings, now, by: null })
  })
  if (charge?.activate) await activatePaid(database, charge, now)
}

/**
 * Matches a claim with money that came before it, also where that waits because it was not clear whose it is. Runs after
 * the commit of the claim.
 */
export async function matchClaim(database: Database, payable: string, now: Date): Promise<void> {
  const waiting = await database.read('service', ({ db }) =>
    db
      .selectFrom('claims')
      .innerJoin('received_payments', 'received_payments.code_key', 'claims.number')
      .select('received_payments.id')
      .where((eb) => eb.or(payableColumns.map((column) => eb(`claims.${column}`, '=', payable))))
      .where('claims.state', '=', 'open')
      .where('received_payments.state', 'in', ['received', 'held'])
      .execute(),
  )
  for (const { id } of waiting) await matchReceived(database, id, now)
}

/** Whether the money counts and what it pays is not decided yet. */
const isUndecided = (row: ReceivedRow) =>
  (row.state === 'received' && row.reason !== TAKEN_OFF) ||
  (row.state === 'held' && row.kind === 'incoming' && !needsCheck(row))

async function hold(tx: Transaction, received: ReceivedRow, reason: MatchProblem) {
  await changeReceived(tx, received, { state: 'held', reason })
  const { id } = received
  await Promise.all([
    audit(tx, 'service', { action: 'payment.held', entity: 'payment', entity_id: id, after: { reason } }),
    announceToAdmins(tx, id),
  ])
}

interface Assigned {
  received: ReceivedRow
  part?: Money | undefined
  charge: Charge
  settings: Settings
  now: Date
  /** The admin who decided it; null for the program. */
  by: string | null
}

/**
 * Pays a charge with received money: settles it, writes the audit log and publishes the change. A claim whose money is short
 * counts no more, so that the customer can claim the rest. Gives the charge after it. Refuses what `settleCharge` refuses.
 */
export async function assignMoney(
  tx: Transaction,
  { received, part, charge: due, settings, now, by }: Assigned,
): Promise<Charge> {
  const { kind } = due
  const payable = payableOf(due)
  const payableRow = payableId(due)
  // The request or order is locked first, as a review does, so that the two never wait for each other.
  const row = (await lockPayable(tx, payable, payableRow))!
  const charge = await lockCharge(tx, due.id)
  const claim = openClaimOf(row)
  const settling = { charge, received, part, now, by, claim, activates: activates(settings) }
  const { outcome, isPaidNow, isClaimSettled, charge: after } = await settleCharge(tx, settling)
  // Who decides on the row sees that it changed.
  const isChanged = isPaidNow ? !row.payment_confirmed : isClaimSettled
  if (isChanged && !(await payable.setRejection(tx, row, null, now))) throw new ConcurrentChange()
  await Promise.all([
    audit(tx, by ? 'admin' : 'service', {
      ...(by === null && { actor_id: null }),
      action: 'payment.matched',
      entity: payable.entity,
      entity_id: payableRow,
      after: {
        payment: received.id,
        amount: part ? columnFromMoney(part) : received.amount,
        currency: received.currency,
        reference: charge.reference,
        outcome,
      },
    }),
    publishEvents(tx, {
      user_id: charge.user_id,
      type: 'payment.received',
      topics: ['payments', payable.topic],
      entity_id: payableRow,
      data: { kind, subject: charge.subject, outcome },
    }),
  ])
  return after
}

/** Whether a payment delivers what it pays for. What only an admin can deliver waits nevertheless (`Chargeable.deliver`). */
export const activates = (settings: Settings) => settings['payments.activate'] === 'matched'
