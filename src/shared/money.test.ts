import { expect, test } from 'vitest'
import {
  decimalOf,
  decimalTextOf,
  formatDecimal,
  formatMoney,
  type Money,
  moneyFromDecimal,
  readMoney,
  sumOf,
} from './money.ts'

const usd = (amount: number): Money => ({ amount, currency: 'USD' })

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
  expect(readMoney(dollars, 'USD')?.amount).toBe(cents)
})

test('cents become an amount of the database, and are read from it', () => {
  const texts = ['0.00', '0.05', '19.99', '9999999999.99']
  expect([0, 5, 1999, 999_999_999_999].map((cents) => decimalTextOf(usd(cents)))).toEqual(texts)
  expect(texts.map((text) => moneyFromDecimal(text, 'USD').amount)).toEqual([0, 5, 1999, 999_999_999_999])
})

test.each([
  [0, '$0.00'],
  [8.99, '$8.99'],
  [10, '$10.00'],
  [999.5, '$999.50'],
  [1234.5, '$1,234.50'],
  [9_999_999_999.99, '$9,999,999,999.99'],
])('%d dollars read %s', (dollars, shown) => {
  expect(formatMoney(moneyFromDecimal(dollars, 'USD'))).toBe(shown)
  expect(formatDecimal(dollars, 'USD')).toBe(shown)
})

test('a currency without decimals counts whole units', () => {
  const shillings = moneyFromDecimal(25_000, 'UGX')
  expect(shillings).toEqual({ amount: 25_000, currency: 'UGX' })
  expect([decimalOf(shillings), decimalTextOf(shillings)]).toEqual([25_000, '25000'])
  expect(readMoney(0.5, 'UGX')).toBeUndefined()
})

test('amounts add up without a trace of binary fractions', () => {
  expect(sumOf([usd(10), usd(20)], 'USD')).toEqual(usd(30))
  expect(sumOf([], 'UGX')).toEqual({ amount: 0, currency: 'UGX' })
})
