import { readDomainName } from '../products/domain-names.ts'

/** The most domains in a cart, and so in an order. */
export const MOST_IN_CART = 50

/** Appends a domain. Gives the same cart where the name is invalid or already in it, or the cart is full. */
export function addDomain(cart: readonly string[], typed: string): readonly string[] {
  const domain = readDomainName(typed)
  return !domain || cart.includes(domain) || cart.length >= MOST_IN_CART ? cart : [...cart, domain]
}

/** Removes a domain. */
export const removeDomain = (cart: readonly string[], domain: string): readonly string[] =>
  cart.filter((one) => one !== domain)

/** A change that the server has not received yet. */
export interface CartChange {
  act: 'add' | 'remove'
  domain: string
  /** The idempotency key. The server ignores a change that it already has, for example when its answer was lost. */
  key: string
}

/** A cart as a device stores it. */
export interface StoredCart {
  /** The account it belongs to; null for a visitor's. */
  owner: string | null
  domains: readonly string[]
  /** Changes that the server has not received yet, oldest first. */
  unsent: readonly CartChange[]
}

export const emptyCart: StoredCart = { owner: null, domains: [], unsent: [] }

/** Parses a stored cart. Gives an empty one for anything else. */
export function parseCart(text: string | null): StoredCart {
  try {
    const stored = JSON.parse(text ?? '') as Partial<StoredCart> | null
    if (!Array.isArray(stored?.domains)) return emptyCart
    const domains = stored.domains.reduce<readonly string[]>(
      (all, one: unknown) => (typeof one === 'string' ? addDomain(all, one) : all),
      [],
    )
    const unsent = Array.isArray(stored.unsent) ? stored.unsent.filter(isChange) : []
    return { owner: typeof stored.owner === 'string' ? stored.owner : null, domains, unsent }
  } catch {
    return emptyCart
  }
}

const isChange = (one: unknown): one is CartChange =>
  typeof one === 'object' &&
  one !== null &&
  ['add', 'remove'].includes((one as CartChange).act) &&
  typeof (one as CartChange).domain === 'string' &&
  typeof (one as CartChange).key === 'string'

/** Makes a change on this device. Only an account's cart has changes to send. */
export function applyChange(cart: StoredCart, change: CartChange): StoredCart {
  const domains = domainsAfter(cart.domains, change)
  if (domains.length === cart.domains.length) return cart
  return { ...cart, domains, unsent: cart.owner === null ? [] : [...cart.unsent, change] }
}

const domainsAfter = (domains: readonly string[], { act, domain }: Pick<CartChange, 'act' | 'domain'>) =>
  act === 'add' ? addDomain(domains, domain) : removeDomain(domains, domain)

/**
 * The cart after a log-in. A visitor's domains are added to the account's cart. Another account's cart is dropped, and
 * the account's own cart is retained.
 * @param newKey makes the idempotency key of each change
 */
export function assignTo(cart: StoredCart, account: string, newKey: () => string): StoredCart {
  if (cart.owner === account) return cart
  if (cart.owner !== null) return { ...emptyCart, owner: account }
  const unsent = cart.domains.map((domain) => ({ act: 'add' as const, domain, key: newKey() }))
  return { owner: account, domains: cart.domains, unsent }
}

/** The account's cart on the server, with the unsent changes of this device applied to it. */
export function mergeServerCart(cart: StoredCart, onServer: readonly string[]): StoredCart {
  return { ...cart, domains: cart.unsent.reduce(domainsAfter, onServer) }
}
