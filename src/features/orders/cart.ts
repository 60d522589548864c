import { readDomainName } from '../products/domain-names.ts'

/** The most names that a cart holds, and an order is placed for. */
export const MOST_IN_CART = 50

/** The cart with one name more at its end; as it was, where the name is no name, in it already, or one too many. */
export function withDomain(cart: readonly string[], typed: string): readonly string[] {
  const domain = readDomainName(typed)
  return !domain || cart.includes(domain) || cart.length >= MOST_IN_CART ? cart : [...cart, domain]
}

/** The cart without a name. */
export const withoutDomain = (cart: readonly string[], domain: string): readonly string[] =>
  cart.filter((one) => one !== domain)

/** A change that the server has not heard of yet. */
export interface Change {
  act: 'add' | 'remove'
  domain: string
  /** By this the server knows a change that it has heard of already, and whose answer was lost on the way. */
  key: string
}

/** A cart as a device keeps it. */
export interface KeptCart {
  /** The account it belongs to; null for a visitor's. */
  owner: string | null
  domains: readonly string[]
  /** What the account's mirror still has to be told, in order. */
  unsent: readonly Change[]
}

export const emptyCart: KeptCart = { owner: null, domains: [], unsent: [] }

/** Reads what a device kept; anything that is not a cart is an empty one. */
export function readCart(text: string | null): KeptCart {
  try {
    const kept = JSON.parse(text ?? '') as Partial<KeptCart> | null
    if (!Array.isArray(kept?.domains)) return emptyCart
    const domains = kept.domains.reduce<readonly string[]>(
      (all, one: unknown) => (typeof one === 'string' ? withDomain(all, one) : all),
      [],
    )
    const unsent = Array.isArray(kept.unsent) ? kept.unsent.filter(isChange) : []
    return { owner: typeof kept.owner === 'string' ? kept.owner : null, domains, unsent }
  } catch {
    return emptyCart
  }
}

const isChange = (one: unknown): one is Change =>
  typeof one === 'object' &&
  one !== null &&
  ['add', 'remove'].includes((one as Change).act) &&
  typeof (one as Change).domain === 'string' &&
  typeof (one as Change).key === 'string'

/** A change made on this device. Only an account's cart has a mirror to tell. */
export function changed(cart: KeptCart, change: Change): KeptCart {
  const domains = applied(cart.domains, change)
  if (domains.length === cart.domains.length) return cart
  return { ...cart, domains, unsent: cart.owner === null ? [] : [...cart.unsent, change] }
}

const applied = (domains: readonly string[], { act, domain }: Pick<Change, 'act' | 'domain'>) =>
  act === 'add' ? withDomain(domains, domain) : withoutDomain(domains, domain)

/**
 * The cart when an account is signed in on the device: a visitor's joins the account's once, another account's is
 * left behind, the account's own stays.
 * @param newKey gives each of the changes that this makes a key of its own.
 */
export function joined(cart: KeptCart, account: string, newKey: () => string): KeptCart {
  if (cart.owner === account) return cart
  if (cart.owner !== null) return { ...emptyCart, owner: account }
  const unsent = cart.domains.map((domain) => ({ act: 'add' as const, domain, key: newKey() }))
  return { owner: account, domains: cart.domains, unsent }
}

/** The account's cart as its mirror has it, with what this device has changed since. */
export function received(cart: KeptCart, mirror: readonly string[]): KeptCart {
  return { ...cart, domains: cart.unsent.reduce(applied, mirror) }
}
