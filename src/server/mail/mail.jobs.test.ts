import { expect, test } from 'vitest'
import { retryDelay } from '../outbox.ts'
import { mailRetries } from './mail.jobs.ts'

test('each try in vain makes the next one wait longer, up to some hours', () => {
  const waits = Array.from({ length: 20 }, (_, index) => retryDelay(mailRetries, index + 1, 0.5)!)
  expect(waits).toEqual(waits.toSorted((one, other) => one - other))
  expect(waits[0]).toBe(5_000)
  expect(waits.at(-1)).toBe(4 * 3600_000)
})

test('nodes do not all try at the same moment', () => {
  expect(retryDelay(mailRetries, 3, 0)).toBeLessThan(retryDelay(mailRetries, 3, 1)!)
})
