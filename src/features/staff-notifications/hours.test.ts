import { expect, test } from 'vitest'
import { isWithin, mailDueAt, nextWithin } from './hours.ts'

const zone = 'Africa/Dar_es_Salaam'
/** 23 November 2026 is a Monday. */
const at = (day: number, time: string) => new Date(`2026-11-${day}T${time}:00+03:00`)
const office = { days: [1, 2, 3, 4, 5], from: 8 * 60, to: 17 * 60 }
const nights = { days: [5], from: 22 * 60, to: 6 * 60 }
const always = { days: [1, 2, 3, 4, 5, 6, 7], from: null, to: null }

test.each([
  [office, at(23, '07:59'), false],
  [office, at(23, '08:00'), true],
  [office, at(23, '16:59'), true],
  [office, at(23, '17:00'), false],
  [office, at(28, '12:00'), false],
  // A night belongs to the day on which it begins: Friday.
  [nights, at(27, '23:00'), true],
  [nights, at(28, '05:59'), true],
  [nights, at(28, '06:00'), false],
  [nights, at(27, '05:00'), false],
  [always, at(28, '03:00'), true],
  [{ days: [7], from: null, to: null }, at(28, '23:59'), false],
  [{ days: [7], from: null, to: null }, at(29, '00:00'), true],
])('%j at %s: %s', (hours, time, expected) => {
  expect(isWithin(hours, zone, time)).toBe(expected)
})

test('outside of the hours the next time is their next beginning', () => {
  expect(nextWithin(office, zone, at(23, '09:30'))).toEqual(at(23, '09:30'))
  expect(nextWithin(office, zone, at(23, '06:12'))).toEqual(at(23, '08:00'))
  expect(nextWithin(office, zone, at(27, '18:00'))).toEqual(at(30, '08:00'))
  expect(nextWithin(nights, zone, at(28, '07:00'))).toEqual(new Date('2026-12-04T22:00:00+03:00'))
  // In the night of 29 March 2026 the clocks of Berlin go forward.
  const berlin = nextWithin({ ...office, days: [7] }, 'Europe/Berlin', new Date('2026-03-28T20:00:00+01:00'))
  expect(berlin).toEqual(new Date('2026-03-29T08:00:00+02:00'))
})

test('a mail is due at once, or at the end of the part of the day in which it is collected', () => {
  expect(mailDueAt(0, office, zone, at(23, '09:30'))).toEqual(at(23, '09:30'))
  expect(mailDueAt(0, office, zone, at(23, '05:30'))).toEqual(at(23, '08:00'))
  expect(mailDueAt(15, always, zone, at(23, '09:31'))).toEqual(at(23, '09:45'))
  expect(mailDueAt(60, always, zone, at(23, '09:00'))).toEqual(at(23, '10:00'))
  expect(mailDueAt(60, office, zone, at(23, '16:30'))).toEqual(at(24, '08:00'))
  expect(mailDueAt(1440, always, zone, at(23, '09:00'))).toEqual(at(24, '08:00'))
  expect(mailDueAt(1440, office, zone, at(27, '09:00'))).toEqual(at(30, '08:00'))
})
