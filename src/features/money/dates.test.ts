import { describe, expect, test } from 'vitest'
import { dateOf, findTime, momentOf, namesDay, provenOrder, readTime } from './dates.ts'

const cells: [string, string][] = [
  ['2026-11-03', '2026-11-03'],
  ['2026/11/03', '2026-11-03'],
  ['2026.11.3', '2026-11-03'],
  ['20261103', '2026-11-03'],
  ['20261103090533', '2026-11-03T09:05:33'],
  ['202611030905', '2026-11-03T09:05'],
  ['20261103 09:05', '2026-11-03T09:05'],
  ['3/11/26', '2026-11-03'],
  ['03-11-2026', '2026-11-03'],
  ['03.11.2026 9:05', '2026-11-03T09:05'],
  ['Nov 3, 2026', '2026-11-03'],
  ['November 3rd, 2026 9:05 PM', '2026-11-03T21:05'],
  ['3 Nov 2026', '2026-11-03'],
  ['03-NOV-26', '2026-11-03'],
  ['3rd Nov. 2026', '2026-11-03'],
  ['03NOV2026', '2026-11-03'],
  ['3Nov26', '2026-11-03'],
  ['3/Nov/2026', '2026-11-03'],
  ['03-NOV-26 07.00.00.000000 PM', '2026-11-03T19:00:00'],
  ['03-NOV-26 07.05.33', '2026-11-03T07:05:33'],
  ['3/11/2026 saa 3:05 Usiku', '2026-11-03T21:05'],
  ['3/11/2026 saa 3:05 ya usiku', '2026-11-03T21:05'],
  ['3/11/2026 saa 3:05 za usiku', '2026-11-03T21:05'],
  ['3/11/2026 SAA 3:05 USIKU', '2026-11-03T21:05'],
  ['3/11/2026 saa 9:05 ya Alasiri', '2026-11-03T15:05'],
  ['Tue, 3 Nov 2026', '2026-11-03'],
  ['Tue Nov 3 2026 21:05:33', '2026-11-03T21:05:33'],
  ['7 Machi 2026', '2026-03-07'],
  ['29/2/24', '2024-02-29'],
  ['3/11/2026 9:05 p.m.', '2026-11-03T21:05'],
  ['3/11/2026 1:05:33 p.m.', '2026-11-03T13:05:33'],
  ['3/11/2026 12:05 a.m.', '2026-11-03T00:05'],
  ['3/11/2026 9:05PM', '2026-11-03T21:05'],
  ['3/11/2026 saa 3:05 usiku', '2026-11-03T21:05'],
  ['3/11/2026 saa 3:05', '2026-11-03'],
  ['3/11/2026 saa 03:05', '2026-11-03T03:05'],
  ['3/11/2026 saa 7:05 usiku', '2026-11-03T01:05'],
  ['3/11/2026 saa 3:05 asubuhi', '2026-11-03T09:05'],
  ['3/11/2026 saa 12:05 asubuhi', '2026-11-03T06:05'],
  ['3/11/2026 saa 7:05 mchana', '2026-11-03T13:05'],
  ['3/11/2026 saa 9:05 alasiri', '2026-11-03T15:05'],
  ['3/11/2026 saa 12:05 jioni', '2026-11-03T18:05'],
  ['3/11/2026 saa 11:05 alfajiri', '2026-11-03T05:05'],
  ['2026-11-03T09:05:00Z', '2026-11-03T09:05:00Z'],
  ['2026-11-03T09:05:00.123Z', '2026-11-03T09:05:00Z'],
  ['2026-11-03T09:05+03:00', '2026-11-03T09:05:00+03:00'],
  ['2026-11-03 09:05:00+0300', '2026-11-03T09:05:00+03:00'],
  ['04 Sep 2026 at 10:26 EAT', '2026-09-04T10:26:00+03:00'],
  // French, Portuguese, and the other name of December in Swahili.
  ['3 janvier 2026', '2026-01-03'],
  ['3 févr. 2026', '2026-02-03'],
  ['03-FÉV-26', '2026-02-03'],
  ['3 avril 2026', '2026-04-03'],
  ['3 mai 2026', '2026-05-03'],
  ['3 juin 2026 21:05', '2026-06-03T21:05'],
  ['3 juillet 2026', '2026-07-03'],
  ['3 août 2026', '2026-08-03'],
  ['3 AOUT 2026', '2026-08-03'],
  ['3 octobre 2026', '2026-10-03'],
  ['3 décembre 2026', '2026-12-03'],
  ['3JUIL2026', '2026-07-03'],
  ['3-fev-2026', '2026-02-03'],
  ['3/abr/2026', '2026-04-03'],
  ['3 setembro 2026', '2026-09-03'],
  ['3 out 2026', '2026-10-03'],
  ['03-DEZ-2026', '2026-12-03'],
  ['3 Disemba 2026', '2026-12-03'],
  // Days and clocks in digits alone.
  ['03112026', '2026-11-03'],
  ['31122026', '2026-12-31'],
  ['20112026', '2026-11-20'],
  ['20261103 090500', '2026-11-03T09:05:00'],
  ['20261103 2105', '2026-11-03T21:05'],
  ['20261103T210533', '2026-11-03T21:05:33'],
  ['03112026 210533', '2026-11-03T21:05:33'],
  ['3/11/26 21.05', '2026-11-03T21:05'],
  ['03.11.2026 9.05', '2026-11-03T09:05'],
  ['3-Nov-26 9.05 PM', '2026-11-03T21:05'],
  // Zones.
  ['3/11/2026 9:05 GMT+3', '2026-11-03T09:05:00+03:00'],
  ['3/11/2026 9:05 PM UTC+03:00', '2026-11-03T21:05:00+03:00'],
  ['3/11/2026 9:05 GMT-0330', '2026-11-03T09:05:00-03:30'],
  ['2026-11-03 09:05:33+03', '2026-11-03T09:05:33+03:00'],
  ['2026-11-03+03:00', '2026-11-03'],
  ['2026-11-03Z', '2026-11-03'],
]
test.each(cells)('the cell %s is %s', (text, at) => expect(readTime(text)).toBe(at))

