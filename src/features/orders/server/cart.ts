import { Refused } from '../../../shared/refusal.ts'
import type { Transaction } from '../../../server/database/database.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import { publishEvents } from '../../../server/live/publish-events.ts'
import { productOf } from '../../products/item.ts'
import { normalItem } from '../../products/typed-items.ts'
import { readSettings } from '../../settings/server/settings.ts'
import { suffixesOf } from '../../settings/shop.ts'
import { MOST_IN_CART } from '../cart.ts'

/** The items in the caller's cart, in the order in which they were added. The column is named after the first product. */
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
    items: rows.map(({ domain: item, created_at }) => ({
      item,
      product: productOf(item),
      created_at: created_at.toISOString(),
    })),
    next_cursor: null,
  }
}

/**
 * Adds an item to the caller's cart. Does nothing if it is already there. Gives its normalized text.
 * Refuses with `DOMAIN_NAME_INVALID` and `CART_FULL`.
 */
export async function addToCart(caller: CallerContext, typed: string) {
  const item = normalItem(typed, suffixesOf(await readSettings(caller.database)))
  if (!item) throw new Refused('DOMAIN_NAME_INVALID')
  const person = caller.person()
  return caller.write(async (tx) => {
    const items = await tx.db
      .selectFrom('cart_items')
      .select('domain')
      .where('user_id', '=', person)
      .execute()
    if (items.some(({ domain }) => domain === item)) return { item }
    if (items.length >= MOST_IN_CART) throw new Refused('CART_FULL')
    const { numInsertedOrUpdatedRows } = await tx.db
      .insertInto('cart_items')
      // The present time. The transaction's start would be the same for two items of one transaction.
      .values({ user_id: person, domain: item, created_at: new Date() })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows) await publishCartChange(tx, person)
    return { item }
  })
}

/**
 * Removes an item from the caller's cart. Does nothing if it is not there. Gives its text in the cart, which may be one
 * that can't be added any more.
 */
export async function removeFromCart(caller: CallerContext, typed: string) {
  const item = normalItem(typed, suffixesOf(await readSettings(caller.database))) ?? typed
  const person = caller.person()
  return caller.write(async (tx) => {
    const { numDeletedRows } = await tx.db
      .deleteFrom('cart_items')
      .where('user_id', '=', person)
      .where('domain', '=', item)
      .executeTakeFirstOrThrow()
    if (numDeletedRows) await publishCartChange(tx, person)
    return { item }
  })
}

/** Empties the cart of a deleted account, in the service's own transaction. */
export async function eraseCart({ db }: Transaction, person: string): Promise<void> {
  await db.deleteFrom('cart_items').where('user_id', '=', person).execute()
}

const publishCartChange = (tx: Transaction, person: string) =>
  publishEvents(tx, { user_id: person, type: 'cart.changed', topics: ['cart', 'counters'] })
