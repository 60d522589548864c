import { Refused } from '../../../shared/refusal.ts'
import { ConcurrentChange } from '../../../server/database/database.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import { publishEvents } from '../../../server/live/publish-events.ts'
import { audit } from '../../audit/server/audit.ts'
import type { ProductDefinition } from '../../products/product-definition.ts'
import { isPayable } from '../../products/life-cycle.ts'
import { keepRefusedClaim, type Payment, readReceipt, refusalOfClaim, storeClaim } from './payments.ts'
import { factsOf, findRequest } from './store.ts'

/**
 * A customer says that an offer was paid. The claim keeps the amount of the offer at this moment; one customer holds
 * a receipt, by its key in the database. Gives the request.
 * Refuses with `FIELDS_REQUIRED`, `NOT_FOUND`, `NOT_PAYABLE`, `ALREADY_CLAIMED` and `RECEIPT_USED`; the last is kept
 * for the admins.
 */
export async function claimPayment(
  caller: CallerContext,
  product: ProductDefinition,
  id: string,
  payment: Payment,
) {
  readReceipt(payment)
  const person = caller.person()

  try {
    return await caller.writeAsServer(async (tx) => {
      const request = await findRequest(tx, product.name, id, { owner: person })
      if (!request) throw new Refused('NOT_FOUND')
      if (request.payment_confirmed) throw new Refused('ALREADY_CLAIMED')
      if (!isPayable(request.stage)) throw new Refused('NOT_PAYABLE')
      const [, updated] = await Promise.all([
        storeClaim(tx, person, payment, { request_id: id, amount: request.price }),
        tx.db
          .updateTable('requests')
          .set({
            payment_confirmed: true,
            paid: product.paidOn === 'claim',
            claim_rejection: null,
            version: request.version + 1,
            updated_at: caller.now,
          })
          .where('id', '=', id)
          .where('user_id', '=', person)
          .where('version', '=', request.version)
          .executeTakeFirst(),
        audit(tx, 'user', {
          action: 'payment.claimed',
          entity: 'request',
          entity_id: id,
          after: { ...payment, amount: request.price },
        }),
        publishEvents(tx, {
          user_id: person,
          type: 'payment.claimed',
          topics: [product.path],
          entity_id: id,
          data: { kind: product.name, subject: request.subject },
        }),
      ])
      if (!updated.numUpdatedRows) throw new ConcurrentChange()
      return product.present(factsOf((await findRequest(tx, product.name, id, { owner: person }))!))
    })
  } catch (error) {
    const code = refusalOfClaim(error)
    if (!code) throw error
    if (code === 'RECEIPT_USED')
      await keepRefusedClaim(
        caller,
        { entity: 'request', id, topic: product.path, kind: product.name },
        payment,
      )
    throw new Refused(code)
  }
}