const noCells = [
  '',
  '30/2/2026',
  '29/2/26',
  '31/4/2026',
  '3/13/2026',
  '0/11/2026',
  '2026-13-01',
  '2026-02-30',
  '20261303',
  '3/11/1900',
  '3/11/2099',
  '1900-01-01',
  '2099-12-31',
  '20991103',
  '3/11/0026',
  '9:05',
  '46329',
  '3 Foo 2026',
  '3/11/2026 25:00',
  '3/11/2026 9:75',
  '3/11/2026 13:05 AM',
  '3/11/2026 x',
  'x 3/11/2026',
  '3/11',
  '261103',
  '3/11/2026 saa 12:05 usiku',
  '2026-11-03T09:05:00+25:00',
  '٣/١١/٢٠٢٦',
  '3/11/2026'.repeat(20_000),
  '31022026',
  '00112026',
  '20261103 250000',
  '20261103 99',
  '3/11/26 21.65',
  '3/11/2026 9:05 GMT+15',
  '2026-11-03+25:00',
  '3 outlet 2026',
  '3 settled 2026',
  '3 maize 2026',
  '31 juin 2026',
]
test.each(noCells)('the cell %s is no time', (text) => expect(readTime(text)).toBeUndefined())

test.each([
  // Hours that this part of the day does not have by the count from dawn are those of a plain clock.
  ['saa 10:30 asubuhi', '10:30'],
  ['saa 8:45:10 asubuhi', '08:45:10'],
  ['saa 6:15 asubuhi', '06:15'],
  ['saa 5:30 jioni', '17:30'],
  ['saa 4:10 jioni', '16:10'],
  ['saa 2:30 mchana', '14:30'],
  ['saa 12:30 mchana', '12:30'],
  ['saa 4:20 alasiri', '16:20'],
  ['saa 1:15 jioni', '19:15'],
  ['saa 13:30 mchana', '13:30'],
  // Programs write seconds, or a zero in front: at night both counts have such an hour.
  ['saa 9:05:10 usiku', undefined],
  ['saa 03:05 usiku', undefined],
  // Neither count has it.
  ['saa 4:30 mchana', undefined],
  ['saa 11:30 mchana', undefined],
  ['saa 9:10 jioni', undefined],
  ['saa 7:10 alfajiri', undefined],
  ['saa 15:30 asubuhi', undefined],
  ['saa 10:30 usiku', '04:30'],
])('the Swahili clock "%s" is %s', (clock, time) => {
  expect(readTime(`3/11/2026 ${clock}`)).toBe(time && `2026-11-03T${time}`)
  expect(findTime(`Umepokea tarehe 3/11/2026 ${clock} kutoka`)).toBe(`2026-11-03${time ? `T${time}` : ''}`)
})

