import { keysOf, pick } from '../../../../shared/pick.ts'
import { Refused } from '../../../../shared/refusal.ts'
import { ConcurrentChange, constraintOf, type Transaction } from '../../../../server/database/database.ts'
import type { CallerContext } from '../../../../server/http/context.ts'
import { publishEvents } from '../../../../server/live/publish-events.ts'
import { audit } from '../../../audit/server/audit.ts'
import { type PaymentInput, paymentInput } from '../../claims/payment-input.ts'
import { lockPayable, openClaimOf, type Payable, type PayableRow } from '../charges/payable.ts'
import { payerOf, recordRefusedClaim, reserveReceipt } from './claim-payment.ts'
import { readPayment } from './read-receipt.ts'
import { releaseReceipt } from './reject-payment.ts'

type AnyPayable<Row extends PayableRow> = Payable<Row, unknown, unknown>

/**
 * A customer corrects an open claim: who has paid, the receipt number, the method. Refuses with `NOT_FOUND`, with `NOT_OPEN`
 * what was decided or is being booked, and with `FIELDS_REQUIRED` and `RECEIPT_USED` as a new claim.
 */
export async function correctClaim<Row extends PayableRow>(
  caller: CallerContext,
  payable: AnyPayable<Row>,
  id: string,
  entered: PaymentInput,
): Promise<void> {
  const { receipt, payment, text } = await readPayment(caller, payable.column, id, entered)
  const person = caller.person()
  let isOthers = false
  try {
    await caller.writeAsServer(async (tx) => {
      const { row, claim } = await lockOpenClaim(tx, payable, id, person)
      const payer = await payerOf(tx, receipt)
      isOthers = payer !== undefined && payer !== person
      if (payer) throw new Refused('RECEIPT_USED')
      const before = await claimOf(tx, claim)
      await reserveReceipt(tx, receipt, person)
      await tx.db
        .updateTable('claims')
        .set((eb) => ({ ...payment, ...receipt, receipt_text: text, version: eb('version', '+', 1) }))
        .where('id', '=', claim)
        .execute()
      await releaseReceipt(tx, before)
      await announce(tx, payable, row, caller.now)
      const { entity } = payable
      const claimed = { before: claimedIn(before), after: payment }
      await audit(tx, 'user', { action: 'payment.claim-corrected', entity, entity_id: id, ...claimed })
    })
  } catch (error) {
    if (!isOthers && constraintOf(error) !== 'claims_receipt_holder') throw error
    await recordRefusedClaim(caller, payable, id, payment)
    throw new Refused('RECEIPT_USED')
  }
}

/** A customer withdraws an open claim, and may claim again. Refuses with `NOT_FOUND` and `NOT_OPEN`. */
export async function withdrawClaim<Row extends PayableRow>(
  caller: CallerContext,
  payable: AnyPayable<Row>,
  id: string,
): Promise<void> {
  const person = caller.person()
  await caller.writeAsServer(async (tx) => {
    const { row, claim } = await lockOpenClaim(tx, payable, id, person)
    const before = await claimOf(tx, claim)
    await tx.db
      .updateTable('claims')
      .set({ state: 'withdrawn', decided_at: caller.now })
      .where('id', '=', claim)
      .execute()
    await releaseReceipt(tx, before)
    await tx.db.deleteFrom('claim_photos').where('claim_id', '=', claim).execute()
    await announce(tx, payable, row, caller.now)
    await audit(tx, 'user', {
      action: 'payment.claim-withdrawn',
      entity: payable.entity,
      entity_id: id,
      before: claimedIn(before),
    })
  })
}

/** The open claim of a customer's own payable, which is locked. Refuses with `NOT_FOUND` and `NOT_OPEN`. */
export async function lockOpenClaim<Row extends PayableRow>(
  tx: Transaction,
  payable: AnyPayable<Row>,
  id: string,
  owner: string,
): Promise<{ row: Row; claim: string }> {
  const row = await lockPayable(tx, payable, id, { owner })
  if (!row) throw new Refused('NOT_FOUND')
  const claim = openClaimOf(row)
  if (!claim) throw new Refused('NOT_OPEN')
  // What an admin has decided is carried out in a moment, or its failure is no decision any more.
  await tx.db
    .deleteFrom('payment_decisions')
    .where('claim_id', '=', claim.id)
    .where('failed', 'is not', null)
    .execute()
  const decision = await tx.db
    .selectFrom('payment_decisions')
    .select('id')
    .where('claim_id', '=', claim.id)
    .executeTakeFirst()
  if (decision) throw new Refused('NOT_OPEN')
  return { row, claim: claim.id }
}

const claimOf = ({ db }: Transaction, id: string) =>
  db
    .selectFrom('claims')
    .select(['method', 'number', 'payer_name', 'receipt_number', 'payment_method'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

const claimedIn = (claim: PaymentInput) => pick(claim, keysOf(paymentInput))

/** Raises the version of what was claimed, and tells the open pages of the customer and of admins. */
async function announce<Row extends PayableRow>(
  tx: Transaction,
  payable: AnyPayable<Row>,
  row: Row,
  now: Date,
) {
  if (!(await payable.setRejection(tx, row, null, now))) throw new ConcurrentChange()
  await publishEvents(tx, {
    user_id: row.user_id,
    type: 'payment.claim-changed',
    topics: ['payments', payable.topic],
    entity_id: row.id,
  })
}
