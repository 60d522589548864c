import { expect, test } from 'vitest'
import { lapseStage } from './lapse.ts'

const until = '2026-11-01T00:00:00.000Z'
const renewable_until = '2026-12-01T00:00:00.000Z'
const restorable_until = '2026-12-31T00:00:00.000Z'
const both = { renewable_until, restorable_until }
const stageAt = (day: string, lapse = both as Parameters<typeof lapseStage>[1], end: string | null = until) =>
  lapseStage(end, lapse, Date.parse(day))

test.each([
  ['2026-10-31', null],
  ['2026-11-01', 'renewable'],
  ['2026-11-30', 'renewable'],
  ['2026-12-01', 'restorable'],
  ['2026-12-30', 'restorable'],
  ['2026-12-31', 'free'],
])('on %s it is %s', (day, stage) => {
  expect(stageAt(day)).toBe(stage)
})

test('where a registry has only one of the two, the other one is not promised', () => {
  expect(stageAt('2026-11-02', { renewable_until: null, restorable_until })).toBe('restorable')
  expect(stageAt('2026-12-02', { renewable_until, restorable_until: null })).toBe('free')
})

test('nothing is said where nothing is known', () => {
  expect(stageAt('2027-11-01', { renewable_until: null, restorable_until: null })).toBe(null)
  expect(stageAt('2026-12-02', both, null)).toBe(null)
})
