import { expect, test } from 'vitest'
import {
  decimalOf,
  decimalTextOf,
  formatDecimal,
  formatMoney,
  type Money,
  moneyFromDecimal,
  readMoney,
  readPayment,
  readPrice,
  sumOf,
  sumsByCurrency,
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

test.each([
  ['TZS', 32_500, 'TSh 32,500', '32500'],
  ['TZS', 32_500.5, 'TSh 32,500.50', '32500.50'],
  ['KES', 1250, 'KSh 1,250', '1250'],
  ['UGX', 47_000, 'USh 47,000', '47000'],
  ['RWF', 17_500, 'FRw 17,500', '17500'],
  ['BIF', 37_000, 'FBu 37,000', '37000'],
  ['EUR', 12.5, '€12.50', '12.50'],
  ['ZAR', 12.5, 'R 12.50', '12.50'],
  ['CAD', 12.5, 'CA$12.50', '12.50'],
  ['KWD', 3.125, 'KWD 3.125', '3.125'],
  // CLDR shows none of these with decimals, but ISO 4217 has two.
  ['HUF', 12.5, 'HUF 12.50', '12.50'],
  ['PKR', 12.5, 'PKR 12.50', '12.50'],
])('%s: %d is shown as %s and copied as %s', (currency, decimal, shown, copied) => {
  const money = moneyFromDecimal(decimal, currency)
  expect(formatMoney(money).replaceAll('\u00A0', ' ')).toBe(shown)
  expect([decimalTextOf(money), decimalOf(money)]).toEqual([copied, decimal])
})

test.each([
  ['TZS', 32_500, true],
  ['TZS', 0, true],
  ['TZS', 32_500.5, false],
  ['KES', 0.01, false],
  ['UGX', 1.5, false],
  ['USD', 0.01, true],
  ['USD', 0.001, false],
  ['KWD', 0.001, true],
  ['KWD', 0.0005, false],
])('%s: %d as a price: %s', (currency, entered, isPrice) => {
  expect(readPrice(entered, currency) !== undefined).toBe(isPrice)
})

test('half a shilling is an amount, though no price', () => {
  expect(readMoney(32_500.5, 'TZS')?.amount).toBe(3_250_050)
})

test('amounts of two currencies are never added up', () => {
  expect(() => sumOf([usd(10), { amount: 10, currency: 'TZS' }], 'USD')).toThrow('TZS')
})

test('amounts of several currencies are shown as a sum of each, in the order of the list', () => {
  const amounts = [
    { amount: 0.1, currency: 'USD' },
    { amount: 26_000, currency: 'TZS' },
    { amount: 0.2, currency: 'USD' },
  ]
  expect(sumsByCurrency(amounts)).toEqual(['$0.30', 'TSh\u00a026,000'])
  expect(sumsByCurrency([])).toEqual([])
})

test('amounts add up without a trace of binary fractions', () => {
  expect(sumOf([usd(10), usd(20)], 'USD')).toEqual(usd(30))
  expect(sumOf([], 'UGX')).toEqual({ amount: 0, currency: 'UGX' })
})

test.each([
  [0.4, undefined],
  [500, 50_000],
  // All that there is, which an exchange has left.
  [500.25, 50_025],
  [500.2, undefined],
])('%d shillings of 500.25 are paid back as %s', (entered, amount) => {
  expect(readPayment(entered, 'TZS', { amount: 50_025, currency: 'TZS' })?.amount).toBe(amount)
})
