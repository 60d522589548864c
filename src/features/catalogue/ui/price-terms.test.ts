import { expect, test } from 'vitest'
import { perTerm } from './price-rates.tsx'
import { forTerm } from './price-terms.tsx'

test.each([
  [1, '/month', 'for 1 month'],
  [12, '/year', 'for 1 year'],
  [36, 'for 3 years', 'for 3 years'],
  [null, '', ''],
])('a price for %s months reads “%s” or “%s”', (months, rate, once) => {
  expect([perTerm(months), forTerm(months)]).toEqual([rate, once])
})
