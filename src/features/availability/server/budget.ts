import type { Caller as QueuedCaller } from '@kikoa/registry-answers'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Context } from '../../../server/http/context.ts'

/** The account that a lookup is for. */
export interface Caller {
  /** A person's id, or a visitor's address (an IPv6 address by its /64). */
  account: string
  kind: 'visitor' | 'customer' | 'checkout' | 'admin'
}

/** The caller of a request to the API. */
export const callerOf = ({ identity, clientAddress }: Pick<Context, 'identity' | 'clientAddress'>): Caller =>
  identity && identity !== 'key'
    ? { account: identity.person, kind: 'customer' }
    : { account: clientAddress ?? '', kind: 'visitor' }

/** Orders and admins may use the reserve of a registry's tokens. */
export const hasReserve = ({ kind }: Caller) => kind === 'checkout' || kind === 'admin'

/** The caller as the queues of the registries know it. */
export const queuedCaller = (caller: Caller): QueuedCaller => ({
  account: caller.account,
  hasReserve: hasReserve(caller),
})

/** The most names per minute that one account may look up at registries. */
const NAMES_A_MINUTE = { visitor: 90, customer: 300, checkout: 300, admin: 300 }

/** The account has used up its names of this minute. */
export class BudgetExceeded extends Error {
  /** Seconds until the account may query again. */
  readonly retryAfter: number

  constructor(retryAfter: number) {
    super('the budget of registry questions is spent')
    this.name = 'BudgetSpent'
    this.retryAfter = retryAfter
  }
}

/**
 * Counts by account the names that this node asks registries about. Orders have a separate budget.
 * @param scale multiplies the budget
 */
export function createBudget(scale: number) {
  const limiter = (points: number) =>
    new RateLimiterMemory({ points: Math.max(1, Math.round(points * scale)), duration: 60 })
  const limiters = {
    visitor: limiter(NAMES_A_MINUTE.visitor),
    customer: limiter(NAMES_A_MINUTE.customer),
    checkout: limiter(NAMES_A_MINUTE.checkout),
    admin: limiter(NAMES_A_MINUTE.admin),
  }
  return {
    /**
     * Counts one name.
     * @returns undefined, or the refusal if there were too many
     */
    async consume({ account, kind }: Caller): Promise<BudgetExceeded | undefined> {
      try {
        await limiters[kind].consume(account)
        return undefined
      } catch (full) {
        if (full instanceof RateLimiterRes) return new BudgetExceeded(Math.ceil(full.msBeforeNext / 1000))
        throw full
      }
    },
  }
}
