import { sql } from 'kysely'
import { Refused } from '../../../../shared/refusal.ts'
import type { Transaction } from '../../../../server/database/database.ts'
import type { Acting, CallerContext } from '../../../../server/http/context.ts'
import { publishEvents } from '../../../../server/live/publish-events.ts'
import { audit } from '../../../audit/server/audit.ts'
import { type Charge, findCharge } from '../charges/charges.ts'
import { confirmClaim } from '../claims/confirm-claim.ts'
import { lockPayable, payableColumns, payableId } from '../charges/payable.ts'
import { rejectWithin } from '../claims/reject-payment.ts'
import { shopMethods } from '../../received/receipt-key.ts'
import { readSettings } from '../../../settings/server/settings.ts'
import type { Settings } from '../../../settings/settings.ts'
import { needsCheck, payingStates } from '../../received/received.ts'
import { activatePaid } from '../charges/activate-paid.ts'
import { onePayment } from '../list/payments.queries.ts'
import { activates, assignMoney } from './match.ts'
import { announceToAdmins } from '../received/chain.ts'
import { payableOf } from '../charges/chargeables.ts'
import { isPaying, undoPayment } from './undo-payment.ts'
import { dismissEvidence } from '../received/show-evidence.ts'
import { changeReceived, refuseCounted, seenReceived } from '../received/received-rows.ts'
import type { ReceivedRow } from '../received/received.tables.ts'
import type { Input } from '../../../../shared/contract.ts'
import type { paymentsContract } from '../../received/payments.contract.ts'

export const isWaiting = ({ state, kind }: ReceivedRow) =>
  ['received', 'held'].includes(state) && kind === 'incoming'

/**
 * An admin matches received money with an amount due, also money that the matching has held. Gives the payment as admins
 * see it. Refuses with `NOT_FOUND`, `CONFLICT`, `NOT_WAITING`, with `NOT_CHECKED` what `confirmReceived` has to count
 * first, with `CODE_COUNTED` where another payment has the receipt number, and what `settleCharge` refuses.
 */
export async function matchByHand(
  caller: CallerContext,
  { id, charge_id, version }: Input<typeof paymentsContract.match>,
) {
  const settings = await readSettings(caller.database)
  const matched = caller.write(async (tx) => {
    const received = await seenReceived(tx, { id, version })
    // Its balance and receipt number do not count yet.
    if (needsCheck(received)) throw new Refused('NOT_CHECKED')
    if (!isWaiting(received)) throw new Refused('NOT_WAITING')
    const due = await findCharge(tx, 'id', charge_id)
    if (!due) throw new Refused('NOT_FOUND')
    const by = caller.actor()
    const charge = await assignMoney(tx, { received, charge: due, settings, now: caller.now, by })
    return { shown: await onePayment(tx, 'received', id), charge }
  })
  const { shown, charge } = await matched.catch(refuseCounted)
  if (charge.activate) await activatePaid(caller.database, charge, caller.now)
  return shown
}

/**
 * An admin marks a message or a line of a statement as none of the shop's money, with a reason.
 * Refuses with `NOT_FOUND`, `CONFLICT` and `NOT_WAITING`.
 */
export async function ignorePayment(
  caller: CallerContext,
  { id, reason, version }: Input<typeof paymentsContract.ignore>,
) {
  return caller.write(async (tx) => {
    const row = await seenReceived(tx, { id, version })
    if (!['received', 'held', 'unread'].includes(row.state)) throw new Refused('NOT_WAITING')
    const decided = { decided_by: caller.actor(), decided_at: caller.now }
    await changeReceived(tx, row, { state: 'ignored', reason, ...decided })
    await dismissEvidence(tx, id, caller)
    await Promise.all([
      audit(tx, 'admin', {
        action: 'payment.ignored',
        entity: 'payment',
        entity_id: id,
        before: { state: row.state, reason: row.reason },
        after: { reason },
      }),
      announceToAdmins(tx, id),
    ])
    return onePayment(tx, 'received', id)
  })
}

type Reversing = Input<typeof paymentsContract.reverse>

/** An admin takes back money that was reversed, as `reverse` does it. Gives the payment as admins see it. */
export const reversePayment = (caller: CallerContext, reversing: Reversing) =>
  caller.write(async (tx) => {
    await reverse(tx, caller, reversing)
    return onePayment(tx, 'received', reversing.id)
  })

/**
 * Takes back money that was reversed: of the payment itself, or of the payment that a message of the reversal names. The
 * customer can claim another payment then, unless what was paid is delivered. Gives the id of the payment.
 * Refuses with `NOT_FOUND`, `CONFLICT`, and with `NOT_SETTLED` where no payment that counts is found.
 */
