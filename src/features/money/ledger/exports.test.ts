import { expect, test } from 'vitest'
import { daysOf } from './exports.ts'

test('a month and a quarter end with their last day, also in February of a leap year', () => {
  expect(daysOf({ year: 2028, unit: 'month', number: 2 })).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  expect(daysOf({ year: 2026, unit: 'month', number: 12 })).toEqual({ from: '2026-12-01', to: '2026-12-31' })
  expect(daysOf({ year: 2026, unit: 'quarter', number: 4 })).toEqual({ from: '2026-10-01', to: '2026-12-31' })
  expect(daysOf({ year: 2026, unit: 'quarter', number: 1 })).toEqual({ from: '2026-01-01', to: '2026-03-31' })
})
