import { expect, test } from 'vitest'
import { findTime } from './time.ts'

test.each([
  ['on 2026-11-03 at 08:15 AM', '2026-11-03T08:15'],
  ['on 2026-11-03 at 12:00 AM', '2026-11-03T00:00'],
  ['on 2026-11-03 at 12:30 PM', '2026-11-03T12:30'],
  ['at 2026-11-03 16:30:51.', '2026-11-03T16:30:51'],
  ['2026-11-03T16:30', '2026-11-03T16:30'],
  ['2026-11-03 17:41:9', '2026-11-03T17:41:09'],
  // The day comes before the month.
  ['on 3/11/26 at 2:08 pm', '2026-11-03T14:08'],
  ['mnamo 4/12/26 saa 6:45 PM', '2026-12-04T18:45'],
  ['tarehe 19/06/2026 saa 22:38:24', '2026-06-19T22:38:24'],
  ['Date:05-06-2026 19:46:00', '2026-06-05T19:46:00'],
  ['On 20.04.26 11:39', '2026-04-20T11:39'],
  // Without a blank between year and hour.
  ['Date:03.11.2617:39', '2026-11-03T17:39'],
  ['03-November-2026 17:54', '2026-11-03T17:54'],
  ['Trh: 3 Nov 2026', '2026-11-03'],
  ['Tarehe 10 Mei 2026', '2026-05-10'],
  ['Tarehe 7 Machi 2026', '2026-03-07'],
  ['1 Agosti 2026', '2026-08-01'],
  ['2 Oktoba 2026', '2026-10-02'],
  ['3 Desemba 2026', '2026-12-03'],
  ['on 04-11-2026.', '2026-11-04'],
])('%s is %s', (text, at) => expect(findTime(text)).toBe(at))

test.each(['leo saa 4', 'on 31/13/26 at 2:08 PM', 'on 0/11/26', '15:30', 'TID 160000000001'])(
  '%s names no day',
  (text) => expect(findTime(text)).toBeNull(),
)

test('the first of two times counts, and one with a clock before one without', () => {
  expect(findTime('2026-11-03 10:00 due 2026-12-01 09:00')).toBe('2026-11-03T10:00')
  expect(findTime('due 2026-12-01, paid 2026-11-03 10:00')).toBe('2026-11-03T10:00')
})
