import { expect, test } from 'vitest'
import { banEnd } from './operations.ts'

const now = new Date('2030-01-01T00:00:00Z')
const HOUR = 3_600_000

test.each([
  ['24h', 24 * HOUR],
  ['1h30m', 1.5 * HOUR],
  ['1.5h', 1.5 * HOUR],
  ['.5h', HOUR / 2],
  ['+10s', 10_000],
  ['300ms', 300],
  ['876000h', 876_000 * HOUR],
])('a ban of %s ends after %d ms', (duration, length) =>
  expect(banEnd(duration, now)!.getTime() - now.getTime()).toBe(length),
)

test.each(['none', '-1h', '0s'])('%s is no ban', (duration) => expect(banEnd(duration, now)).toBeNull())

test.each(['', 'forever', '24', '24 h', '1d', 'h', '1h-1m', '1h x'])('"%s" is refused', (duration) =>
  expect(() => banEnd(duration, now)).toThrow('Invalid format'),
)

test('a ban beyond all calendars ends with them', () =>
  expect(banEnd('999999999999999h', now)!.toISOString()).toBe('9999-12-31T00:00:00.000Z'))
