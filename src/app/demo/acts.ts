import { type ProductDefinition, statusOf } from '../../features/products/product-definition.ts'
import { products } from '../../features/products/products.ts'
import { claimPayment } from '../../features/payments/server/claim-payment.ts'
import { payableRequest } from '../../features/requests/server/payable-request.ts'
import { renewRecord } from '../../features/requests/server/records.ts'
import { rejectPayment } from '../../features/payments/server/reject-payment.ts'
import { reviewRequest } from '../../features/requests/server/review.ts'
import { submitRequest } from '../../features/requests/server/submit.ts'
import { Refused } from '../../shared/refusal.ts'
import type { Database } from '../../server/database/database.ts'
import { type CallerContext, callerContext } from '../../server/http/context.ts'
import type { Seat, Seats } from './accounts.ts'
import { stories } from './stories.ts'
import type { Turn } from './turns.ts'

/** Something that somebody does on one of the days. */
export interface Act {
  /** Days before the filling. */
  ago: number
  run(now: Date): Promise<unknown>
}

/** What everybody does about requests. */
export function requestActs(database: Database, seats: Seats): Act[] {
  return stories.flatMap((story) => {
    const product: ProductDefinition = products[story.kind]
    const customer = (now: Date) => deskOf(database, seats.get(story.who)!, now)
    const admin = (now: Date) => deskOf(database, seats.get('admin')!, now, 'admin')
    let id = ''
    return [
      {
        ago: story.asked,
        async run(now: Date) {
          ;({ id } = (await submitRequest(customer(now), product, story.input)) as { id: string })
        },
      },
      ...story.turns.map((turn) => ({
        ago: turn.ago,
        run: (now: Date) => take(turn, { product, id, customer: customer(now), admin: admin(now) }),
      })),
    ]
  })
}

interface Taking {
  product: ProductDefinition
  id: string
  customer: CallerContext
  admin: CallerContext
}

async function take(turn: Turn, { product, id, customer, admin }: Taking): Promise<unknown> {
  if ('turnsDown' in turn)
    return rejectPayment(admin, payableRequest(product), { id, reason: turn.turnsDown })
  if ('renews' in turn) return renewRecord(customer, product, await recordOf(customer, id))
  if ('saves' in turn) {
    const { stage, ...saved } = turn.saves
    return reviewRequest(admin, product, { id, status: statusOf(product, stage), ...saved })
  }
  try {
    return await claimPayment(customer, payableRequest(product), id, turn.pays)
  } catch (error) {
    const isMeant = turn.isRefused && error instanceof Refused && error.refusal.code === 'RECEIPT_USED'
    if (!isMeant) throw error
    return undefined
  }
}

const recordOf = (caller: CallerContext, request: string) =>
  caller.read(async ({ db }) => {
    const { id } = await db
      .selectFrom('records')
      .select('id')
      .where('request_id', '=', request)
      .executeTakeFirstOrThrow()
    return id
  })

/** Somebody's caller at a moment of the past. */
export const deskOf = (database: Database, identity: Seat, now: Date, needed?: 'admin') =>
  callerContext({ database, identity, idempotencyKey: undefined, now }, needed, undefined)
