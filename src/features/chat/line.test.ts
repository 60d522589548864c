import { expect, test } from 'vitest'
import { piecesOf } from './line.ts'

const hrefs = (line: string) => piecesOf(line).flatMap((piece) => piece.href ?? [])

test.each([
  ['See https://example.com/a?b=1#c now', ['https://example.com/a?b=1#c']],
  ['(https://example.com/a), and http://example.org!', ['https://example.com/a', 'http://example.org']],
  ['HTTPS://EXAMPLE.COM', ['HTTPS://EXAMPLE.COM']],
  ['“https://example.com/x”.', ['https://example.com/x']],
])('in %j the addresses can be pressed, without the signs around them', (line, expected) => {
  expect(hrefs(line)).toEqual(expected)
})

test.each([
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'example.com',
  'https://',
  'http:///x',
  'ftp://example.com/',
  'xhttps',
])('%j is text and nothing else', (line) => {
  expect(piecesOf(line)).toEqual([{ text: line }])
})

test('an address ends where markup or a quotation mark would begin', () => {
  expect(hrefs('https://example.com/"onmouseover="x https://example.com/<b>')).toEqual([
    'https://example.com/',
    'https://example.com/',
  ])
})

test.each(['', 'a', ' https://example.com/a, b\n\nhttps://example.org.', '<b>x</b> https://example.com'])(
  'the pieces of %j are the line again',
  (line) => {
    expect(
      piecesOf(line)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(line)
  },
)

test('a hostile line of the longest length is cut in no time worth measuring', () => {
  const line = 'https://'.repeat(500)
  expect(piecesOf(line).length).toBeGreaterThan(0)
})
