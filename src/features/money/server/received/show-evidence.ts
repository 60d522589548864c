import { Refused } from '../../../../shared/refusal.ts'
import { constraintOf, type Transaction } from '../../../../server/database/database.ts'
import type { CallerContext } from '../../../../server/http/context.ts'
import { audit } from '../../../audit/server/audit.ts'
import { contradictions } from '../../received/contradictions.ts'
import { COUNTS } from '../../received/received.ts'
import { lockReceived, matchReceived } from '../matching/match.ts'
import { announceToAdmins } from './chain.ts'
import { onePayment } from '../list/list-payments.ts'
import type { Input } from '../../../../shared/contract.ts'
import type { paymentsContract } from '../../received/payments-contract.ts'

const decimal = (column: string | null) => (column === null ? null : Number(column))

/**
 * All that says something of a payment, the strongest first, and in what each piece contradicts the payment's facts.
 * Refuses with `NOT_FOUND`.
 */
export const listEvidence = (caller: CallerContext, payment: string) =>
  caller.read(async ({ db }) => {
    const kept = await db
      .selectFrom('received_payments')
      .selectAll()
      .where('id', '=', payment)
      .executeTakeFirst()
    if (!kept) throw new Refused('NOT_FOUND')
    const rows = await db
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
        id: row.id,
        channel: row.channel,
        rank: row.rank,
        reason: row.reason,
        sender: row.sender,
        body: row.body,
        method: row.method,
        amount: decimal(row.amount),
        currency: row.currency,
        code: row.code,
        payer_name: row.payer_name,
        payer_phone: row.payer_phone,
        reference: row.reference ?? row.reference_keys[0] ?? null,
        paid_at: row.paid_at?.toISOString() ?? null,
        received_at: row.received_at.toISOString(),
        entered_by: row.entered_by_name,
        dismissed: row.dismissed_at !== null,
        differs: contradictions(kept, row),
      })),
    }
  })

const MOST_SHOWN = 20

/** Marks the evidence of a payment as not true. */
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
export async function restorePayment(caller: CallerContext, { id, version }: Seen) {
  const restored = caller.write(async (tx) => {
    const row = await lockSeen(tx, { id, version })
    if (row.state !== 'ignored' || row.decided_by === null) throw new Refused('NOT_IGNORED')
    const counts = row.kind === 'incoming' && row.rank >= COUNTS
    const state = counts
      ? ('received' as const)
      : row.kind === 'unread'
        ? ('unread' as const)
        : ('held' as const)
    await tx.db
      .updateTable('received_payments')
      .set({
        state,
        reason: state === 'held' ? (row.kind === 'reversal' ? 'reversal' : 'restored') : null,
        ...{ decided_by: null, decided_at: null, version: version + 1 },
      })
      .where('id', '=', id)
      .execute()
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
  const state = await restored.catch((error: unknown) => {
    if (constraintOf(error) === 'received_code_counts') throw new Refused('CODE_COUNTED')
    throw error
  })
  if (state === 'received') await matchReceived(caller.database, id, caller.now)
  return caller.read((tx) => onePayment(tx, 'received', id))
}

/**
 * An admin has looked at evidence that contradicts what was booked, and leaves it as it is. Refuses with `NOT_FOUND`,
 * `CONFLICT`, and with `NOTHING_DISAGREES` where nothing waits.
 */
export const keepPayment = (caller: CallerContext, { id, version }: Seen) =>
  caller.write(async (tx) => {
    const row = await lockSeen(tx, { id, version })
    if (!row.disagrees) throw new Refused('NOTHING_DISAGREES')
    await tx.db
      .updateTable('received_payments')
      .set({ disagrees: false, version: version + 1 })
      .where('id', '=', id)
      .execute()
    await Promise.all([
      audit(tx, 'admin', { action: 'payment.kept', entity: 'received', entity_id: id }),
      announceToAdmins(tx, id),
    ])
    return onePayment(tx, 'received', id)
  })

async function lockSeen(tx: Transaction, { id, version }: Seen) {
  const row = await lockReceived(tx, id)
  if (!row) throw new Refused('NOT_FOUND')
  if (row.version !== version) throw new Refused('CONFLICT')
  return row
}