test('the month comes first only where the caller says so', () => {
  expect(readTime('03/11/2026', { order: 'month-first' })).toBe('2026-03-11')
  expect(readTime('13/11/2026', { order: 'month-first' })).toBeUndefined()
  expect(readTime('2026/11/03', { order: 'month-first' })).toBe('2026-11-03')
})

test('a column proves its order by a number over 12', () => {
  expect(provenOrder(['03/11/2026', '13/11/2026'])).toBe('day-first')
  expect(provenOrder(['03/11/2026', '11/13/2026 10:00'])).toBe('month-first')
  expect(provenOrder(['03/11/2026', '2026-11-30'])).toBeUndefined()
  expect(provenOrder(['13/11/2026', '11/13/2026'])).toBeUndefined()
  expect(provenOrder(['03112026', '13112026'])).toBe('day-first')
  expect(provenOrder(['03112026', '11132026'])).toBe('month-first')
  expect(provenOrder(['20261113'])).toBeUndefined()
})

test('a serial date of Excel is read where the caller says that it is one', () => {
  const serial = (text: string) => readTime(text, { serial: true })
  expect(serial('46329')).toBe('2026-11-03')
  expect(serial('46329.5')).toBe('2026-11-03T12:00:00')
  expect(serial('46329.878472222')).toBe('2026-11-03T21:05:00')
  expect(serial('10000')).toBeUndefined()
  expect(serial('99999')).toBeUndefined()
})

test('a day is one of the calendar', () => {
  expect(dateOf(2024, 2, 29)).toBe('2024-02-29')
  for (const [year, month, day] of [
    [2026, 2, 29],
    [2026, 11, 31],
    [2026, 13, 1],
    [2026, 1, 0],
    [1900, 1, 1],
    [2099, 1, 1],
    [Number.NaN, 1, 1],
  ] as const)
    expect(dateOf(year, month, day)).toBeUndefined()
})

describe('a message', () => {
  test.each([
    ['on 2026-11-03 at 08:15 AM', '2026-11-03T08:15'],
    ['on 2026-11-03 at 12:00 AM', '2026-11-03T00:00'],
    ['on 2026-11-03 at 12:30 PM', '2026-11-03T12:30'],
    ['at 2026-11-03 16:30:51.', '2026-11-03T16:30:51'],
    ['2026-11-03T16:30', '2026-11-03T16:30'],
    ['2026-11-03 17:41:9', '2026-11-03T17:41:09'],
    ['on 3/11/26 at 2:08 pm', '2026-11-03T14:08'],
    ['on 3/11/26 at 9:05 p.m. New balance', '2026-11-03T21:05'],
    ['on 3/11/26 at 7:31 PMTsh6,300.00', '2026-11-03T19:31'],
    ['mnamo 4/12/26 saa 6:45 PM', '2026-12-04T18:45'],
    ['tarehe 3/11/26 saa 3:05 usiku', '2026-11-03T21:05'],
    ['tarehe 19/06/2026 saa 22:38:24', '2026-06-19T22:38:24'],
    ['Date:05-06-2026 19:46:00', '2026-06-05T19:46:00'],
    ['On 20.04.26 11:39', '2026-04-20T11:39'],
    ['Date:03.11.2617:39', '2026-11-03T17:39'],
    ['03-November-2026 17:54', '2026-11-03T17:54'],
    ['Trh: 3 Nov 2026', '2026-11-03'],
    ['Tarehe 10 Mei 2026', '2026-05-10'],
    ['1 Agosti 2026', '2026-08-01'],
    ['2 Oktoba 2026', '2026-10-02'],
    ['3 Desemba 2026', '2026-12-03'],
    ['on 04-11-2026.', '2026-11-04'],
    ['saa 9:05 PM tarehe 3/11/26.', '2026-11-03T21:05'],
    ['at 2026-11-03T06:05:00Z', '2026-11-03T06:05:00Z'],
    ['on 3/11/26 at 10:75 AM', '2026-11-03'],
    // Counted from dawn, or from midnight.
    ['tarehe 3/11/26 saa 3:05.', '2026-11-03'],
    ['Saa 11:40 tarehe 3/11/26', '2026-11-03'],
    ['tarehe 3/11/26 saa 03:05', '2026-11-03T03:05'],
    ['tarehe 3/11/26 saa 15:05', '2026-11-03T15:05'],
    ['le 3 juin 2026 à 21:05', '2026-06-03T21:05'],
    ['le 3 août 2026', '2026-08-03'],
    ['tarehe 20261103 saa 21:05', '2026-11-03T21:05'],
    ['on 03112026 at 9:05 PM', '2026-11-03T21:05'],
    ['on 3/11/26 at 9:05 GMT+3.', '2026-11-03T09:05:00+03:00'],
    ['Date 03.11.26 21.05. Bal', '2026-11-03T21:05'],
    ['on 3/11/26 21.05 USD', '2026-11-03'],
    ['on 3/11/26 45.50', '2026-11-03'],
    ['on 3/11/26 1200 TZS', '2026-11-03'],
  ])('%s is %s', (text, at) => expect(findTime(text)).toBe(at))

  test.each([
    'leo saa 4',
    'on 31/13/26 at 2:08 PM',
    'on 0/11/26',
    '15:30',
    'TID 160000000001',
    'on 29/2/26',
    '30/02/2026',
    'due on 21/10/26',
    'kabla ya 2026-06-01 06:57:39',
    'on 1/1/1900',
    '0800 714 888',
    'TX-20261103',
  ])('%s names no day', (text) => expect(findTime(text)).toBeNull())

  test('the first of two times counts, and one with a clock before one without', () => {
    expect(findTime('2026-11-03 10:00 then 2026-12-01 09:00')).toBe('2026-11-03T10:00')
    expect(findTime('01-12-2026, paid 2026-11-03 10:00')).toBe('2026-11-03T10:00')
    expect(findTime('due 2026-12-01 09:00, paid 2026-11-03')).toBe('2026-11-03')
  })
})

