import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { Refused } from '../../../shared/refusal.ts'
import { constraintOf, ConcurrentChange, type Transaction } from '../../../server/database/database.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import { publishEvents } from '../../../server/live/publish-events.ts'
import { audit } from '../../audit/server/audit.ts'
import { methodKey, receiptKey } from '../../catalogue/receipts.ts'
import './tables.ts'

/** What a customer says of a payment. */
export interface Payment {
  payer_name: string
  receipt_number: string
  payment_method: string
}

/** The claim of payment that counts, as it stands beside what it pays for; null where there is none. */
export interface StandingClaim {
  payment_id: string | null
  payer_name: string | null
  receipt_number: string | null
  payment_method: string | null
  receipt_key: string | null
  amount: string | null
  currency: string | null
  claimed_at: Date | null
}

/** The state of a claim that counts, written out: a list's first page then goes by no value, and its plan is kept. */
export const standing = sql.lit('claimed' as const)

/** The columns of a {@link StandingClaim}, for a left join on `payments`. */
export const claimColumns = [
  'payments.id as payment_id',
  'payments.payer_name',
  'payments.receipt_number',
  'payments.payment_method',
  'payments.number as receipt_key',
  'payments.amount',
  'payments.currency',
  'payments.created_at as claimed_at',
] as const

/** What a payment is for: one request, or one order. */
export type PaidFor = { request_id: string } | { order_id: string }

/** A receipt as its key. Refuses with `FIELDS_REQUIRED` one of punctuation alone: it would be the same for everybody. */
export function readReceipt(payment: Payment): { method: string; number: string } {
  const method = methodKey(payment.payment_method)
  const number = receiptKey(payment.receipt_number)
  if (!method || !number) throw new Refused('FIELDS_REQUIRED')
  return { method, number }
}

/**
 * Stores a claim of payment and takes its receipt for the customer. The keys of the database refuse a second claim
 * for one thing, and a receipt that another customer holds: see `refusalOfClaim`.
 * @param amount of the offer at this moment, as numeric(12,2)
 */
export async function storeClaim(
  { db }: Transaction,
  person: string,
  payment: Payment,
  of: PaidFor & { amount: string | null },
): Promise<void> {
  const receipt = readReceipt(payment)
  await Promise.all([
    db
      .insertInto('receipts')
      .values({ ...receipt, user_id: person })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
    db
      .insertInto('payments')
      .values({ id: randomUUIDv7(), user_id: person, ...payment, ...receipt, ...of })
      .execute(),
  ])
}

/** What a failed claim is refused with; undefined where something else failed. */
export function refusalOfClaim(error: unknown): 'ALREADY_CLAIMED' | 'RECEIPT_USED' | undefined {
  const constraint = constraintOf(error)
  if (constraint === 'payments_one_claim' || constraint === 'payments_one_claim_of_order')
    return 'ALREADY_CLAIMED'
  return constraint === 'payments_receipt_holder' ? 'RECEIPT_USED' : undefined
}

interface Refusal {
  entity: 'request' | 'order'
  id: string
  topic: string
  kind: string
}

/** A receipt that another customer holds: nothing of the claim stays, but the admins are to see that it was tried. */
export async function keepRefusedClaim(
  caller: CallerContext,
  { entity, id, topic, kind }: Refusal,
  payment: Payment,
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
      data: { kind },
      for_admins: true,
    })
  })
}

/**
 * Turns a claim down: the payment stays as rejected, its receipt is free again unless another claim of the same
 * customer's holds it too. Refuses with `NOT_CLAIMED` one that does not stand.
 */
export async function turnDown(
  { db }: Transaction,
  paymentId: string | null,
  reason: string,
  now: Date,
): Promise<void> {
  if (!paymentId) throw new Refused('NOT_CLAIMED')
  const freed = await db
    .updateTable('payments')
    .set({ state: 'rejected', reason, decided_at: now })
    .where('id', '=', paymentId)
    .where('state', '=', 'claimed')
    .returning(['method', 'number'])
    .executeTakeFirst()
  if (!freed) throw new Refused('NOT_CLAIMED')
  const letGo = db
    .deleteFrom('receipts')
    .where('method', '=', freed.method)
    .where('number', '=', freed.number)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payments')
            .select('id')
            .whereRef('holds_method', '=', 'receipts.method')
            .whereRef('holds_number', '=', 'receipts.number'),
        ),
      ),
    )
    .execute()
  await letGo.catch((error: unknown) => {
    // The customer claims with it again at this very moment: looked at anew, it is held and stays.
    if (constraintOf(error) === 'payments_receipt_holder') throw new ConcurrentChange()
    throw error
  })
}
