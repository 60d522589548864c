import { expect, test } from 'vitest'
import { termsText } from './terms-text.ts'

const line = (amount: number, months: number) => ({ price: { amount, currency: 'USD' }, months })

test('a total says its term, or the sum of each term where its prices have several', () => {
  expect(termsText([line(1000, 12), line(1500, 12)], 'USD')).toBe('for 1 year')
  expect(termsText([line(1000, 12), line(599, 1), line(1500, 12)], 'USD')).toBe(
    '$25.00 for 1 year · $5.99 for 1 month',
  )
  expect(termsText([], 'USD')).toBe('')
})
