import { randomUUID } from '../../../client/random-uuid.ts'
import { useSyncExternalStore } from 'react'
import { cartApi } from './orders.api.ts'
import { classifyFailure } from '../../../client/api.ts'
import { subscribeToSession } from '../../../client/session/session.ts'
import {
  CART_KEY,
  type CartChange,
  applyChange,
  emptyCart,
  assignTo,
  type StoredCart,
  parseCart,
  mergeServerCart,
} from '../cart.ts'

/**
 * The cart of this device, in localStorage, so that all tabs share it. For a signed-in customer it is synchronized with
 * the cart on the server: a change shows immediately, and is sent item by item in order.
 */

const unknown: readonly string[] = []
const listeners = new Set<() => void>()
let text: string | null | undefined
let cart: StoredCart = emptyCart

/** The stored cart. Gives the same object until something changes. */
function read(): StoredCart {
  const stored = localStorage.getItem(CART_KEY)
  if (stored !== text) {
    text = stored
    cart = parseCart(stored)
  }
  return cart
}

function write(next: StoredCart) {
  if (next === read()) return
  if (next.owner === null && next.items.length === 0) localStorage.removeItem(CART_KEY)
  else localStorage.setItem(CART_KEY, JSON.stringify(next))
  for (const notify of listeners) notify()
}

/** The items in the cart, in the order in which they were added. All tabs share it. Empty during server rendering. */
export const useCart = (): readonly string[] =>
  useSyncExternalStore(
    subscribe,
    () => read().items,
    () => unknown,
  )

function subscribe(listener: () => void) {
  listeners.add(listener)
  const onStorage = ({ key }: StorageEvent) => (key === CART_KEY || key === null) && listener()
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}

/** Increases with each change and fetch. An answer to an older fetch is outdated. */
let revision = 0

const newKey = () => randomUUID()

function change(...changes: Omit<CartChange, 'key'>[]) {
  revision++
  write(changes.reduce((cart, one) => applyChange(cart, { ...one, key: newKey() }), read()))
  void sendChanges()
}

/**
 * Adds an item. Does nothing where it is already in the cart, or the cart is full.
 * @returns whether the cart has the item now
 */
export function addToCart(item: string): boolean {
  change({ act: 'add', item })
  return read().items.includes(item)
}

export const removeFromCart = (item: string) => change({ act: 'remove', item })

export const clearCart = () => change(...read().items.map((item) => ({ act: 'remove' as const, item })))

/** Removes the items of a placed order from this device. The server has already deleted them. */
export const removeOrdered = (items: readonly string[]) => {
  revision++
  const now = read()
  write({
    ...now,
    items: now.items.filter((one) => !items.includes(one)),
    unsent: now.unsent.filter(({ item }) => !items.includes(item)),
  })
}

/**
 * Assigns this device's cart to the account after a log-in, sends the unsent changes, and fetches the server's cart.
 * Gives the items.
 */
export async function synchronizeCart(account: string): Promise<readonly string[]> {
  write(assignTo(read(), account, newKey))
  await sendChanges()
  const own = ++revision
  const { items } = await cartApi.list.call()
  const now = read()
  // If another account has logged in or the cart has changed, a later live event fetches it again.
  if (now.owner === account && own === revision)
    write(
      mergeServerCart(
        now,
        items.map(({ item }) => item),
      ),
    )
  return read().items
}

/**
 * Assigns this device's cart to the account and sends all its changes, because an order takes its items from the
 * server's cart. Throws if a change can't be sent.
 */
export async function sendWholeCart(account: string): Promise<void> {
  write(assignTo(read(), account, newKey))
  const failure = await sendChanges()
  if (failure) throw failure
}

/**
 * Sends the unsent changes one after the other, in one tab at a time. Resolves with undefined when all are sent, or
 * with the error that stopped it.
 */
const sendChanges = () => oneAtATime(sendUnsent)

let last: Promise<unknown> = Promise.resolve()
/**
 * Locks between tabs need a secure context. Without one each tab has its own queue, and a repeated change is harmless.
 */
const oneAtATime = (send: () => Promise<unknown>): Promise<unknown> =>
  'locks' in navigator ? navigator.locks.request(CART_KEY, send) : (last = last.then(send))

async function sendUnsent(): Promise<unknown> {
  for (let next = firstUnsent(); next; next = firstUnsent()) {
    const { owner, change: one } = next
    try {
      await (one.act === 'add'
        ? // With its key, a repeated addition does not bring back what another device has removed since.
          cartApi.add.call({ item: one.item }, { context: { idempotencyKey: one.key } })
        : cartApi.remove.call({ item: one.item }))
    } catch (error) {
      // A refusal is final. After any other failure the change stays unsent and is sent later.
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
  // A log-out removes the customer's cart from this device. A visitor's cart is retained.
  subscribeToSession(({ status }) => {
    if (status === 'signed-out' && read().owner !== null) write(emptyCart)
  })
  window.addEventListener('online', () => void sendChanges())
}
