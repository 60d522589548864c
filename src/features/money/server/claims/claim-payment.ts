import { randomUUIDv7 } from 'node:crypto'
import type { Insertable } from 'kysely'
import { Refused } from '../../../../shared/refusal.ts'
import { constraintOf, ConcurrentChange, type Transaction } from '../../../../server/database/database.ts'
import { columnFromMoney } from '../../../../server/database/tables.ts'
import type { CallerContext } from '../../../../server/http/context.ts'
import { publishEvents } from '../../../../server/live/publish-events.ts'
import { audit } from '../../../audit/server/audit.ts'
import type { PaymentInput } from '../../claims/payment-input.ts'
import { isOtherMethod } from '../../received/receipt-key.ts'
import type { Claims, Payable, PayableRow } from '../charges/payable.ts'
import { readPayment, type Receipt } from './read-receipt.ts'

/**
 * A customer claims that something was paid. The claim stores the amount due at this moment. Unique keys allow one
 * customer to hold a receipt, and one claim to count for a payable. Gives the payable as the customer sees it.
 * Refuses with `FIELDS_REQUIRED`, `NOT_FOUND`, `NOT_PAYABLE`, `ALREADY_CLAIMED` and `RECEIPT_USED`, and as `readPayment` does. Admins see beside the
 * payable that the receipt of another customer was used.
 */
export async function claimPayment<Row extends PayableRow, Shown, Reviewed>(
  caller: CallerContext,
  payable: Payable<Row, Shown, Reviewed>,
  id: string,
  entered: PaymentInput,
): Promise<Shown> {
  const { receipt, payment, text } = await readPayment(caller, payable.column, id, entered)
  const person = caller.person()
  let isOthers = false
  try {
    return await caller.writeAsServer(async (tx) => {
      // Locked, so that nothing pays it while the claim is stored.
      const row = await payable.find(tx, id, { owner: person, lock: true })
      if (!row) throw new Refused('NOT_FOUND')
      if (row.payment_confirmed) throw new Refused('ALREADY_CLAIMED')
      if (!payable.isPayable(row)) throw new Refused('NOT_PAYABLE')
      const payer = await payerOf(tx, receipt)
      isOthers = payer !== undefined && payer !== person
      if (payer) throw new Refused('RECEIPT_USED')
      const { currency } = row
      const amount = columnFromMoney(payable.amountDue(row))
      const claimed = { user_id: person, [payable.column]: id }
      const [, isSaved] = await Promise.all([
        insertClaim(tx, { ...payment, ...receipt, ...claimed, receipt_text: text, amount, currency }),
        payable.setRejection(tx, row, null, caller.now),
        audit(tx, 'user', {
          action: 'payment.claimed',
          entity: payable.entity,
          entity_id: id,
          after: { ...payment, amount, currency },
        }),
        publishEvents(tx, {
          user_id: person,
          type: 'payment.claimed',
          topics: [payable.topic],
          entity_id: id,
          data: { kind: payable.product, subject: payable.subjectOf(row) },
        }),
      ])
      if (!isSaved) throw new ConcurrentChange()
      return payable.present((await payable.find(tx, id, { owner: person }))!)
    })
  } catch (error) {
    const code = isOthers ? 'RECEIPT_USED' : claimRefusalOf(error)
    if (!code) throw error
    if (code === 'RECEIPT_USED') await recordRefusedClaim(caller, payable, id, payment)
    throw new Refused(code)
  }
}

/** The customer for whom the money of a receipt has paid something already, whole or in part. */
export async function payerOf({ db }: Transaction, { method, number }: Receipt): Promise<string | undefined> {
  const counted = await db
    .selectFrom('received_payments')
    .innerJoin('allocations', 'allocations.payment_id', 'received_payments.id')
    .select(['allocations.user_id', 'received_payments.method'])
    .where('received_payments.code_key', '=', number)
    .where('allocations.undone_at', 'is', null)
    .execute()
  return counted.find((row) => row.method === null || !isOtherMethod(row.method, method))?.user_id
}

/** Stores a claim and reserves its receipt for the customer. A unique key fails where another customer holds it. */
const insertClaim = ({ db }: Transaction, claim: Omit<Insertable<Claims>, 'id'>) =>
  Promise.all([
    reserveReceipt({ db }, claim, claim.user_id),
    db
      .insertInto('claims')
      .values({ id: randomUUIDv7(), ...claim })
      .execute(),
  ])

/** Reserves a receipt for a customer, unless somebody has it. */
export const reserveReceipt = (
  { db }: Pick<Transaction, 'db'>,
  { method, number }: Receipt,
  user_id: string,
) =>
  db
    .insertInto('receipts')
    .values({ method, number, user_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** The refusal for an error of a unique key. Undefined for any other error. */
function claimRefusalOf(error: unknown): 'ALREADY_CLAIMED' | 'RECEIPT_USED' | undefined {
  const constraint = constraintOf(error)
  if (constraint?.startsWith('claims_one')) return 'ALREADY_CLAIMED'
  return constraint === 'claims_receipt_holder' ? 'RECEIPT_USED' : undefined
}

/** Notifies the admins that a customer claimed with another customer's receipt. The claim itself is rolled back. */
export async function recordRefusedClaim(
  caller: CallerContext,
  { entity, topic, product }: Pick<Payable<PayableRow, unknown, unknown>, 'entity' | 'topic' | 'product'>,
  id: string,
  payment: PaymentInput,
) {
  const [person, actor] = [caller.person(), caller.actor()]
  const isOwn = actor === person
  await caller.database.write('service', async (tx) => {
    await audit(tx, isOwn ? 'user' : 'admin', {
      action: 'payment.refused',
      entity,
      entity_id: id,
      ...(actor && { actor_id: actor }),
      after: isOwn ? payment : { ...payment, on_behalf_of: person },
    })
    await publishEvents(tx, {
      user_id: person,
      type: 'payment.refused',
      topics: [topic],
      entity_id: id,
      data: { kind: product },
      for_admins: true,
    })
  })
}
