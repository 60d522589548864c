import { expect, test } from 'vitest'
import { type Settings, settingKeys, settings } from '../settings/settings.ts'
import { pricedSettings, proposedPrices } from './prices.ts'

const standard = Object.fromEntries(settingKeys.map((key) => [key, settings[key].standard])) as Settings

test('a renewal without a price is proposed at the price of the first year, and an own one stays', () => {
  const domains = standard['catalogue.domains'].map((one, at) => ({
    ...one,
    price: at === 1 ? null : 10,
    renewal: at === 0 ? 12.5 : null,
  }))
  const { endings } = proposedPrices({ ...standard, 'catalogue.domains': domains })
  expect(endings.slice(0, 3).map(({ price, renewal }) => [price, renewal])).toEqual([
    ['10.00', '12.50'],
    ['', ''],
    ['10.00', '10.00'],
  ])
})

test('what is proposed becomes the prices and changes nothing else of the shop', () => {
  const priced = pricedSettings(standard, proposedPrices(standard))
  expect(priced['catalogue.plans']).toEqual(standard['catalogue.plans'])
  expect(priced['catalogue.email']).toBe(standard['catalogue.email'])
  expect(priced['catalogue.domains']).toEqual(
    standard['catalogue.domains'].map((one) => ({ ...one, renewal: one.renewal ?? one.price })),
  )
})

test('an empty price is one on request, a comma is a point, and any other text is left to the server to refuse', () => {
  const typed = proposedPrices(standard)
  Object.assign(typed.endings[0]!, { price: ' 25000,5 ', renewal: '' })
  typed.email = 'cheap'
  const priced = pricedSettings(standard, typed)
  expect(priced['catalogue.domains'][0]).toMatchObject({ price: 25_000.5, renewal: null })
  expect(priced['catalogue.email']).toBe('cheap')
})
