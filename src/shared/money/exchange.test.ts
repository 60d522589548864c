import { expect, test } from 'vitest'
import { exchange } from './exchange.ts'
import { decimalOf, moneyFromDecimal } from './money.ts'

test.each([
  // The specification's prices in shillings, to 500.
  [8.99, 'USD', 'TZS', 2600, 500, 23_500],
  [10, 'USD', 'TZS', 2600, 500, 26_000],
  [5.99, 'USD', 'TZS', 2600, 500, 15_500],
  [59.99, 'USD', 'TZS', 2600, 1000, 156_000],
  [299.99, 'USD', 'TZS', 2600, 1, 779_974],
  // Halves go up, anything below goes down.
  [0.25, 'USD', 'TZS', 1000, 500, 500],
  [0.24, 'USD', 'TZS', 1000, 500, 0.0],
  [0.75, 'USD', 'TZS', 1000, 500, 1000],
  [12.99, 'USD', 'UGX', 3700, 100, 48_100],
  [10, 'USD', 'KWD', 0.30715, 0.005, 3.07],
  [26_000, 'TZS', 'USD', 0.00038462, 0.01, 10],
  [26_000, 'TZS', 'USD', 3.8462e-4, 0.05, 10],
  [9_999_999, 'USD', 'TZS', 123_456.789_01, 1, 1_234_567_766_643],
  [10, 'USD', 'TZS', 1e21, 1, 1e22],
  // Free stays free.
  [0, 'USD', 'TZS', 2600, 500, 0],
])('%d %s in %s at %d to %d is %d', (price, from, currency, rate, step, expected) => {
  const exact = exchange(moneyFromDecimal(price, from), { currency, rate }, { round: 'nearest', step })
  // What would be nothing costs one step.
  const least = price > 0 && expected === 0 ? step : expected
  expect([decimalOf(exact), exact.currency]).toEqual([least, currency])
})