test('a time without a zone is that of the country, and one with a zone is what it says', () => {
  expect(momentOf('2026-11-03T09:05', 'TZ').toISOString()).toBe('2026-11-03T06:05:00.000Z')
  expect(momentOf('2026-11-03T09:05', 'RW').toISOString()).toBe('2026-11-03T07:05:00.000Z')
  expect(momentOf('2026-11-03T09:05:00Z', 'TZ').toISOString()).toBe('2026-11-03T09:05:00.000Z')
  expect(momentOf('2026-11-03T09:05:00+01:00', 'TZ').toISOString()).toBe('2026-11-03T08:05:00.000Z')
  expect(momentOf('2026-11-03', 'KE').toISOString()).toBe('2026-11-02T21:00:00.000Z')
})

/** All forms in which a message may name a day. */
const written = (day: string, month: string, name: string, year: string) => [
  `${day}-${name}-${year}`,
  `${day} ${name} ${year}`,
  `${day}${name.slice(0, 3)}${year}`,
  `${name} ${day}, ${year}`,
  `${day}/${month}/${year.slice(2)}`,
  `${day}.${month}.${year}`,
  `${year}-${month}-${day}`,
  `${year}/${month}/${day} 21:05`,
  `${year}-${month}-${day}T21:05:00`,
  `tarehe ${year}${month}${day}`,
]
const noDays: [string, string, string][] = [
  ['31', '11', 'November'],
  ['30', '02', 'Feb'],
  ['29', '02', 'FEB'],
  ['31', '04', 'April'],
  ['32', '10', 'Okt'],
  ['00', '11', 'Nov'],
]
test.each(noDays.flatMap(([day, month, name]) => written(day, month, name, '2026')))(
  '%s names a day that the calendar does not have',
  (text) => {
    expect(findTime(text)).toBeNull()
    expect(namesDay(`Umepokea TZS 500 ${text} kutoka ASHA`)).toBe(true)
  },
)
test.each(['2026-13-03T21:05', '2026/13/01', '13/13/2026', '2026-00-10'])('%s is of no month', (text) => {
  expect(findTime(text)).toBeNull()
  expect(namesDay(text)).toBe(true)
})
test.each(['TZS 150,000.00', 'Ref 0429YBQD', 'MI261103.2105.Q00001', 'TxnId 26700000000102', '255711000101'])(
  '%s names none',
  (text) => expect(namesDay(text)).toBe(false),
)
