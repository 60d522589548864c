import { expect, it } from 'vitest'
import { matching } from './matching.ts'

const countries = ['Côte d’Ivoire', 'Kenya', 'South Africa', 'Central African Republic', 'Afghanistan']
const found = (query: string) => matching(countries, (name) => name, query)

it('finds by any part of the words, whatever the case and the accents', () => {
  expect(found('cote')).toEqual(['Côte d’Ivoire'])
  expect(found(' KEN ')).toEqual(['Kenya'])
})

it('puts what begins with the query first and keeps the order otherwise', () => {
  expect(found('af')).toEqual(['Afghanistan', 'South Africa', 'Central African Republic'])
})

it('shows everything for an empty query and nothing for an unknown one', () => {
  expect(found('')).toEqual(countries)
  expect(found('xyz')).toEqual([])
})
