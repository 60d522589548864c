import { expect, test } from 'vitest'
import { readLines } from './fields.ts'
import { maskedLines, masksOf, maskText } from './mask.ts'

const mask = (text: string, name = 'mama.com') => maskText(text, name)

test('the name and its label are masked, in any case and in their own script', () => {
  expect(mask('No match for "MAMA.COM".')).toBe(mask('No match for "papa.com".', 'papa.com'))
  expect(mask('No match for mama')).toBe(mask('No match for papa', 'papa.com'))
  expect(mask('domain: mama.com\r\n\r\nfree')).toBe(mask('domain:  papa.com\nfree', 'papa.com'))
  expect(mask('münchen.com ist frei', 'xn--mnchen-3ya.com')).toBe(mask('mama.com ist frei'))
  expect(mask('mamas.com is free')).not.toBe(mask('mama.com is free'))
  expect(mask('papa.com is free')).not.toBe(mask('mama.com is free'))
})

test('numbers, dates, times and addresses are masked', () => {
  expect(mask('>>> 2026-05-01T09:02:03Z <<<')).toBe(mask('>>> 2026-12-31T23:59:59Z <<<', 'papa.com'))
  expect(mask('Made on Friday, 1 May 2026 10:00:00 GMT')).toBe(
    mask('Made on Monday, 30 November 2026 23:01:59 GMT', 'papa.com'),
  )
  expect(mask('% 192.0.2.7 asked')).toBe(mask('% 2001:db8::1 asked', 'papa.com'))
  expect(mask('Your id is 7f3a-99')).toBe(mask('Your id is 18c2-04', 'papa.com'))
  expect(mask('Write to asha@example.com')).toBe(mask('Write to neema@example.net', 'papa.com'))
  expect(mask('% [192.0.2.7 REQUEST] >> mama.com')).toBe(
    mask('% [192.0.2.99 REQUEST] >> papa.com', 'papa.com'),
  )
})

test('words and the number of a refusal are not', () => {
  for (const [one, other] of [
    ['NOT FOUND', 'NOT FOUND\nKyselyraja ylitetty'],
    ['Left: 12', 'Left: 0'],
    ['12 left', '0 left'],
    ['Left:12', 'Left:0'],
    ['12/100', '0/100'],
    ['code 404', 'code 429'],
    ['code 200', 'code 503'],
    ['see https://registry.example/terms', 'see https://registry.example/limits'],
    ['raja1', 'ylitetty1'],
  ] as const)
    expect(mask(one)).not.toBe(mask(other))
})

test('a line is kept with its label as a label and as a word', () => {
  expect(masksOf('The domain domain.com', 'domain.com')).toEqual(['the LABEL NAME', 'the domain NAME'])
  expect([...maskedLines(readLines('a 1\n\nb'), 'mama.com')]).toEqual(['a NUMBER', 'b'])
})

test('hostile texts are masked in time that grows with their length', () => {
  // Quadratic masking would take longer than a test may.
  for (const text of ['1 ', '1.', '1', 'a@', 'mama.com', 'mama ', '-', 'NUMBER', '" ', 'x1'])
    expect(mask(text.repeat(500_000 / text.length))).toBeDefined()
})
