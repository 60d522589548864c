import { implement, type Router } from '@orpc/server'
import type { Context } from '../../../server/http/context.ts'
import { house } from '../../../server/http/procedures.ts'
import { recordsContract, renewalsContract, requestsContract } from '../contract.ts'
import type { Kind } from '../../products/kind.ts'
import { kindNames, kinds } from '../../products/kinds.ts'
import { finishRenewal, listRenewals, releaseRecord } from './admin-records.ts'
import { claimPayment } from './claim-payment.ts'
import { listForReview, listOwnRequests } from './list.ts'
import { listOwnRecords, renewRecord } from './records.ts'
import { rejectPayment } from './reject-payment.ts'
import { reviewRequest } from './review.ts'
import { submitRequest } from './submit.ts'

/** The same acts for every product. The contract checks each product's shapes when the answers leave. */
const routerOf = (name: (typeof kindNames)[number]) => {
  const kind: Kind = kinds[name] as unknown as Kind
  // One product's types stand for all here: the endpoints differ in the shapes of their rows alone.
  const on = implement(requestsContract[name] as (typeof requestsContract)['domain'])
    .$context<Context>()
    .use(house)
  return {
    list: on.list.handler(({ context, input }) => listOwnRequests(context.desk, kind, input) as never),
    submit: on.submit.handler(({ context, input }) => submitRequest(context.desk, kind, input) as never),
    claimPayment: on.claimPayment.handler(
      ({ context, input: { id, ...payment } }) => claimPayment(context.desk, kind, id, payment) as never,
    ),
    records: on.records.handler(({ context, input }) => listOwnRecords(context.desk, kind, input) as never),
    renew: on.renew.handler(({ context, input }) => renewRecord(context.desk, kind, input.id) as never),
    reviewList: on.reviewList.handler(
      ({ context, input }) => listForReview(context.desk, kind, input) as never,
    ),
    review: on.review.handler(({ context, input }) => reviewRequest(context.desk, kind, input) as never),
    rejectPayment: on.rejectPayment.handler(
      ({ context, input }) => rejectPayment(context.desk, kind, input) as never,
    ),
  }
}

export const requestsRouter = Object.fromEntries(
  kindNames.map((name) => [name, routerOf(name)]),
) as unknown as Router<typeof requestsContract, Context>

const renewals = implement(renewalsContract).$context<Context>().use(house)
export const renewalsRouter = {
  list: renewals.list.handler(({ context, input }) => listRenewals(context.desk, input)),
  done: renewals.done.handler(({ context, input }) => finishRenewal(context.desk, input.id)),
}

const records = implement(recordsContract).$context<Context>().use(house)
export const recordsRouter = {
  release: records.release.handler(({ context, input }) => releaseRecord(context.desk, input.id)),
}
