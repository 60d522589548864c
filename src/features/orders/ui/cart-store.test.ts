import { beforeEach, expect, test, vi } from 'vitest'

/** The cart of a device and its synchronization: a late answer never overwrites the latest change. */

const { call } = vi.hoisted(() => {
  const answer = () => vi.fn<(input?: object) => Promise<object>>()
  return { call: { cart: { list: answer(), add: answer(), remove: answer() } } }
})
vi.mock('./orders.api.ts', () => ({
  cartApi: {
    list: { call: call.cart.list },
    add: { call: call.cart.add },
    remove: { call: call.cart.remove },
  },
}))
vi.mock('../../../client/session/session.ts', () => ({ watchSession: () => {} }))
const kept = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, text: string) => kept.set(key, text),
  removeItem: (key: string) => kept.delete(key),
})
// The tests and the web files are separate TypeScript projects, so the store is imported by its URL.
const store: string = new URL('./cart-store.ts', import.meta.url).pathname
const { addToCart, clearCart, synchronizeCart, removeOrdered, removeFromCart } = (await import(store)) as {
  addToCart(item: string): void
  removeFromCart(item: string): void
  clearCart(): void
  removeOrdered(items: readonly string[]): void
  synchronizeCart(account: string): Promise<readonly string[]>
}

const items = (): string[] => JSON.parse(kept.get('kikoa-cart')!).items
const mirrored = (...names: string[]) => ({ items: names.map((item) => ({ item })) })

/** Makes the next answer of the server wait until the test gives it. */
function heldAnswer() {
  let give!: (answer: object) => void
  call.cart.list.mockReturnValueOnce(new Promise((done) => (give = done)))
  return (...names: string[]) => give(mirrored(...names))
}

beforeEach(async () => {
  kept.clear()
  call.cart.list.mockReset().mockResolvedValue(mirrored('first.com', 'second.com'))
  call.cart.add.mockReset().mockResolvedValue({})
  call.cart.remove.mockReset().mockResolvedValue({})
  await synchronizeCart('asha')
})

test.each([
  ['removed', () => removeFromCart('second.com'), ['first.com']],
  ['cleared away', () => clearCart(), []],
  ['ordered', () => removeOrdered(['second.com']), ['first.com']],
])('a name that was %s meanwhile is not put back by a late answer', async (_, act, left) => {
  const answer = heldAnswer()
  const following = synchronizeCart('asha')
  await expect.poll(() => call.cart.list).toHaveBeenCalledTimes(2)
  act()
  answer('first.com', 'second.com')
  await following
  expect(items()).toEqual(left)
})

test('a change whose answer was lost is sent again under its key, and another one under its own', async () => {
  call.cart.add.mockRejectedValueOnce(new TypeError('the page was left'))
  addToCart('third.com')
  await expect.poll(() => call.cart.add).toHaveBeenCalledTimes(1)
  await synchronizeCart('asha')
  addToCart('fourth.com')
  await expect.poll(() => call.cart.add).toHaveBeenCalledTimes(3)
  const sent = (
    call.cart.add.mock.calls as unknown as [{ item: string }, { context: { idempotencyKey: string } }][]
  ).map(([{ item }, { context }]) => [item, context.idempotencyKey])
  expect(sent[0]).toEqual(['third.com', expect.stringMatching(/^[\w-]{36}$/)])
  expect(sent[1]).toEqual(sent[0])
  expect(sent[2]![0]).toBe('fourth.com')
  expect(sent[2]![1]).not.toBe(sent[0]![1])
})

test('a name that was added meanwhile is not taken away by a late answer', async () => {
  const answer = heldAnswer()
  const following = synchronizeCart('asha')
  await expect.poll(() => call.cart.list).toHaveBeenCalledTimes(2)
  addToCart('third.com')
  answer('first.com', 'second.com')
  await following
  expect(items()).toEqual(['first.com', 'second.com', 'third.com'])
})

test('of two answers the one that was asked for last stands, whichever comes last', async () => {
  const [early, late] = [heldAnswer(), heldAnswer()]
  const first = synchronizeCart('asha')
  await expect.poll(() => call.cart.list).toHaveBeenCalledTimes(2)
  const second = synchronizeCart('asha')
  await expect.poll(() => call.cart.list).toHaveBeenCalledTimes(3)
  late('second.com')
  await second
  early('first.com', 'second.com')
  await first
  expect(items()).toEqual(['second.com'])
})
