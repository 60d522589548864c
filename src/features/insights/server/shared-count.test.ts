import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { SharedCount } from './counters.ts'

const REST_MS = 200
const counting = () => {
  const shared = new SharedCount<number>(REST_MS)
  let counted = 0
  const get = () => shared.get(async () => ++counted)
  return { shared, get, counted: () => counted }
}

test('however many ask at once, it is counted once, and again only after a rest', async () => {
  const { get, counted } = counting()
  expect(await Promise.all(Array.from({ length: 8 }, get))).toEqual(Array(8).fill(1))
  await sleep(REST_MS + 20)
  expect(await Promise.all(Array.from({ length: 8 }, get))).toEqual(Array(8).fill(2))
  expect(counted()).toBe(2)
})

test('a caller after a change waits for a count that began after it', async () => {
  const { shared, get, counted } = counting()
  const began = performance.now()
  expect(await get()).toBe(1)
  shared.forget()
  expect(await Promise.all(Array.from({ length: 8 }, get))).toEqual(Array(8).fill(2))
  expect(performance.now() - began).toBeGreaterThanOrEqual(REST_MS - 5)
  expect(counted()).toBe(2)
})

test('a count that failed is nobody else’s answer', async () => {
  const shared = new SharedCount<number>(REST_MS)
  await expect(shared.get(() => Promise.reject(new Error('down')))).rejects.toThrow('down')
  expect(await shared.get(async () => 7)).toBe(7)
})
