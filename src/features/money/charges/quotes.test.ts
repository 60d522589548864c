import { expect, test } from 'vitest'
import { moneyFromDecimal } from '../../../shared/money/money.ts'
import { quoteFor, quotesOf } from './quotes.ts'

const account = (method: string, currency: string | null = null, rate: number | null = null) => ({
  method,
  currency,
  rate,
})

test.each([
  [12.5, 'TZS', 2600, 32_500],
  // Up to a whole shilling.
  [12.99, 'TZS', 2600.5, 33_781],
  [0.01, 'KES', 0.5, 1],
  [0, 'TZS', 2600, 0],
  // 1.1 * 100 is 110.00000000000001, which is no reason to ask for one shilling more.
  [1.1, 'TZS', 100, 110],
  [19.99, 'UGX', 3700.1, 73_965],
  // Up to a cent, and to a fils.
  [10, 'EUR', 0.8623, 8.63],
  [10, 'KWD', 0.30715, 3.072],
  [10, 'EUR', 9.1e-7, 0.01],
])('%d dollars by a method in %s at %d are %d', (dollars, currency, rate, decimal) => {
  expect(quotesOf(moneyFromDecimal(dollars, 'USD'), [account('M-Pesa', currency, rate)], 'USD')).toEqual([
    { method: 'M-Pesa', rate, ...moneyFromDecimal(decimal, currency) },
  ])
})

test('shillings by a bank that takes dollars', () => {
  const owed = moneyFromDecimal(32_500, 'TZS')
  expect(quotesOf(owed, [account('Bank', 'USD', 0.000385)], 'TZS')).toEqual([
    { method: 'Bank', rate: 0.000385, amount: 1252, currency: 'USD' },
  ])
})

test('only methods with another currency have a quote, and each of theirs once', () => {
  const accounts = [
    account('M-Pesa', 'TZS', 2600),
    account('M-Pesa', 'TZS', 2600),
    account('M-Pesa', 'KES', 129),
    account('Bank'),
    account('Card', 'USD', 1),
    account('Cash', 'TZS'),
    { method: 'Cheque' },
  ]
  const quotes = quotesOf(moneyFromDecimal(10, 'USD'), accounts, 'USD')
  expect(quotes.map(({ method, currency }) => `${method} ${currency}`)).toEqual(['M-Pesa TZS', 'M-Pesa KES'])
  expect(accounts.map((one) => quoteFor(one, quotes, 'USD')?.amount)).toEqual([
    2_600_000,
    2_600_000,
    129_000,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test("the rates are for the shop's currency: an old offer in another has no quotes", () => {
  expect(quotesOf(moneyFromDecimal(10, 'USD'), [account('M-Pesa', 'KES', 0.05)], 'TZS')).toEqual([])
})

test('an offer keeps the quote that it was made with when the shop changes to the currency of the method', () => {
  const kept = quotesOf(moneyFromDecimal(12.5, 'USD'), [account('M-Pesa', 'TZS', 2600)], 'USD')
  expect(quoteFor(account('M-Pesa'), kept, 'TZS')).toEqual(kept[0])
  expect(quoteFor(account('Bank'), kept, 'TZS')).toBeUndefined()
})
