import { beforeEach, expect, test } from 'vitest'
import { keepWish, nameWished, takeWish, WISH_MS, wishFor, wishPath } from './wish.ts'

/** A browser's store. */
function openStore() {
  const items = new Map<string, string>()
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => void items.set(key, text),
    removeItem: (key: string) => void items.delete(key),
  }
}
let store: ReturnType<typeof openStore>
beforeEach(() => {
  store = openStore()
})
const name = 'omba.co.tz'
const at = Date.UTC(2026, 0, 1)

test("a visitor's wish is taken once, by whoever logs in to it", () => {
  keepWish(name, null, store, at)
  expect(takeWish(name, 'asha', store, at + 1)).toEqual({ name, person: null, at })
  expect(takeWish(name, 'asha', store, at + 2)).toBeUndefined()
})

test('a wish is for its name alone, and a later one replaces it', () => {
  keepWish(name, null, store, at)
  expect(takeWish('other.com', 'asha', store, at)).toBeUndefined()
  keepWish('later.com', null, store, at)
  expect(wishFor(name, store, at)).toBeUndefined()
  expect(wishFor('later.com', store, at)).toBeDefined()
})

test('a wish of one account is never sent for another', () => {
  keepWish(name, 'asha', store, at)
  expect(takeWish(name, 'juma', store, at)).toBeUndefined()
  // It is gone for its own account too, because somebody else has been here.
  expect(takeWish(name, 'asha', store, at)).toBeUndefined()
  keepWish(name, 'asha', store, at)
  expect(takeWish(name, 'asha', store, at)).toMatchObject({ name })
})

test('a wish is kept for a day, and not from a clock that was wrong', () => {
  keepWish(name, null, store, at)
  expect(wishFor(name, store, at + WISH_MS - 1)).toBeDefined()
  expect(wishFor(name, store, at + WISH_MS)).toBeUndefined()
  expect(wishFor(name, store, at - 1)).toBeUndefined()
})

test('what is stored badly is no wish', () => {
  for (const text of ['', '{', 'null', '[]', '"omba.co.tz"', '{"name":"omba.co.tz"}', '{"at":1}']) {
    store.items.set('kikoa-wish', text)
    expect([text, takeWish(name, 'asha', store, at)]).toEqual([text, undefined])
  }
})

test('the name is in the address after the log-in', () => {
  expect(nameWished(wishPath(name))).toBe(name)
  for (const next of [
    null,
    '',
    '/dashboard',
    '/dashboard/domains',
    '/dashboard/emails?name=a.com',
    '/checkout?name=a.com',
  ])
    expect([next, nameWished(next)]).toEqual([next, undefined])
})