export async function reverse(tx: Transaction, acting: Acting, reversing: Reversing): Promise<string> {
  const row = await seenReceived(tx, reversing)
  const original = row.kind === 'reversal' ? await originalOf(tx, row) : row
  // No bank takes credit back. Its use was paid out of the credit, and would be taken a second time.
  if (!original || !isPaying(original) || original.method === shopMethods.credit)
    throw new Refused('NOT_SETTLED')
  const undone = await undoPayment(tx, acting, original, 'reversed')
  const decided = { state: 'reversed' as const, decided_by: acting.actor(), decided_at: acting.now }
  await changeReceived(tx, original, { ...decided, disagrees: false })
  if (original.id !== row.id)
    await changeReceived(tx, row, { ...decided, reason: null, user_id: undone[0]!.user_id })
  return original.id
}

/** The payment that a message of a reversal is about. Its number is the message's own, or the one that the message names. */
async function originalOf({ db }: Transaction, row: ReceivedRow): Promise<ReceivedRow | undefined> {
  return db
    .selectFrom('received_payments')
    .selectAll()
    .where('code_key', '=', sql<string>`any (${row.reverses ?? []}::text[])`)
    .where('kind', '=', 'incoming')
    .where('state', 'in', payingStates)
    .forUpdate()
    .executeTakeFirst()
}

const claimOf = async ({ db }: Transaction, id: string) => {
  const claim = await db.selectFrom('claims').selectAll().where('id', '=', id).executeTakeFirst()
  if (!claim) throw new Refused('NOT_FOUND')
  return claim
}

async function payableOfClaim(tx: Transaction, claim: Awaited<ReturnType<typeof claimOf>>) {
  const { kind } = await tx.db
    .selectFrom('charges')
    .select('kind')
    .where((eb) => eb.or(payableColumns.map((column) => eb(column, '=', claim[column]))))
    .executeTakeFirstOrThrow()
  return { payable: payableOf({ ...claim, kind }), payableRow: payableId(claim) }
}

/** An admin confirms by hand that a claimed payment came in, as `confirm` does it. Gives the payment as admins see it. */
export async function confirmByHand(caller: CallerContext, id: string) {
  const settings = await readSettings(caller.database)
  const { shown, charge } = await caller.write(async (tx) => {
    const confirmed = await confirm(tx, caller, settings, { id })
    return { shown: await onePayment(tx, 'received', confirmed.payment), charge: confirmed.charge }
  })
  if (charge.activate) await activatePaid(caller.database, charge, caller.now)
  return shown
}

/**
 * Confirms by hand that a claimed payment came in. Gives the id of the payment, and what it pays.
 * Refuses with `NOT_FOUND`, with `CONFLICT` another version of the claim, and with `NOT_CLAIMED` where the claim does not count
 * or nothing is due any more.
 */
export async function confirm(
  tx: Transaction,
  { now }: Acting,
  settings: Settings,
  { id, version }: { id: string; version?: number | undefined },
): Promise<{ payment: string; charge: Charge }> {
  const { payable, payableRow } = await payableOfClaim(tx, await claimOf(tx, id))
  const row = await lockPayable(tx, payable, payableRow)
  if (row?.claim_id !== id) throw new Refused('NOT_CLAIMED')
  // The customer may have corrected it. The lock on what was claimed keeps it as it is now.
  if (version !== undefined && (await claimOf(tx, id)).version !== version) throw new Refused('CONFLICT')
  const isConfirmed = await confirmClaim(tx, payable, row, now, activates(settings))
  if (!isConfirmed) throw new Refused('NOT_CLAIMED')
  const allocation = await tx.db
    .selectFrom('allocations')
    .select(['payment_id', 'charge_id'])
    .where('claim_id', '=', id)
    .where('undone_at', 'is', null)
    .executeTakeFirstOrThrow()
  const charge = (await findCharge(tx, 'id', allocation.charge_id))!
  await Promise.all([
    audit(tx, 'admin', {
      action: 'payment.matched',
      entity: payable.entity,
      entity_id: payableRow,
      after: { payment: allocation.payment_id, reference: charge.reference, by_hand: true },
    }),
    publishEvents(tx, {
      user_id: charge.user_id,
      type: 'payment.received',
      topics: ['payments', payable.topic],
      entity_id: payableRow,
      data: { kind: charge.kind, subject: charge.subject },
    }),
  ])
  return { payment: allocation.payment_id, charge }
}

/** An admin rejects a claim, as beside its request or order. Refuses with `NOT_FOUND` and `NOT_CLAIMED`. */
export async function rejectClaim(caller: CallerContext, { id, reason }: { id: string; reason: string }) {
  const settings = await readSettings(caller.database)
  return caller.write(async (tx) => {
    const { payable, payableRow } = await payableOfClaim(tx, await claimOf(tx, id))
    const row = await payable.find(tx, payableRow, { lock: true })
    if (row?.claim_id !== id) throw new Refused('NOT_CLAIMED')
    await rejectWithin(tx, caller, settings, payable, row, reason)
    return onePayment(tx, 'claim', id)
  })
}
