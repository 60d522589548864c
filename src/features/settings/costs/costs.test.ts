import { expect, test } from 'vitest'
import { decimalOf, moneyFromDecimal } from '../../../shared/money/money.ts'
import { endings } from '../../catalogue/catalogue.ts'
import { compareCosts, costRate, proposedPrice, withPrices } from './costs.ts'
import { settings as table, type Settings } from '../settings.ts'

/** What the shop's prices leave of what names cost. */

const standard = Object.fromEntries(
  Object.entries(table).map(([key, { standard: value }]) => [key, value]),
) as Settings
const now = new Date('2026-11-28T10:00:00Z')
const shillings = { ...standard, 'shop.currency': 'TZS' }
const withVat = {
  'invoices.vrn': '40-000000-X',
  'papers.vatRates': [{ from: '2020-01-01', percent: 18, product: null }],
}
const sells = (price: number | null, renewal: number | null = null) => ({
  'catalogue.domains': [{ ...endings[0]!, price, renewal }],
})
const usd = { currency: 'USD', shop_currency: 'TZS', rate: 2600 }
const listed = (register: number | null, renew: number | null = null, currency = 'USD') => [
  { ending: 'com', currency, register, renew },
]
const account = { method: 'M-Pesa', account: '1', holder: null, note: null, currency: 'TZS', rate: 2600 }

test('the rate is that of the costs for the shop`s currency, or else that of a method of payment', () => {
  expect(costRate(standard, 'USD')).toBe(1)
  expect(costRate(shillings, 'USD')).toBeNull()
  expect(costRate({ ...shillings, 'costs.rates': [{ ...usd, shop_currency: 'KES' }, usd] }, 'USD')).toBe(2600)
  const paid = { ...standard, 'payments.accounts': [account] }
  expect(costRate(paid, 'TZS')).toBe(0.000384615384615)
  expect(
    costRate({ ...paid, 'costs.rates': [{ currency: 'TZS', shop_currency: 'USD', rate: 0.0004 }] }, 'TZS'),
  ).toBe(0.0004)
})

test.each([
  [
    'dollars',
    { ...standard, ...sells(20, 13) },
    [
      [13.75, 20, 6.25, 31.3, false],
      [14, 13, -1, -7.7, true],
    ],
  ],
  [
    'shillings with a rate',
    { ...shillings, ...sells(40_000, 35_750), 'costs.rates': [usd] },
    [
      [35_750, 40_000, 4250, 10.6, false],
      [36_400, 35_750, -650, -1.8, true],
    ],
  ],
  // 23.60 contains 3.60 of VAT.
  [
    'prices with VAT',
    { ...standard, ...withVat, ...sells(23.6) },
    [
      [13.75, 23.6, 6.25, 31.3, false],
      [14, null, null, null, false],
    ],
  ],
  [
    'prices without VAT',
    { ...standard, ...withVat, 'invoices.prices': 'exclusive' as const, ...sells(20) },
    [
      [13.75, 20, 6.25, 31.3, false],
      [14, null, null, null, false],
    ],
  ],
  [
    'no rate',
    { ...shillings, ...sells(40_000) },
    [
      [null, 40_000, null, null, false],
      [null, null, null, null, false],
    ],
  ],
])('margin in %s', (_, settings, expected) => {
  const rows = compareCosts(listed(13.75, 14), settings, now)
  expect(
    rows.map(({ inShop, price, margin, percent, isBelow }) => [
      ...[inShop, price, margin].map((money) => money && decimalOf(money)),
      percent,
      isBelow,
    ]),
  ).toEqual(expected)
})

test('what is not offered has no row, and an ending that the shop does not sell has no price', () => {
  const rows = compareCosts(
    [...listed(null, 9), { ...listed(5)[0]!, ending: 'co.tz' }],
    { ...standard, ...sells(10, 10) },
    now,
  )
  expect(rows.map(({ ending, term, price }) => [ending, term, price && decimalOf(price)])).toEqual([
    ['com', 'renewal', 10],
    ['co.tz', 'price', null],
  ])
})

test.each([
  // 13.75 × 2600 × 1.3 = 46,475.
  [30, 500, 'TZS', {}, 46_500],
  [30, 25, 'TZS', {}, 46_475],
  [30, null, null, {}, 46_475],
  // 13.75 × 2600 × 1.1 = 39,325, which is no binary fraction.
  [10, 25, 'TZS', {}, 39_325],
  [0, 1, 'TZS', {}, 35_750],
  [33.33, 1, 'TZS', {}, 47_666],
  // With 18 % of VAT in it.
  [30, 500, 'TZS', withVat, 55_000],
  [30, 500, 'TZS', { ...withVat, 'invoices.prices': 'exclusive' as const }, 46_500],
  // A step of another currency.
  [30, 500, 'USD', {}, 46_475],
])('with %d %% on top, to %d %s', (percent, step, currency, tax, proposed) => {
  const settings = { ...shillings, ...tax, 'costs.rates': [usd], 'costs.markup': { percent, step, currency } }
  expect(proposedPrice(moneyFromDecimal(13.75, 'USD'), settings, now)).toEqual(
    moneyFromDecimal(proposed, 'TZS'),
  )
  expect(proposedPrice(moneyFromDecimal(13.75, 'USD'), { ...settings, 'costs.rates': [] }, now)).toBeNull()
})

test('only the chosen prices change', () => {
  const before = endings.slice(0, 2)
  const price = moneyFromDecimal(17.5, 'USD')
  expect(withPrices(before, [{ ending: 'net', term: 'renewal', price }])).toEqual([
    before[0],
    { ...before[1], renewal: 17.5 },
  ])
})
