import { describe, expect, test } from 'vitest'
import { readName, readPlainName } from './names.ts'
import { readAsciiName, toReadableName } from '../products/names/scripts.ts'

describe('the label of a search', () => {
  test.each([
    ['Mama', 'mama'],
    ['  mama.com ', 'mama'],
    ['https://www.Mama.co.ke:8080/path?x#y', 'mama'],
    ['www.mama.com.', 'mama'],
    ['www.com', 'www'],
    ['https://www.co.tz/', 'www'],
    ['www.mama', 'mama'],
    ['https://user:pw@soko.co.tz/path', 'soko'],
    ['https://user@www.soko.co.tz:8080/@x', 'soko'],
    ['user:pw@soko.co.tz', 'soko'],
    ['https://soko.co.tz/user@x', 'soko'],
    ['mama-1', 'mama-1'],
    ['mama shop', 'mama'],
    ['mama_shop', 'mama'],
    ['mama!', 'mama'],
    ['m', 'm'],
    ['m'.repeat(63), 'm'.repeat(63)],
    ['m'.repeat(64), 'm'.repeat(63)],
    ['MÜNCHEN.de', 'xn--mnchen-3ya'],
    ['ＭＡＭＡ', 'mama'],
    ['日本語', 'xn--wgv71a119e'],
    ['col·legi', 'xn--collegi-xma'],
    ['xn--mnchen-3ya.de', 'xn--mnchen-3ya'],
    ['مثال', 'xn--mgbh0fb'],
    ['faß', 'xn--fa-hia'],
  ])('%s is %s', async (typed, label) => {
    expect(await readName(typed)).toEqual({ ok: true, label })
  })

  test.each([
    '',
    '   ',
    '!mama',
    '.com',
    'https://',
    '-mama',
    'mama-',
    'mama-.com',
    `${'m'.repeat(62)}-x`,
    'ab--cd',
    'xn--',
    'xn--a',
    'xn--mnchen-3yb-9',
    'xn--ls8h',
    '🙂',
    'ü'.repeat(63),
    'xn--mama-',
    '\u0301mama',
    'aא',
  ])('"%s" is no name', async (typed) => {
    expect(await readName(typed)).toEqual({ ok: false, refusal: { code: 'NAME_INVALID' } })
  })

  test.each(['mama', 'mama.com', '-mama', 'ab--cd', ''])(
    '"%s" does not load the table of scripts',
    async (typed) => {
      expect(readPlainName(typed)).toEqual(await readName(typed))
    },
  )

  test.each(['münchen', 'xn--mnchen-3ya'])('%s loads the table of scripts', (typed) => {
    expect(readPlainName(typed)).toBeUndefined()
  })
})

describe('a whole name', () => {
  test.each([
    ['https://www.Mama.COM./x', 'mama.com'],
    ['münchen.de', 'xn--mnchen-3ya.de'],
    ['mama。com', 'mama.com'],
    ['www.com', 'www.com'],
    ['www.mama.com', 'mama.com'],
    ['https://user:pw@soko.co.tz/path', 'soko.co.tz'],
    [
      `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(61)}`,
      `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(61)}`,
    ],
  ])('%s is %s', (typed, name) => {
    expect(readAsciiName(typed)).toBe(name)
  })

  test.each([
    'mama',
    'mama..com',
    'ma_ma.com',
    'xn--a.com',
    '127.0.0.1',
    `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(62)}`,
    'i❤.ws',
  ])('%s is none', (typed) => {
    expect(readAsciiName(typed)).toBeUndefined()
  })

  test('is shown in its own script', () => {
    expect(toReadableName('xn--mnchen-3ya.de')).toBe('münchen.de')
  })
})
