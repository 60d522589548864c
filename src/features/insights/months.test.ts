import { expect, test } from 'vitest'
import { monthsUntil } from './months.ts'

test.each([
  ['2026-11-21T12:00:00Z', '2024-12', '2026-11'],
  ['2026-01-01T00:00:00Z', '2024-02', '2026-01'],
  ['2024-02-29T23:59:59.999Z', '2022-03', '2024-02'],
  // The month before has no such day.
  ['2026-03-31T21:00:00Z', '2024-04', '2026-03'],
])('at %s the twenty-four months go from %s to %s, each once', (now, first, last) => {
  const months = monthsUntil(new Date(now))
  expect([months.length, new Set(months).size, months[0], months.at(-1)]).toEqual([24, 24, first, last])
  expect(months).toEqual(months.toSorted())
})
