import { expect, test } from 'vitest'
import { readOffers } from '../catalogue/catalogue.ts'
import { questionPresets } from '../catalogue/question-presets.ts'
import { type Settings, settings } from './settings.ts'
import { shopOf } from './shop.ts'

const standard = Object.fromEntries(
  Object.entries(settings).map(([key, setting]) => [key, setting.standard]),
) as Settings

const withTax = (changed: Partial<Settings>) =>
  ({
    ...standard,
    'shop.currency': 'TZS',
    'invoices.vrn': '40-000000-A',
    'invoices.prices': 'exclusive',
    'papers.vatRates': [
      { from: '2020-01-01', percent: 18, product: null },
      { from: '2020-01-01', percent: 10, product: 'hosting' },
      { from: '2026-07-01', percent: 20, product: null },
    ],
    'catalogue.email': 12_501,
    ...changed,
  }) satisfies Settings

const before = new Date('2026-06-30T20:59:59Z')
const midnight = new Date('2026-06-30T21:00:00Z')
const offers = (changed: Partial<Settings>, at: Date) => readOffers(shopOf(withTax(changed), at))

test('prices without VAT are shown and sold with the VAT of the product on the day in the shop’s zone', () => {
  expect(offers({}, before).domain('duka.com')).toEqual({ amount: 1_200, currency: 'TZS' })
  expect(offers({}, before).email).toEqual({ amount: 1_475_100, currency: 'TZS' })
  expect(offers({}, midnight).email).toEqual({ amount: 1_500_100, currency: 'TZS' })
  expect(offers({}, midnight).plan('Enterprise', 'yearly')).toEqual({ amount: 33_000, currency: 'TZS' })
})

test('prices are as entered where they contain VAT, and in a shop without a registration', () => {
  for (const changed of [{ 'invoices.prices': 'inclusive' }, { 'invoices.vrn': null }] as const)
    expect(offers(changed, midnight).email).toEqual({ amount: 1_250_100, currency: 'TZS' })
})

test('a product without a price has none with VAT either', () => {
  expect(offers({ 'catalogue.email': null }, midnight).email).toBeUndefined()
})

test('pages name the endings that ask more of a holder, each once, and nothing where none does', () => {
  const question = questionPresets['us']![0]!
  const asked = [question, { ...question, id: 'other' }, { ...question, ending: 'co.ke' }]
  expect(shopOf({ ...standard, 'domains.questions': asked }).offers.asks).toEqual(['us', 'co.ke'])
  expect(shopOf(standard).offers).not.toHaveProperty('asks')
})
