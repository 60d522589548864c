import { expect, test } from 'vitest'
import { perTerm } from './price-rates.tsx'
import { forTerm, termsText } from './price-terms.tsx'

test.each([
  [1, '/month', 'for 1 month'],
  [12, '/year', 'for 1 year'],
  [36, 'for 3 years', 'for 3 years'],
  [null, '', ''],
])('a price for %s months reads “%s” or “%s”', (months, rate, once) => {
  expect([perTerm(months), forTerm(months)]).toEqual([rate, once])
})

const line = (amount: number, months: number | null) => ({ price: { amount, currency: 'USD' }, months })

test('a total says its term, or the sum of each term where its prices have several', () => {
  expect(termsText([line(1000, 12), line(1500, 12)], 'USD')).toBe('for 1 year')
  expect(termsText([line(1000, 12), line(599, 1), line(1500, 12)], 'USD')).toBe(
    '$25.00 for 1 year · $5.99 for 1 month',
  )
  expect(termsText([line(1000, 12), line(500, null)], 'USD')).toBe('$10.00 for 1 year · $5.00')
  expect(termsText([], 'USD')).toBe('')
})
