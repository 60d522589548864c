import { expect, test } from 'vitest'
import { baseUrl, dateOf, nameOf, retryAt } from './values.ts'

test.each<[unknown, string | null]>([
  ['2027-05-31', '2027-05-31T00:00:00.000Z'],
  ['2027-05-31 12:30:00', '2027-05-31T12:30:00.000Z'],
  ['2019-01-27 0:55:17', '2019-01-27T00:55:17.000Z'],
  ['0000-00-00 00:00:00', null],
  ['2027-05-31T12:30:00.000000Z', '2027-05-31T12:30:00.000Z'],
  ['2027-05-31T12:30:00+03:00', '2027-05-31T09:30:00.000Z'],
  ['2027-02-30', null],
  ['2027-13-01', null],
  ['2027-05-31 25:00', null],
  ['31/05/2027', null],
  ['05-31-2027', null],
  [1_800_000_000, null],
  [null, null],
])('the date %j', (value, date) => {
  expect(dateOf(value)?.toISOString() ?? null).toBe(date)
})

test.each<[unknown, string | undefined]>([
  ['Duka.CO.TZ.', 'duka.co.tz'],
  ['bücher.co.tz', 'xn--bcher-kva.co.tz'],
  ['duka', undefined],
  ['a b.co.tz', undefined],
  ['-', undefined],
  [7, undefined],
])('the name %j', (value, name) => {
  expect(nameOf(value)).toBe(name)
})

test.each<[string | null, string | undefined]>([
  ['60', '2026-11-28T09:31:00.000Z'],
  ['99999999999999999999', '2026-11-29T09:30:00.000Z'],
  ['Sat, 28 Nov 2026 10:00:00 GMT', '2026-11-28T10:00:00.000Z'],
  ['Sat, 28 Nov 2026 09:00:00 GMT', undefined],
  ['soon', undefined],
  [null, undefined],
])('to come again after %j', (header, at) => {
  expect(retryAt(header, new Date('2026-11-28T09:30:00Z'))?.toISOString()).toBe(at)
})

test.each([
  ['https://api.example.com', 'https://api.example.com/v1'],
  [' https://api.example.com/ ', 'https://api.example.com/v1'],
  ['https://api.example.com/v2/', 'https://api.example.com/v2'],
  ['nowhere', 'nowhere'],
])('the address %j', (entered, address) => {
  expect(baseUrl(entered, '/v1')).toBe(address)
})
