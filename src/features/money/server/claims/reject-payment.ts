import { sql } from 'kysely'
import { textIn } from '../../../../shared/texts/bilingual.ts'
import { Refused } from '../../../../shared/refusal.ts'
import { constraintOf, ConcurrentChange, type Transaction } from '../../../../server/database/database.ts'
import type { Acting, CallerContext } from '../../../../server/http/context.ts'
import { publishEvents } from '../../../../server/live/publish-events.ts'
import { audit } from '../../../audit/server/audit.ts'
import { readSettings } from '../../../settings/server/settings.ts'
import type { Settings } from '../../../settings/settings.ts'
import {
  mailCustomer,
  customerMail,
  customerMailTemplate,
  type MailSubject,
} from '../../../mails/server/customer-mail.ts'
import { isCounted, type Payable, type PayableRow } from '../charges/payable.ts'
import { lockCharge } from '../charges/charges.ts'
import { undoAllocation } from '../charges/undo-allocation.ts'
import { paymentsButton } from '../charges/pay-to.ts'
import { shopMethods } from '../../received/receipt-key.ts'
import { changeReceived } from '../received/received-rows.ts'
import type { MailTemplate } from '../../../../server/mail/layout.ts'

/**
 * An admin rejects a claim of payment. The customer sees the form again with the reason, the receipt can be used again,
 * and the claim is stored as rejected. A payment that an admin had confirmed without having seen it is taken back; what was
 * seen is undone as a payment. Gives the payable as admins see it.
 * Refuses with `NOT_FOUND`, `NOT_CLAIMED`, and `CONFLICT` with the newer row where `version` is not the row's.
 */
export async function rejectPayment<Row extends PayableRow, Shown, Reviewed>(
  caller: CallerContext,
  payable: Payable<Row, Shown, Reviewed>,
  { id, reason, version }: { id: string; reason: string; version?: number | undefined },
): Promise<Reviewed> {
  const settings = await readSettings(caller.database)
  return caller.write(async (tx) => {
    const row = await payable.find(tx, id, { lock: true })
    if (!row) throw new Refused('NOT_FOUND')
    // The row may have another claim now than the one that the admin saw.
    if (version !== undefined && version !== row.version)
      throw new Refused('CONFLICT', await payable.presentForReview(tx, row))
    return payable.presentForReview(tx, await rejectWithin(tx, caller, settings, payable, row, reason))
  })
}

/** Rejects the claim of a locked row, in a transaction that does more. Gives the row after it. Refuses with `NOT_CLAIMED`. */
export async function rejectWithin<Row extends PayableRow>(
  tx: Transaction,
  acting: Acting,
  settings: Settings,
  payable: Payable<Row, unknown, unknown>,
  row: Row,
  reason: string,
): Promise<Row> {
  const { id } = row
  if (!row.claim_id) throw new Refused('NOT_CLAIMED')
  if (row.claim_state === 'settled') await takeBackConfirmation(tx, acting, payable, row)
  await rejectClaim(tx, row.claim_id, reason, acting.now)
  if (!(await payable.setRejection(tx, row, reason, acting.now))) throw new ConcurrentChange()
  const after = (await payable.find(tx, id))!
  const subject = payable.subjectOf(row)
  const renewal = payable.entity === 'renewal'
  const mail: RejectedPaymentMail = {
    kind: 'payment-rejected',
    data: {
      product: payable.product,
      subject,
      reason,
      active: payable.isDelivered(row) && !renewal,
      renewal,
    },
  }
  await mailCustomer(tx, settings, row.user_id, mail)
  await Promise.all([
    audit(tx, 'admin', {
      action: 'payment.rejected',
      entity: payable.entity,
      entity_id: id,
      before: { ...payable.auditable(row), receipt_number: row.receipt_number },
      after: { ...payable.auditable(after), reason },
    }),
    publishEvents(tx, {
      user_id: row.user_id,
      type: 'payment.rejected',
      topics: [payable.topic],
      entity_id: id,
      data: { kind: payable.product, subject },
    }),
  ])
  return after
}

/** Takes back the payment by which an admin confirmed a claim. Refuses with `NOT_CLAIMED` money that came in. */
async function takeBackConfirmation<Row extends PayableRow>(
  tx: Transaction,
  caller: Acting,
  payable: Payable<Row, unknown, unknown>,
  row: Row,
): Promise<void> {
  const allocation = await tx.db
    .selectFrom('allocations')
    .selectAll()
    .where('claim_id', '=', row.claim_id)
    .where('undone_at', 'is', null)
    .executeTakeFirst()
  // What has no price has no payment either.
  if (!allocation) return
  const payment = await tx.db
    .selectFrom('received_payments')
    .selectAll()
    .where('id', '=', allocation.payment_id)
    .where('channel', '=', 'by-hand')
    .where('method', '<>', shopMethods.credit)
    .forUpdate()
    .executeTakeFirst()
  if (!payment) throw new Refused('NOT_CLAIMED')
  const charge = await lockCharge(tx, allocation.charge_id)
  const { now } = caller
  const by = caller.actor()
  const isWithdrawn = !payable.isDelivered(row) && !payable.isPayable(row)
  await undoAllocation(tx, { charge, allocation, payment, as: 'reversed', isWithdrawn, now, by })
  await changeReceived(tx, payment, { state: 'reversed', decided_by: by, decided_at: now })
}

/**
 * Marks a claim as rejected. Releases its receipt, unless another claim of the same customer has it too.
 * Refuses with `NOT_CLAIMED` a claim that does not count any more.
 */
async function rejectClaim({ db }: Transaction, id: string, reason: string, now: Date): Promise<void> {
  const rejected = await db
    .updateTable('claims')
    .set({ state: 'rejected', reason, decided_at: now })
    .where('id', '=', id)
    .where(isCounted)
    .returning(['method', 'number'])
    .executeTakeFirst()
  if (!rejected) throw new Refused('NOT_CLAIMED')
  await releaseReceipt({ db }, rejected)
}

/** Releases the receipt of a claim that counts no more, unless another claim of the same customer has it too. */
export async function releaseReceipt(
  { db }: Pick<Transaction, 'db'>,
  { method, number }: { method: string; number: string },
): Promise<void> {
  const released = db
    .deleteFrom('receipts')
    .where('method', '=', method)
    .where('number', '=', number)
    .where(sql<boolean>`not exists (
      select from claims where holds_method = receipts.method and holds_number = receipts.number)`)
    .execute()
  await released.catch((error: unknown) => {
    // The customer claims with the same receipt concurrently. The next attempt sees that claim and retains the receipt.
    if (constraintOf(error) === 'claims_receipt_holder') throw new ConcurrentChange()
    throw error
  })
}

/** The mail that informs a customer that a claim of payment was rejected, and why. */
export interface RejectedPaymentMail {
  kind: 'payment-rejected'
  /**
   * `active` is true where the customer already has what was paid for, and can't claim again. A renewal is claimed again in
   * the list of payments.
   */
  data: MailSubject & { reason: string; active: boolean; renewal?: boolean }
}

export const paymentMailTemplates: Record<RejectedPaymentMail['kind'], MailTemplate> = {
  'payment-rejected': customerMailTemplate<RejectedPaymentMail['data']>(
    ({ reason, active, renewal, ...about }, context) => {
      const mail = customerMail(context, about, active ? 'unconfirmed-active' : 'unconfirmed')
      return {
        ...mail,
        facts: [...mail.facts, [context.translate('common_reason'), textIn(reason, context.locale)]],
        ...(renewal && { button: paymentsButton(context) }),
      }
    },
  ),
}
