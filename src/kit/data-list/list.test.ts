import { expect, it } from 'vitest'
import { endOf } from './MiddleCut.tsx'
import { sortOf } from './sort.ts'
import { sumsOf } from './sums.ts'

it.each([
  ['dispatch@lululogistics.co.tz', '@lululogistics.co.tz'],
  ['dukalavitabu.co.ke', 'abu.co.ke'],
  ['nyuziwholesale.com', 'esale.com'],
  ['a-name.photography', '.photography'],
  ['kangabora-designs.co.tz and 1 more', '.co.tz and 1 more'],
  ['Mama Duka & Wanawe wa Pwani Wholesale', 'Wholesale'],
])('shows the end that tells %s apart', (text, end) => {
  expect(endOf(text)).toBe(end)
})

it('leads from a head to both directions and then to none, amounts from the largest on', () => {
  const name = { sort: 'name' }
  expect(sortOf(name, undefined)).toEqual({ direction: 'none', next: 'name' })
  expect(sortOf(name, 'name')).toEqual({ direction: 'ascending', next: '-name' })
  expect(sortOf(name, '-name')).toEqual({ direction: 'descending', next: '' })
  expect(sortOf(name, 'amount')).toEqual({ direction: 'none', next: 'name' })
  const amount = { sort: 'amount', align: 'right' as const }
  expect(sortOf(amount, undefined).next).toBe('-amount')
  expect(sortOf(amount, '-amount')).toEqual({ direction: 'descending', next: 'amount' })
  expect(sortOf(amount, 'amount')).toEqual({ direction: 'ascending', next: '' })
})

it('adds up each currency by itself', () => {
  const rows = [
    { amount: 5, currency: 'USD' },
    { amount: 2500, currency: 'TZS' },
    null,
    { amount: 1.5, currency: 'USD' },
  ]
  expect(sumsOf(rows, (row) => row)).toEqual([
    { amount: 6.5, currency: 'USD' },
    { amount: 2500, currency: 'TZS' },
  ])
})
