import { expect, test } from 'vitest'
import { addMonths, isDayBetween, isOnDay } from './calendar.ts'

test.each([
  ['2026-01-15T10:00:00.000Z', 12, '2027-01-15T10:00:00.000Z'],
  ['2028-02-29T23:59:59.999Z', 12, '2029-02-28T23:59:59.999Z'],
  ['2027-02-28T00:00:00.000Z', 12, '2028-02-28T00:00:00.000Z'],
  ['2026-01-31T12:00:00.000Z', 1, '2026-02-28T12:00:00.000Z'],
  ['2026-12-31T12:00:00.000Z', 1, '2027-01-31T12:00:00.000Z'],
  ['2026-11-30T12:00:00.000Z', 3, '2027-02-28T12:00:00.000Z'],
])('%s and %i months make %s', (at, months, then) => {
  expect(addMonths(new Date(at), months).toISOString()).toBe(then)
})

test.each([
  ['2026-02-28T12:00:00.000Z', 1, 31, '2026-03-31T12:00:00.000Z'],
  ['2026-03-31T12:00:00.000Z', 1, 31, '2026-04-30T12:00:00.000Z'],
  ['2028-01-30T12:00:00.000Z', 1, 30, '2028-02-29T12:00:00.000Z'],
  ['2026-12-30T00:00:00.000Z', 2, 31, '2027-02-28T00:00:00.000Z'],
  ['2031-02-28T23:59:59.999Z', 12, 29, '2032-02-29T23:59:59.999Z'],
  ['2026-01-31T12:00:00.000Z', 36, 31, '2029-01-31T12:00:00.000Z'],
])('%s and %i months on day %i make %s', (at, months, day, then) => {
  expect(addMonths(new Date(at), months, day).toISOString()).toBe(then)
})

test.each([
  ['2026-02-28T23:59:59.999Z', 31, true],
  ['2028-02-28T00:00:00.000Z', 31, false],
  ['2026-04-30T00:00:00.000Z', 31, true],
  ['2026-05-30T00:00:00.000Z', 31, false],
  ['2026-05-15T00:00:00.000Z', 15, true],
])('%s is on day %i: %s', (at, day, isOn) => {
  expect(isOnDay(new Date(at), day)).toBe(isOn)
})

test.each([
  ['2026-11-20', true],
  ['2026-11-25', true],
  ['2026-11-19', false],
  // It is tomorrow in the east already.
  ['2026-11-26', true],
  ['2026-11-27', false],
  ['1970-01-01', false],
])('%s is a day from the 20th to the evening of the 25th: %s', (day, isBetween) => {
  expect(isDayBetween(day, new Date('2026-11-20T20:00:00Z'), new Date('2026-11-25T20:00:00Z'))).toBe(
    isBetween,
  )
})
