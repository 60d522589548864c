import { readItem } from '../products/item.ts'

/** The most items in a cart, and so in an order. */
export const MOST_IN_CART = 50

/** The key of the cart in localStorage. */
export const CART_KEY = 'kikoa-cart'

/**
 * Appends an item, written as it is stored. Gives the same cart where the text is no item or already in it, or the cart is
 * full. The server reads it again.
 */
export function addItem(cart: readonly string[], item: string): readonly string[] {
  return !readItem(item) || cart.includes(item) || cart.length >= MOST_IN_CART ? cart : [...cart, item]
}

/** Removes an item. */
export const removeItem = (cart: readonly string[], item: string): readonly string[] =>
  cart.filter((one) => one !== item)

/** A change that the server has not received yet. */
export interface CartChange {
  act: 'add' | 'remove'
  item: string
  /** The idempotency key. The server ignores a change that it already has, for example when its answer was lost. */
  key: string
}

/** A cart as a device stores it. */
export interface StoredCart {
  /** The account it belongs to; null for a visitor's. */
  owner: string | null
  items: readonly string[]
  /** Changes that the server has not received yet, oldest first. */
  unsent: readonly CartChange[]
}

export const emptyCart: StoredCart = { owner: null, items: [], unsent: [] }

/** A cart as version 0.1 stored it, when it had domains only. */
interface OldCart {
  domains?: unknown
}

/** Parses a stored cart. Gives an empty one for anything else. */
export function parseCart(text: string | null): StoredCart {
  try {
    const stored = JSON.parse(text ?? '') as (Partial<StoredCart> & OldCart) | null
    const listed: unknown = stored?.items ?? stored?.domains
    if (!stored || !Array.isArray(listed)) return emptyCart
    const items = listed.reduce<readonly string[]>(
      (all, one: unknown) => (typeof one === 'string' ? addItem(all, one) : all),
      [],
    )
    const unsent = Array.isArray(stored.unsent) ? stored.unsent.filter(isChange) : []
    return { owner: typeof stored.owner === 'string' ? stored.owner : null, items, unsent }
  } catch {
    return emptyCart
  }
}

const isChange = (one: unknown): one is CartChange =>
  typeof one === 'object' &&
  one !== null &&
  ['add', 'remove'].includes((one as CartChange).act) &&
  typeof (one as CartChange).item === 'string' &&
  typeof (one as CartChange).key === 'string'

/** Makes a change on this device. Only an account's cart has changes to send. */
export function applyChange(cart: StoredCart, change: CartChange): StoredCart {
  const items = itemsAfter(cart.items, change)
  if (items.length === cart.items.length) return cart
  return { ...cart, items, unsent: cart.owner === null ? [] : [...cart.unsent, change] }
}

const itemsAfter = (items: readonly string[], { act, item }: Pick<CartChange, 'act' | 'item'>) =>
  act === 'add' ? addItem(items, item) : removeItem(items, item)

/**
 * The cart after a log-in. A visitor's items are added to the account's cart. Another account's cart is dropped, and
 * the account's own cart is retained.
 * @param newKey makes the idempotency key of each change
 */
export function assignTo(cart: StoredCart, account: string, newKey: () => string): StoredCart {
  if (cart.owner === account) return cart
  if (cart.owner !== null) return { ...emptyCart, owner: account }
  const unsent = cart.items.map((item) => ({ act: 'add' as const, item, key: newKey() }))
  return { owner: account, items: cart.items, unsent }
}

/** The account's cart on the server, with the unsent changes of this device applied to it. */
export function mergeServerCart(cart: StoredCart, onServer: readonly string[]): StoredCart {
  return { ...cart, items: cart.unsent.reduce(itemsAfter, onServer) }
}
