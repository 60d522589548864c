import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SharedCount } from './counters.queries.ts'

const REST_MS = 200
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const counting = () => {
  const shared = new SharedCount<number>(REST_MS)
  let counted = 0
  const get = () => shared.get(async () => ++counted)
  return { shared, get, counted: () => counted }
}

test('however many ask at once, it is counted once, and again only after a rest', async () => {
  const { get, counted } = counting()
  expect(await Promise.all(Array.from({ length: 8 }, get))).toEqual(Array(8).fill(1))
  vi.advanceTimersByTime(REST_MS)
  expect(await Promise.all(Array.from({ length: 8 }, get))).toEqual(Array(8).fill(2))
  expect(counted()).toBe(2)
})

test('a caller after a change waits for a count that began after it', async () => {
  const { shared, get, counted } = counting()
  expect(await get()).toBe(1)
  shared.forget()
  const waiting = Promise.all(Array.from({ length: 8 }, get))
  await vi.advanceTimersByTimeAsync(REST_MS - 1)
  expect(counted()).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(await waiting).toEqual(Array(8).fill(2))
  expect(counted()).toBe(2)
})

test('a count that failed is nobody else’s answer', async () => {
  const shared = new SharedCount<number>(REST_MS)
  await expect(shared.get(() => Promise.reject(new Error('down')))).rejects.toThrow('down')
  expect(await shared.get(async () => 7)).toBe(7)
})
