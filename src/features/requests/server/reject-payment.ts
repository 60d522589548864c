import { Refused } from '../../../shared/refusal.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import { publishEvents } from '../../../server/live/publish-events.ts'
import { audit } from '../../audit/server/audit.ts'
import { readSettings } from '../../settings/server/settings.ts'
import type { ProductDefinition } from '../../products/product-definition.ts'
import { turnDown } from './payments.ts'
import { oneForReview } from './review-rows.ts'
import { auditable, findRequest } from './store.ts'
import { writeToCustomer } from './write-to-customer.ts'

/**
 * An admin turns a claim of payment down: the flags go back, the form returns with the reason, the receipt is free
 * again, and the payment stays as rejected. Refuses with `NOT_FOUND`, `NOT_CLAIMED`, and `CONFLICT` with the newer row.
 */
export async function rejectPayment(
  caller: CallerContext,
  product: ProductDefinition,
  { id, reason, version }: { id: string; reason: string; version?: number | undefined },
) {
  const settings = await readSettings(caller.database)
  return caller.write(async (tx) => {
    const row = await findRequest(tx, product.name, id, { lock: true })
    if (!row) throw new Refused('NOT_FOUND')
    // Another claim may stand there by now than the one that was looked at.
    if (version !== undefined && version !== row.version)
      throw new Refused('CONFLICT', await oneForReview(tx, product, row))
    await turnDown(tx, row.payment_id, reason, caller.now)
    await tx.db
      .updateTable('requests')
      .set({
        payment_confirmed: false,
        // What activation made paid stays so: the name is registered. What the claim made paid goes with it.
        paid: row.paid && row.stage === 'active' && product.paidOn === 'activation',
        claim_rejection: reason,
        version: row.version + 1,
        updated_at: caller.now,
      })
      .where('id', '=', id)
      .execute()
    const after = (await findRequest(tx, product.name, id))!
    await writeToCustomer(tx, settings, row.user_id, {
      kind: 'payment-rejected',
      data: { product: product.name, subject: row.subject, reason, active: row.stage === 'active' },
    })
    await Promise.all([
      audit(tx, 'admin', {
        action: 'payment.rejected',
        entity: 'request',
        entity_id: id,
        before: { ...auditable(row), receipt_number: row.receipt_number },
        after: { ...auditable(after), reason },
      }),
      publishEvents(tx, {
        user_id: row.user_id,
        type: 'payment.rejected',
        topics: [product.path],
        entity_id: id,
        data: { kind: product.name, subject: row.subject },
      }),
    ])
    return oneForReview(tx, product, after)
  })
}
