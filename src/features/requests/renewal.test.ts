import { describe, expect, test } from 'vitest'
import { nextPeriod } from '../../shared/calendar.ts'
import { renewableFrom, renewalOf } from './renewal.ts'

const day = (at: Date) => at.toISOString().slice(0, 10)

/** The ends of the next periods, each renewed some days after the one before has ended (negative: before). */
function ends(began: string, count: number, months: number, { late = -1, keepsDay = true } = {}) {
  let service = { expires_at: new Date(`${began}T10:00:00Z`), anchor_day: Number(began.slice(8)) }
  return Array.from({ length: count }, () => {
    const now = new Date(service.expires_at.getTime() + late * 86_400_000)
    service = nextPeriod(service, { months, keepsDay, now })
    return day(service.expires_at)
  })
}

describe('a day of the start that shorter months lack', () => {
  test.each([
    ['2026-01-31', 1, ['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31', '2026-06-30']],
    ['2026-10-31', 1, ['2026-11-30', '2026-12-31', '2027-01-31', '2027-02-28', '2027-03-31']],
    ['2028-01-30', 1, ['2028-02-29', '2028-03-30', '2028-04-30', '2028-05-30', '2028-06-30']],
    ['2027-01-29', 1, ['2027-02-28', '2027-03-29', '2027-04-29', '2027-05-29', '2027-06-29']],
    ['2028-02-29', 12, ['2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29', '2033-02-28']],
    ['2028-02-29', 24, ['2030-02-28', '2032-02-29', '2034-02-28', '2036-02-29', '2038-02-28']],
    ['2026-01-15', 1, ['2026-02-15', '2026-03-15', '2026-04-15', '2026-05-15', '2026-06-15']],
  ])('from %s by %i months', (began, months, expected) => {
    expect(ends(began, 5, months)).toEqual(expected)
  })

  test('stays where a period ended today, and goes where a new one begins on another day', () => {
    expect(ends('2026-01-31', 3, 1, { late: 0 })).toEqual(['2026-02-28', '2026-03-31', '2026-04-30'])
    expect(ends('2026-01-31', 3, 1, { late: 1 })).toEqual(['2026-03-01', '2026-04-02', '2026-05-03'])
  })

  test('is cut at each step where the product does not keep it', () => {
    expect(ends('2026-01-31', 3, 1, { keepsDay: false })).toEqual(['2026-02-28', '2026-03-28', '2026-04-28'])
    expect(ends('2028-02-29', 4, 12, { keepsDay: false }).at(-1)).toBe('2032-02-28')
  })
})

test.each([
  ['paid', '2027-04-13', 'request'],
  ['instant', '2027-05-13', 'now'],
] as const)('a service is renewed from the day that is shown, in mode %s', (mode, from, offer) => {
  const service = { expires_at: new Date('2027-05-13T10:00:00Z'), released_at: null, status: 'active' }
  const at = renewableFrom(service, mode)!
  expect(day(at)).toBe(from)
  expect(renewalOf(service, mode, false, at)).toBe(offer)
  expect(renewalOf(service, mode, false, new Date(at.getTime() - 1))).toBeNull()
  expect(renewableFrom({ ...service, expires_at: null }, mode)).toBeNull()
})
