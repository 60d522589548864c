import { describe, expect, test } from 'vitest'
import { plans, readOffers } from '../catalogue/catalogue.ts'
import type { Ending } from '../../shared/pages.ts'
import { commonTerm } from '../catalogue/sums.ts'
import { itemPrice, monthsOfItem, productOf } from './item.ts'
import { normalItem } from './typed-items.ts'

test.each([
  ['Soko.com.', 'soko.com', 'domain'],
  ['soko.co.tz', 'soko.co.tz', 'domain'],
  ['Info@Soko.co.tz', 'info@soko.co.tz', 'email'],
  ['Dukä.com', 'xn--duk-sla.com', 'domain'],
  ['info@dukä.com', 'info@xn--duk-sla.com', 'email'],
  ['Business yearly', 'Business yearly', 'hosting'],
  [' Basic monthly ', 'Basic monthly', 'hosting'],
  ['Duka Kubwa yearly', 'Duka Kubwa yearly', 'hosting'],
] as const)('%s is the item %s', (typed, text, product) => {
  expect([normalItem(typed, []), productOf(text)]).toEqual([text, product])
})

test.each([
  '',
  'soko',
  'so ko.com',
  'Business weekly',
  ' yearly',
  `${'x'.repeat(101)} yearly`,
  '@soko.com',
  'co.tz',
  'sub.duka.africa',
  'xn--a.com',
  'info@co.ke',
])('%j is no item', (typed) => expect(normalItem(typed, [])).toBeUndefined())

describe('the price of an item', () => {
  const com: Ending = {
    ending: 'com',
    price: 10,
    renewal: 12,
    years: 3,
    needs: '',
    searched: true,
    shown: true,
  }
  const offers = readOffers({
    offers: {
      currency: 'USD',
      endings: [com, { ...com, ending: 'net', renewal: null }, { ...com, ending: 'co.tz', price: null }],
      glued: [],
      marketing: { comFrom: 1, hostingFrom: 1 },
      email: 24,
      website: null,
      plans: [{ ...plans[0]!, name: 'Duka Kubwa', monthlyPrice: 11, yearlyPrice: 99 }],
    },
  })

  test.each([
    ['a.com', 1, 1000],
    ['a.com', 3, 3400],
    ['a.com', 4, undefined],
    ['a.net', 1, 1000],
    ['a.net', 2, undefined],
    ['a.co.tz', 1, undefined],
    ['a.example', 1, undefined],
    ['info@a.com', 1, 2400],
    ['info@a.com', 2, undefined],
    ['Duka Kubwa yearly', 1, 9900],
    ['Duka Kubwa monthly', 1, 1100],
    ['Basic monthly', 1, undefined],
    ['nothing', 1, undefined],
  ])('%s for %i years', (item, years, amount) => {
    expect(itemPrice(item, offers, years)?.amount).toBe(amount)
  })
})

test.each([
  ['soko.com', 1, 12],
  ['soko.com', 3, 36],
  ['info@soko.com', 1, 12],
  ['Basic monthly', 1, 1],
  ['Basic · soko.com yearly', 1, 12],
] as const)('%s for %i years has a term of %i months', (item, years, months) => {
  expect(monthsOfItem(item, years)).toBe(months)
})

test('several things have a common term only where each has the same one', () => {
  expect([[12, 12], [12, 1], [12, null], [null], []].map(commonTerm)).toEqual([12, null, null, null, null])
})
