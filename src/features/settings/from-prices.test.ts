import { describe, expect, test } from 'vitest'
import { endings, marketing, plans } from '../catalogue/catalogue.ts'
import { fromPrices } from './prices.ts'

const standard = { endings, plans: [...plans] }
const com = (price: number | null) => endings.map((one) => (one.ending === 'com' ? { ...one, price } : one))

describe('the "from" prices', () => {
  test('are the defaults as long as no price was changed', () => {
    expect(fromPrices({ ...marketing }, standard)).toEqual(marketing)
    // Words and order of the rows are no prices.
    const renamed = endings.map((one) => ({ ...one, needs: 'A document', shown: false }))
    expect(fromPrices({ ...marketing }, { ...standard, endings: renamed })).toEqual(marketing)
  })

  test.each([
    ['the price of .com', { ...standard, endings: com(12) }, { comFrom: 12, hostingFrom: 5.99 }],
    [
      'a renewal',
      { ...standard, endings: endings.map((one) => ({ ...one, renewal: 14 })) },
      { comFrom: 10, hostingFrom: 5.99 },
    ],
    ['.com has no price', { ...standard, endings: com(null) }, { comFrom: null, hostingFrom: 5.99 }],
    ['.com is not sold', { ...standard, endings: endings.slice(1) }, { comFrom: null, hostingFrom: 5.99 }],
    [
      'the plans',
      { ...standard, plans: plans.map((plan) => ({ ...plan, monthlyPrice: plan.monthlyPrice + 1 })) },
      { comFrom: 10, hostingFrom: 6.99 },
    ],
    ['there are no plans', { ...standard, plans: [] }, { comFrom: 10, hostingFrom: null }],
  ])('are the lowest of the list once the owner has changed: %s', (_what, sold, expected) => {
    expect(fromPrices({ ...marketing }, sold)).toEqual(expected)
  })

  test("are the owner's own where entered, and the lowest of the list where left empty", () => {
    const changed = { ...standard, endings: com(12) }
    expect(fromPrices({ comFrom: 9, hostingFrom: null }, changed)).toEqual({ comFrom: 9, hostingFrom: 5.99 })
    expect(fromPrices({ comFrom: null, hostingFrom: 2 }, standard)).toEqual({ comFrom: 10, hostingFrom: 2 })
  })
})
