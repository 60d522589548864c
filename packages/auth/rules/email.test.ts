import { expect, test } from 'vitest'
import { isEmail, normalEmail } from './email.ts'

test.each(['a@b.co', 'asha.mwangi+shop@mail.example.co.tz', 'jürgen@exämple.de', ' a@b.co '])(
  '%s can be an address',
  (typed) => {
    expect(isEmail(typed)).toBe(true)
  },
)

test.each([
  '',
  'a',
  'a@b',
  '@b.co',
  'a@.',
  'a@@b.co',
  'a b@c.co',
  'a@b.co\r\nBcc: c@d.e',
  'a\u0000@b.co',
  'a,c@b.co',
  'a;c@b.co',
  '"a"@b.co',
  '<a@b.co>',
  'Asha<a@b.co',
  'a(c)@b.co',
  'a\\c@b.co',
  'a@[127.0.0.1]',
  'a@b.co:25',
  'a\u202e@b.co',
  'a@b\u200b.co',
  `${'a'.repeat(251)}@b.co`,
])('%j can be none', (typed) => {
  expect(isEmail(typed)).toBe(false)
})

test.each([
  ['  Asha@Example.COM ', 'asha@example.com'],
  ['ａｓｈａ@example.com', 'asha@example.com'],
  ['\u212aikoa@example.com', 'kikoa@example.com'],
])('%j is found as %s', (typed, email) => {
  expect(normalEmail(typed)).toBe(email)
  expect(normalEmail(email)).toBe(email)
})
