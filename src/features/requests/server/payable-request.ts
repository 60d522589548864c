import type { Payable } from '../../money/server/charges/payable.ts'
import { isPayable } from '../../products/life-cycle.ts'
import type { ProductDefinition } from '../../products/product-definition.ts'
import { oneForReview } from './review-rows.ts'
import { auditable, factsOf, findRequest, priceOf, type RequestRow } from './store.ts'

type Shown = ReturnType<ProductDefinition['present']>
type Reviewed = Awaited<ReturnType<typeof oneForReview>>

/** The requests of a product as payables. */
export const payableRequest = (product: ProductDefinition): Payable<RequestRow, Shown, Reviewed> => ({
  entity: 'request',
  column: 'request_id',
  product: product.name,
  topic: product.path,
  find: (tx, id, options) => findRequest(tx, product.name, id, options),
  subjectOf: (row) => row.subject,
  isPayable: (row) => isPayable(row.stage),
  amountDue: priceOf,
  isDelivered: (row) => row.stage === 'active',
  async setRejection({ db }, row, claim_rejection, now) {
    const { numUpdatedRows } = await db
      .updateTable('requests')
      .set({ claim_rejection, version: row.version + 1, updated_at: now })
      .where('id', '=', row.id)
      .where('version', '=', row.version)
      .executeTakeFirstOrThrow()
    return numUpdatedRows > 0
  },
  auditable,
  present: (row) => product.present(factsOf(row)),
  presentForReview: (tx, row) => oneForReview(tx, product, row),
})
