import { expect, test } from 'vitest'
import { amountFrom, centsFrom, shownDollars } from './money.ts'

test.each([
  [0, 0],
  [0.01, 1],
  [19.99, 1999],
  [1.1, 110],
  [9_999_999_999.99, 999_999_999_999],
  [10_000_000_000, undefined],
  [-0.01, undefined],
  [0.001, undefined],
  [10.005, undefined],
  [Number.NaN, undefined],
  [Number.POSITIVE_INFINITY, undefined],
])('%d dollars are %s cents', (dollars, cents) => {
  expect(centsFrom(dollars)).toBe(cents)
})

test('cents become an amount of the database', () => {
  expect([0, 5, 1999, 999_999_999_999].map(amountFrom)).toEqual(['0.00', '0.05', '19.99', '9999999999.99'])
  expect(amountFrom(null)).toBeNull()
})

test.each([
  [0, '$0.00'],
  [8.99, '$8.99'],
  [10, '$10.00'],
  [999.5, '$999.50'],
  [1234.5, '$1,234.50'],
  [9_999_999_999.99, '$9,999,999,999.99'],
])('%d dollars read %s', (dollars, shown) => {
  expect(shownDollars(dollars)).toBe(shown)
})
