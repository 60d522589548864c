import { Refused } from '../../../shared/refusal.ts'
import type { Transaction } from '../../../server/database/database.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import { publishEvents } from '../../../server/live/publish-events.ts'
import { readDomainName } from '../../products/domain-names.ts'
import { MOST_IN_CART } from '../cart.ts'

/** What is in the caller's cart, in the order it was filled. */
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
 * Puts a name into the caller's cart; one that is in it stays as it is. Gives the name in its one spelling.
 * Refuses with `DOMAIN_NAME_INVALID` and `CART_FULL`.
 */
export async function addToCart(caller: CallerContext, typed: string) {
  const domain = readDomainName(typed)
  if (!domain) throw new Refused('DOMAIN_NAME_INVALID')
  const person = caller.person()
  return caller.write(async (tx) => {
    const kept = await tx.db.selectFrom('cart_items').select('domain').where('user_id', '=', person).execute()
    if (kept.some((item) => item.domain === domain)) return { domain }
    if (kept.length >= MOST_IN_CART) throw new Refused('CART_FULL')
    const { numInsertedOrUpdatedRows } = await tx.db
      .insertInto('cart_items')
      // By the clock, not by the transaction's beginning: names keep the order in which they were put in.
      .values({ user_id: person, domain, created_at: new Date() })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows) await tellOfCart(tx, person)
    return { domain }
  })
}

/** Takes a name out of the caller's cart; one that is not in it is no mistake. */
export async function removeFromCart(caller: CallerContext, domain: string) {
  const person = caller.person()
  return caller.write(async (tx) => {
    const { numDeletedRows } = await tx.db
      .deleteFrom('cart_items')
      .where('user_id', '=', person)
      .where('domain', '=', domain)
      .executeTakeFirstOrThrow()
    if (numDeletedRows) await tellOfCart(tx, person)
    return { domain }
  })
}

/** Empties the cart of somebody whose account ends, in the program's own transaction. */
export async function eraseCart({ db }: Transaction, person: string): Promise<void> {
  await db.deleteFrom('cart_items').where('user_id', '=', person).execute()
}

const tellOfCart = (tx: Transaction, person: string) =>
  publishEvents(tx, { user_id: person, type: 'cart.changed', topics: ['cart', 'counters'] })
