import { randomUUID } from '../../../client/random-uuid.ts'
import { useSyncExternalStore } from 'react'
import { cartApi } from './api.ts'
import { classifyFailure } from '../../../client/api.ts'
import { subscribeToSession } from '../../../client/session.ts'
import { type Change, changed, emptyCart, joined, type KeptCart, readCart, received } from '../cart.ts'

/**
 * The cart of this device, in localStorage, so that every tab has the same one at once. For a signed-in customer it
 * follows the mirror at the server: what is changed here is shown at once and told item by item, in order.
 */
const STORAGE_KEY = 'kikoa-cart'

const unknown: readonly string[] = []
const listeners = new Set<() => void>()
let text: string | null | undefined
let cart: KeptCart = emptyCart

/** The cart as it is kept now; the same object as long as nothing changed. */
function read(): KeptCart {
  const kept = localStorage.getItem(STORAGE_KEY)
  if (kept !== text) {
    text = kept
    cart = readCart(kept)
  }
  return cart
}

function write(next: KeptCart) {
  if (next === read()) return
  if (next.owner === null && next.domains.length === 0) localStorage.removeItem(STORAGE_KEY)
  else localStorage.setItem(STORAGE_KEY, JSON.stringify(next))
  for (const tell of listeners) tell()
}

/** What is in the cart, in the order it was put in; followed in this tab and the others. Empty while unknown. */
export const useCart = (): readonly string[] =>
  useSyncExternalStore(
    follow,
    () => read().domains,
    () => unknown,
  )

function follow(listener: () => void) {
  listeners.add(listener)
  const told = ({ key }: StorageEvent) => (key === STORAGE_KEY || key === null) && listener()
  window.addEventListener('storage', told)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', told)
  }
}

/** Grows with all that makes an answer on its way an old one. */
let turn = 0

const newKey = () => randomUUID()

function change(...changes: Omit<Change, 'key'>[]) {
  turn++
  write(changes.reduce((cart, one) => changed(cart, { ...one, key: newKey() }), read()))
  void tellMirror()
}

/**
 * Puts a domain into the cart. One that is in it, is no name, or is one too many, changes nothing.
 * @returns whether the cart has it now
 */
export function addToCart(domain: string): boolean {
  change({ act: 'add', domain })
  return read().domains.includes(domain)
}

export const removeFromCart = (domain: string) => change({ act: 'remove', domain })

export const clearCart = () => change(...read().domains.map((domain) => ({ act: 'remove' as const, domain })))

/** The names of an order that was placed are gone from the mirror already: only this device forgets them. */
export const forgetOrdered = (domains: readonly string[]) => {
  turn++
  const now = read()
  write({
    ...now,
    domains: now.domains.filter((one) => !domains.includes(one)),
    unsent: now.unsent.filter(({ domain }) => !domains.includes(domain)),
  })
}

/**
 * Makes this device's cart the account's, at the log-in: what a visitor chose joins it once. Then tells the mirror
 * what it has not heard, and shows what it has.
 */
export async function followCart(account: string): Promise<readonly string[]> {
  write(joined(read(), account, newKey))
  await tellMirror()
  const mine = ++turn
  const { items } = await cartApi.list.call()
  const now = read()
  // Meanwhile somebody else may have signed in, or the cart have changed: the live log has it fetched anew then.
  if (now.owner === account && mine === turn)
    write(
      received(
        now,
        items.map(({ domain }) => domain),
      ),
    )
  return read().domains
}

/**
 * Makes this device's cart the account's and tells the mirror all of it: an order takes its names from there.
 * Throws what keeps the mirror from being told.
 */
export async function completeMirror(account: string): Promise<void> {
  write(joined(read(), account, newKey))
  const failure = await tellMirror()
  if (failure) throw failure
}

/**
 * Tells the mirror what it has not heard, one change after the other and one tab at a time. Resolves when it knows,
 * or with the error that keeps it from being told now.
 */
const tellMirror = () => inTurn(tellUnsent)

let last: Promise<unknown> = Promise.resolve()
/** Browsers have locks between tabs on safe addresses only; elsewhere a tab waits for itself, and a repetition is harmless. */
const inTurn = (act: () => Promise<unknown>): Promise<unknown> =>
  'locks' in navigator ? navigator.locks.request(STORAGE_KEY, act) : (last = last.then(act))

async function tellUnsent(): Promise<unknown> {
  for (let next = firstUnsent(); next; next = firstUnsent()) {
    const { owner, change: one } = next
    try {
      await (one.act === 'add'
        ? // Told again after its answer was lost, it brings back nothing that was taken out elsewhere since.
          cartApi.add.call({ domain: one.domain }, { context: { idempotencyKey: one.key } })
        : cartApi.remove.call({ domain: one.domain }))
    } catch (error) {
      // What the server refuses it would refuse again; everything else waits for a better moment.
      const failure = classifyFailure(error)
      if (failure.kind !== 'refused' || failure.code === 'TOO_MANY_REQUESTS') return error
    }
    const now = read()
    if (now.owner === owner) write({ ...now, unsent: now.unsent.slice(1) })
  }
  return undefined
}

function firstUnsent() {
  const { owner, unsent } = read()
  return owner !== null && unsent[0] ? { owner, change: unsent[0] } : undefined
}

if (typeof window !== 'undefined') {
  // A log-out, here or elsewhere, leaves nothing of the customer's on this device. A visitor's cart stays.
  subscribeToSession(({ status }) => {
    if (status === 'signed-out' && read().owner !== null) write(emptyCart)
  })
  window.addEventListener('online', () => void tellMirror())
}
