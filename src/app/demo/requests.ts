import { type ProductDefinition, statusOf } from '../../features/products/product-definition.ts'
import { products } from '../../features/products/products.ts'
import { claimPayment } from '../../features/money/server/claims/claim-payment.ts'
import { payableRequest } from '../../features/requests/server/payable-request.ts'
import { renewRecord } from '../../features/requests/server/records.ts'
import { rejectPayment } from '../../features/money/server/claims/reject-payment.ts'
import { reviewRequest } from '../../features/requests/server/review-request.ts'
import { submitRequest } from '../../features/requests/server/submit-request.ts'
import { Refused } from '../../shared/refusal.ts'
import type { Database } from '../../server/database/database.ts'
import type { Permission } from '../../shared/staff/permissions.ts'
import { callerContext, type CallerContext } from '../../server/http/context.ts'
import type { Actor, Actors } from './accounts.ts'
import { stories } from './stories.ts'
import type { StoryStep } from './story-steps.ts'

/** An action of a customer or an admin at a time in the past. */
export interface DemoAction {
  /** Days before the demo is filled. */
  ago: number
  run(now: Date): Promise<unknown>
}

/** Submits the requests, then runs their steps. */
export function requestActions(database: Database, actors: Actors): DemoAction[] {
  return stories.flatMap((story) => {
    const product: ProductDefinition = products[story.product]
    const customer = (now: Date) => contextAt(database, actors.get(story.customer)!, now)
    const admin = (now: Date) => contextAt(database, actors.get('admin')!, now, 'requests.write')
    let id = ''
    return [
      {
        ago: story.submittedAgo,
        async run(now: Date) {
          ;({ id } = (await submitRequest(customer(now), product, story.input)) as { id: string })
        },
      },
      ...story.steps.map((step) => ({
        ago: step.ago,
        run: (now: Date) => runStep(step, { product, id, customer: customer(now), admin: admin(now) }),
      })),
    ]
  })
}

interface StepContext {
  product: ProductDefinition
  id: string
  customer: CallerContext
  admin: CallerContext
}

async function runStep(step: StoryStep, { product, id, customer, admin }: StepContext): Promise<unknown> {
  if ('rejectionReason' in step)
    return rejectPayment(admin, payableRequest(product), { id, reason: step.rejectionReason })
  if ('isRenewal' in step) return renewRecord(customer, product, await recordIdOf(customer, id))
  if ('review' in step) {
    const { stage, ...fields } = step.review
    return reviewRequest(admin, product, { id, status: statusOf(product, stage), ...fields })
  }
  try {
    return await claimPayment(customer, payableRequest(product), id, step.payment)
  } catch (error) {
    const isExpected = step.isRefused && error instanceof Refused && error.refusal.code === 'RECEIPT_USED'
    if (!isExpected) throw error
    return undefined
  }
}

const recordIdOf = (caller: CallerContext, request: string) =>
  caller.read(async ({ db }) => {
    const { id } = await db
      .selectFrom('records')
      .select('id')
      .where('request_id', '=', request)
      .executeTakeFirstOrThrow()
    return id
  })

/** The context of a call by the actor at a time in the past. */
export const contextAt = (database: Database, identity: Actor, now: Date, needed?: Permission) =>
  callerContext({ database, identity, idempotencyKey: undefined, now }, needed, undefined)
