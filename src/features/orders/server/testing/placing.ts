import type { Person, Shop } from '../../../../main/testing/shop.ts'
import { deskFor } from '../../../../platform/server/http/context.ts'
import type { CheckName } from '../check.ts'
import { placeOrder } from '../place.ts'

/** Places an order as somebody, with a registry that answers what is given; free otherwise. */
export function placeAt(
  shop: Shop,
  person: Person,
  domains: string[],
  answers: Record<string, string> = {},
  key?: string,
) {
  const check: CheckName = async (name) => ({ status: answers[name] ?? 'available' })
  const repeatable = key
    ? { endpoint: 'orders.place', key, bodyHash: () => Buffer.from(domains.join()) }
    : undefined
  const identity = { person: person.id, session: person.session }
  const context = { database: shop.nodes[0]!.database, identity, idempotencyKey: key, now: new Date() }
  return placeOrder(deskFor(context, undefined, repeatable), domains, check)
}

/** How the admin decides on names: each of them registered. */
export const registered = (...domains: string[]) => domains.map((domain) => ({ domain, state: 'registered' }))
