import { expect, test } from 'vitest'
import { splitLinks } from './Lines.tsx'

const hrefs = (line: string) => splitLinks(line).flatMap((segment) => segment.href ?? [])

test.each([
  ['See https://example.com/a?b=1#c now', ['https://example.com/a?b=1#c']],
  ['(https://example.com/a), and http://example.org!', ['https://example.com/a', 'http://example.org']],
  ['HTTPS://EXAMPLE.COM', ['HTTPS://EXAMPLE.COM']],
  ['“https://example.com/x”.', ['https://example.com/x']],
])('in %j the addresses are links, without the punctuation around them', (line, expected) => {
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
])('%j contains no link', (line) => {
  expect(splitLinks(line)).toEqual([{ text: line }])
})

test('an address ends where markup or a quotation mark would begin', () => {
  expect(hrefs('https://example.com/"onmouseover="x https://example.com/<b>')).toEqual([
    'https://example.com/',
    'https://example.com/',
  ])
})

test.each(['', 'a', ' https://example.com/a, b\n\nhttps://example.org.', '<b>x</b> https://example.com'])(
  'the segments of %j joined are the line',
  (line) => {
    expect(
      splitLinks(line)
        .map((segment) => segment.text)
        .join(''),
    ).toBe(line)
  },
)

test('a hostile line of the maximum length is split without backtracking', () => {
  const line = 'https://'.repeat(500)
  expect(splitLinks(line).length).toBeGreaterThan(0)
})
