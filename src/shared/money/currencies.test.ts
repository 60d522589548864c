import { expect, test } from 'vitest'
import { currencySign, decimalsOf, offeredCurrencies, priceDecimalsOf, priceStepOf } from './currencies.ts'

test.each([
  ['USD', 2, 2, '0.01'],
  ['EUR', 2, 2, '0.01'],
  ['ZAR', 2, 2, '0.01'],
  ['TZS', 2, 0, '1'],
  ['KES', 2, 0, '1'],
  ['UGX', 0, 0, '1'],
  ['RWF', 0, 0, '1'],
  ['BIF', 0, 0, '1'],
  ['KWD', 3, 3, '0.001'],
  // Where CLDR has fewer decimals than ISO 4217.
  ['IDR', 2, 2, '0.01'],
  ['IQD', 3, 3, '0.001'],
])('%s has %d decimals, its prices %d, in steps of %s', (currency, decimals, ofPrices, step) => {
  expect([decimalsOf(currency), priceDecimalsOf(currency), priceStepOf(currency)]).toEqual([
    decimals,
    ofPrices,
    step,
  ])
})

test('a shop can sell in each currency of the standard that its columns can hold', () => {
  const offered = offeredCurrencies()
  expect(offered).toEqual(
    expect.arrayContaining(['USD', 'TZS', 'KES', 'UGX', 'RWF', 'BIF', 'EUR', 'ZAR', 'KWD']),
  )
  for (const without of ['CLF', 'UYW', 'XDR', 'XSU', 'ZZZ']) expect(offered).not.toContain(without)
})

test('no other currency has the sign of the dollar', () => {
  expect(offeredCurrencies().filter((code) => currencySign(code) === '$')).toEqual(['USD'])
})
