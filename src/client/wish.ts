import { storedSession } from './session/stored-session.ts'

/**
 * A name that somebody asked for with "Request this" on a public screen. It is stored in this browser, so that it survives
 * the log-in or the sign-up, and is sent once. An address alone sends nothing, because anybody can write one.
 */
export interface Wish {
  name: string
  /** Whose session this browser had; null for a visitor. */
  person: string | null
  /** Milliseconds since 1970. */
  at: number
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const WISH_KEY = 'kikoa-wish'
/** How long a wish is kept, in milliseconds: as long as the link that confirms an address. */
export const WISH_MS = 24 * 3600_000

/** The address of the customer's screen where the request for a name is sent. */
export const wishPath = (name: string) => `/dashboard/domains?name=${name}`

/** The name in the address after the log-in. Undefined for any other address. */
export function nameWished(next: string | null): string | undefined {
  const [path, search] = next?.split('?') ?? []
  return (path === '/dashboard/domains' && new URLSearchParams(search).get('name')) || undefined
}

/**
 * Stores a wish, in the place of an earlier one. Where the browser stores nothing, the customer asks again.
 * @param person whose session the browser has
 */
export function keepWish(
  name: string,
  person = storedSession()?.user.id ?? null,
  store: Store = localStorage,
  at = Date.now(),
) {
  const wish: Wish = { name, person, at }
  try {
    store.setItem(WISH_KEY, JSON.stringify(wish))
  } catch {
    // The store is full or off.
  }
}

/** The stored wish for a name, while it is fresh. */
export function wishFor(name: string, store: Store = localStorage, now = Date.now()): Wish | undefined {
  try {
    const wish = JSON.parse(store.getItem(WISH_KEY) ?? 'null') as Partial<Wish> | null
    const age = now - (wish?.at ?? 0)
    return wish?.name === name && age >= 0 && age < WISH_MS
      ? { person: null, ...wish, name, at: wish.at! }
      : undefined
  } catch {
    return undefined
  }
}

/**
 * Takes the wish for a name out of the store, so that no reload, no other tab and no way back finds it again. Undefined
 * where there is none, and for a person other than the one whose session the browser had.
 */
export function takeWish(
  name: string,
  person: string,
  store: Store = localStorage,
  now = Date.now(),
): Wish | undefined {
  const wish = wishFor(name, store, now)
  if (wish) store.removeItem(WISH_KEY)
  return wish && (wish.person === null || wish.person === person) ? wish : undefined
}
