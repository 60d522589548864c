import type { Person, Shop } from '../../../../app/testing/shop.ts'
import { callerContext } from '../../../../server/http/context.ts'
import type { CheckName } from '../../../requests/server/submit-request.ts'
import { placeOrder } from '../place-order.ts'

/** Adds domains to a person's cart. */
export async function fillCart(person: Person, ...domains: string[]) {
  for (const domain of domains) {
    const { status } = await person.call('POST', '/api/cart/items', { item: domain })
    if (status !== 200) throw new Error(`${domain} did not get into the cart: ${status}`)
  }
}

/** Adds domains to a person's cart and orders them. `answers` has statuses by domain. Other domains are free. */
export async function placeAt(
  shop: Shop,
  person: Person,
  domains: string[],
  answers: Record<string, string> = {},
  key?: string,
) {
  await fillCart(person, ...domains)
  return orderAt(shop, person, domains, answers, key)
}

/** Orders domains as a person, also domains that are not in the cart. */
export function orderAt(
  shop: Shop,
  person: Person,
  domains: string[],
  answers: Record<string, string> = {},
  key?: string,
  years?: Record<string, number>,
) {
  const check: CheckName = async (name) => ({ status: answers[name] ?? 'available' })
  const repeatable = key
    ? { endpoint: 'orders.place', key, bodyHash: () => Buffer.from(domains.join()) }
    : undefined
  const identity = { person: person.id, session: person.session }
  const context = { database: shop.nodes[0]!.database, identity, idempotencyKey: key, now: new Date() }
  return placeOrder(callerContext(context, undefined, repeatable), { domains, years }, check)
}

/** The decision of an admin that registers each of the domains. */
export const registered = (...domains: string[]) => domains.map((item) => ({ item, state: 'registered' }))
