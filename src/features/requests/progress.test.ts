import { expect, it } from 'vitest'
import { hosting } from '../products/hosting.ts'
import { isFinished, progressOf, stepOf } from './progress.ts'

const at = (status: string, payment_confirmed = false) => progressOf(hosting, { status, payment_confirmed })

it('is paid once the payment of a standing offer is confirmed', () => {
  expect(at('approved')).toBe('offered')
  expect(at('approved', true)).toBe('paid')
})

it('follows the status where a claim stands without an offer', () => {
  expect(at('pending', true)).toBe('asked')
  expect(at('rejected', true)).toBe('rejected')
  expect(at('active', true)).toBe('active')
})

it('weaves the way step by step and starts again for what left it', () => {
  expect((['asked', 'offered', 'paid', 'active', 'suggested', 'rejected'] as const).map(stepOf)).toEqual([
    0, 1, 2, 3, 0, 0,
  ])
})

it.each([
  ['rejected', '2026-11-27T11:00:00Z', true],
  ['active', '2026-11-27T11:00:00Z', true],
  ['rejected', '2026-11-27T13:00:00Z', false],
  ['approved', '2026-11-01T12:00:00Z', false],
  ['pending', '2026-11-01T12:00:00Z', false],
])('is finished a day after it was decided for good (%s since %s)', (status, updated_at, expected) => {
  expect(isFinished(hosting, { status, updated_at }, Date.parse('2026-11-28T12:00:00Z'))).toBe(expected)
})
