import { expect, test } from 'vitest'
import { termsText } from './price-sums.tsx'

const line = (amount: number, months: number | null) => ({ price: { amount, currency: 'USD' }, months })

test('a total says its term, or the sum of each term where its prices have several', () => {
  expect(termsText([line(1000, 12), line(1500, 12)], 'USD')).toBe('for 1 year')
  const textOf = (...[lines]: [Parameters<typeof termsText>[0]]) =>
    termsText(lines, 'USD').replaceAll('\u00a0', ' ')
  expect(textOf([line(1000, 12), line(599, 1), line(1500, 12)])).toBe('$25.00 for 1 year · $5.99 for 1 month')
  expect(textOf([line(1000, 12), line(500, null)])).toBe('$10.00 for 1 year · $5.00')
  expect(termsText([], 'USD')).toBe('')
})
