import { Refused } from '../../../shared/refusal.ts'
import type { Transaction } from '../../../server/database/database.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import { publishEvents } from '../../../server/live/publish-events.ts'
import { readDomainName } from '../../products/domain-names.ts'
import { MOST_IN_CART } from '../cart.ts'

/** The domains in the caller's cart, in the order in which they were added. */
export async function listCart(caller: CallerContext) {
  const person = caller.person()
  const rows = await caller.read(({ db }) =>
    db
      .selectFrom('cart_items')
      .select(['domain', 'created_at'])
      .where('user_id', '=', person)
      .orderBy('created_at')
      .orderBy('domain')
      .execute(),
  )
  return {
    items: rows.map(({ domain, created_at }) => ({ domain, created_at: created_at.toISOString() })),
    next_cursor: null,
  }
}

/**
 * Adds a domain to the caller's cart. Does nothing if it is already there. Gives the normalized name.
 * Refuses with `DOMAIN_NAME_INVALID` and `CART_FULL`.
 */
export async function addToCart(caller: CallerContext, typed: string) {
  const domain = readDomainName(typed)
  if (!domain) throw new Refused('DOMAIN_NAME_INVALID')
  const person = caller.person()
  return caller.write(async (tx) => {
    const items = await tx.db
      .selectFrom('cart_items')
      .select('domain')
      .where('user_id', '=', person)
      .execute()
    if (items.some((item) => item.domain === domain)) return { domain }
    if (items.length >= MOST_IN_CART) throw new Refused('CART_FULL')
    const { numInsertedOrUpdatedRows } = await tx.db
      .insertInto('cart_items')
      // The present time. The transaction's start would be the same for two domains of one transaction.
      .values({ user_id: person, domain, created_at: new Date() })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows) await publishCartChange(tx, person)
    return { domain }
  })
}

/** Removes a domain from the caller's cart. Does nothing if it is not there. */
export async function removeFromCart(caller: CallerContext, domain: string) {
  const person = caller.person()
  return caller.write(async (tx) => {
    const { numDeletedRows } = await tx.db
      .deleteFrom('cart_items')
      .where('user_id', '=', person)
      .where('domain', '=', domain)
      .executeTakeFirstOrThrow()
    if (numDeletedRows) await publishCartChange(tx, person)
    return { domain }
  })
}

/** Empties the cart of a deleted account, in the service's own transaction. */
export async function eraseCart({ db }: Transaction, person: string): Promise<void> {
  await db.deleteFrom('cart_items').where('user_id', '=', person).execute()
}

const publishCartChange = (tx: Transaction, person: string) =>
  publishEvents(tx, { user_id: person, type: 'cart.changed', topics: ['cart', 'counters'] })
