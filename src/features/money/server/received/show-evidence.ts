import { Refused } from '../../../../shared/refusal.ts'
import type { Transaction } from '../../../../server/database/database.ts'
import type { CallerContext } from '../../../../server/http/context.ts'
import { audit } from '../../../audit/server/audit.ts'
import { pick } from '../../../../shared/pick.ts'
import { contradictions } from '../../received/contradictions.ts'
import { COUNTS, type ReceivedState } from '../../received/received.ts'
import { matchReceived } from '../matching/match.ts'
import { announceToAdmins } from './chain.ts'
import {
  changeReceived,
  findReceived,
  presentFacts,
  refuseCounted,
  seenReceived,
  shownFacts,
} from './received-rows.ts'
import { onePayment } from '../list/payments.queries.ts'
import type { Input } from '../../../../shared/contract.ts'
import type { paymentsContract } from '../../received/payments.contract.ts'

/**
 * All that says something of a payment, the strongest first, and in what each piece contradicts the payment's facts.
 * Refuses with `NOT_FOUND`.
 */
export const listEvidence = (caller: CallerContext, payment: string) =>
  caller.read(async (tx) => {
    const kept = await findReceived(tx, payment)
    const rows = await tx.db
      .selectFrom('payment_evidence as e')
      .leftJoin('profiles as p', 'p.id', 'e.entered_by')
      .selectAll('e')
      .select((eb) => eb.fn.coalesce('p.full_name', 'p.email').as('entered_by_name'))
      .where('e.payment_id', '=', payment)
      .orderBy('e.rank', 'desc')
      .orderBy('e.created_at', 'desc')
      .orderBy('e.id')
      .limit(MOST_SHOWN)
      .execute()
    return {
      items: rows.map((row) => ({
        ...pick(row, ['id', 'rank', ...shownFacts]),
        ...presentFacts(row),
        reference: row.reference ?? row.reference_keys[0] ?? null,
        entered_by: row.entered_by_name,
        dismissed: row.dismissed_at !== null,
        differs: contradictions(kept, row),
      })),
    }
  })

const MOST_SHOWN = 20

export const dismissEvidence = ({ db }: Transaction, payment: string, caller: CallerContext) =>
  db
    .updateTable('payment_evidence')
    .set({ dismissed_by: caller.actor(), dismissed_at: caller.now })
    .where('payment_id', '=', payment)
    .where('dismissed_at', 'is', null)
    .execute()

type Seen = Input<typeof paymentsContract.restore>

/**
 * An admin takes back that something is no payment. What counts by itself counts again, and all else waits for a person.
 * Refuses with `NOT_FOUND`, `CONFLICT`, with `NOT_IGNORED` what nobody has dismissed, and with `CODE_COUNTED` where another
 * payment has the receipt number.
 */
export async function restorePayment(caller: CallerContext, seen: Seen) {
  const { id } = seen
  const restored = caller.write(async (tx) => {
    const row = await seenReceived(tx, seen)
    if (row.state !== 'ignored' || row.decided_by === null) throw new Refused('NOT_IGNORED')
    const counts = row.kind === 'incoming' && row.rank >= COUNTS
    const state: ReceivedState = counts ? 'received' : row.kind === 'unread' ? 'unread' : 'held'
    const reason = state === 'held' ? (row.kind === 'reversal' ? 'reversal' : 'restored') : null
    await changeReceived(tx, row, { state, reason, decided_by: null, decided_at: null })
    await tx.db
      .updateTable('payment_evidence')
      .set({ dismissed_by: null, dismissed_at: null })
      .where('payment_id', '=', id)
      .execute()
    await Promise.all([
      audit(tx, 'admin', {
        action: 'payment.restored',
        entity: 'received',
        entity_id: id,
        before: { state: row.state, reason: row.reason },
        after: { state },
      }),
      announceToAdmins(tx, id),
    ])
    return state
  })
  const state = await restored.catch(refuseCounted)
  if (state === 'received') await matchReceived(caller.database, id, caller.now)
  return caller.read((tx) => onePayment(tx, 'received', id))
}

/**
 * An admin has looked at evidence that contradicts what was booked, and leaves it as it is. Refuses with `NOT_FOUND`,
 * `CONFLICT`, and with `NOTHING_DISAGREES` where nothing waits.
 */
export const keepPayment = (caller: CallerContext, seen: Seen) =>
  caller.write(async (tx) => {
    const { id } = seen
    const row = await seenReceived(tx, seen)
    if (!row.disagrees) throw new Refused('NOTHING_DISAGREES')
    await changeReceived(tx, row, { disagrees: false })
    await Promise.all([
      audit(tx, 'admin', { action: 'payment.kept', entity: 'received', entity_id: id }),
      announceToAdmins(tx, id),
    ])
    return onePayment(tx, 'received', id)
  })
