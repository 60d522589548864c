import { describe, expect, test } from 'vitest'
import { readDomainName } from './domain-names.ts'
import { suggestDomains } from '../availability/suggestions.ts'

describe('a typed name', () => {
  test.each([
    ['Mama.COM', 'mama.com'],
    ['  https://www.mama.co.ke/path?x#y ', 'mama.co.ke'],
    ['mama.com.', 'mama.com'],
    ['mama.com:8080', 'mama.com'],
    ['x:y@mama.com', 'mama.com'],
    ['https://x@y:z@mama.com', 'mama.com'],
    [`${'\u00AD'.repeat(900)}mama.com`, 'mama.com'],
    ['www.com.', 'www.com'],
    ['xn--mgbh0fb.com', 'xn--mgbh0fb.com'],
    ['a1-b2.africa', 'a1-b2.africa'],
    [`${'a'.repeat(63)}.com`, `${'a'.repeat(63)}.com`],
    ['dukä.com', 'xn--duk-sla.com'],
    ['https://www.Kahawa-Café.co.ke/menu', 'xn--kahawa-caf-k7a.co.ke'],
    ['ሱቅ.africa', 'xn--oyd4b.africa'],
    ['دكان.com', 'xn--mgbp4dn.com'],
    ['soko。co。tz', 'soko.co.tz'],
    ['ＳＯＫＯ.com', 'soko.com'],
    ['xn--bcher-kva.com', 'xn--bcher-kva.com'],
    ['XN--BCHER-KVA.com', 'xn--bcher-kva.com'],
    ['mama.tz', 'mama.tz'],
    ['mama.go.tz', 'mama.go.tz'],
    ['mama.unheard-of', 'mama.unheard-of'],
    ['xn--e1afmkfd.xn--p1ai', 'xn--e1afmkfd.xn--p1ai'],
  ])('%s is %s', (typed, name) => {
    expect(readDomainName(typed)).toBe(name)
  })

  test.each([
    '',
    'mama',
    '-mama.com',
    'mama-.com',
    'ma..ma.com',
    'ma ma.com',
    'ab--cd.com',
    '127.0.0.1',
    'mama.c',
    'mama_x.com',
    `${'a'.repeat(64)}.com`,
    `${'a.'.repeat(130)}com`,
    '<script>.com',
    'x@mama.com',
    // Encoding a label takes time that grows as the square of its length.
    `${'\u00AD'.repeat(1_000)}mama.com`,
    // The label decodes to nothing, to an ASCII label, to a symbol, or to letters that UTS 46 changes.
    'xn--.com',
    'xn--duk-sla-9.com',
    'xn--mama-.com',
    'xn--ls8h.com',
    'xn--MNCHEN-3YB9.com',
    'xn--a.co.tz',
    'duka.xn--zz',
    'i❤.com',
    // Nobody registers a public suffix, or a name below a registered one.
    'co.tz',
    'com',
    'or.ke',
    'co.uk',
    'sub.duka.africa',
    'blog.soko.co.tz',
    'a.b.c.com',
    'shop.dukä.com',
    'mama.uk.com',
  ])('%s is none', (typed) => {
    expect(readDomainName(typed)).toBeUndefined()
  })
})

test.each([
  'duk\u0430.com',
  'duka.c\u03bfm',
  'p\u0430ypal.co.tz',
  'xn--duk-6cd.com',
  'g\u043e\u043egle.com',
  'm\u0456crosoft.net',
])('%s mixes alphabets, and is refused like in the check', (typed) =>
  expect(readDomainName(typed)).toBeUndefined(),
)
test.each([
  '\u0434\u0443\u043a\u0430.com',
  'duk\u00e4.com',
  '\u12f1\u12ab\u1295.com',
  '\u6771\u4eac\u30bf\u30ef\u30fc.jp',
  'tokyo\u6771\u4eac.jp',
])('%s has letters that are written together', (typed) => expect(readDomainName(typed)).toMatch(/^xn--/))

test("the shop's own endings are suffixes too", () => {
  expect(readDomainName('Mama.uk.com', ['com', 'uk.com'])).toBe('mama.uk.com')
  expect(readDomainName('blog.mama.uk.com', ['com', 'uk.com'])).toBeUndefined()
  expect(readDomainName('uk.com', ['com', 'uk.com'])).toBeUndefined()
})

describe('suggestions', () => {
  const dressed = ['getmama.com', 'mamaonline.com', 'mamahub.com', 'trymama.com', 'mama-store.com']
  const others = (...skipped: string[]) =>
    ['net', 'org', 'co', 'xyz', 'tech', 'app', 'info', 'africa']
      .filter((ending) => !skipped.includes(ending))
      .map((ending) => `mama.${ending}`)

  test('come in the order of the specification, .com for a name without an ending', () => {
    expect(suggestDomains('Mama')).toEqual({
      typed: 'mama.com',
      suggestions: ['mama.com', ...others(), ...dressed],
    })
  })

  test('skip the typed ending and strip a leading www', () => {
    expect(suggestDomains('www.mama.net')?.suggestions).toEqual([
      'mama.net',
      'mama.com',
      ...others('net'),
      ...dressed,
    ])
  })

  test('keep an ending of two parts', () => {
    expect(suggestDomains('mama.co.tz')?.suggestions.slice(0, 3)).toEqual([
      'mama.co.tz',
      'mama.com',
      'mama.net',
    ])
  })

  test('begin with the registrable name of a typed subdomain, and not with the subdomain', () => {
    expect(suggestDomains('blog.soko.co.tz')?.suggestions.slice(0, 3)).toEqual([
      'soko.co.tz',
      'blog.com',
      'blog.net',
    ])
  })

  test.each([
    ['shop.duka.africa', 'duka.africa'],
    ['a.b.soko.or.ke', 'soko.or.ke'],
    ['www.blog.dukä.com', 'xn--duk-sla.com'],
  ])('of %s begin with %s', (typed, first) => {
    expect(suggestDomains(typed)?.suggestions[0]).toBe(first)
    expect(suggestDomains(typed)?.suggestions).not.toContain(typed)
  })

  test('begin with a name below an ending that only the shop knows', () => {
    expect(suggestDomains('blog.mama.uk.com', [], ['uk.com'])?.suggestions[0]).toBe('mama.uk.com')
  })

  test('of a name in other letters are in ASCII, each a valid name', () => {
    expect(suggestDomains('Dukä', ['hub.com'])).toMatchObject({ typed: 'xn--duk-sla.com' })
    const { suggestions } = suggestDomains('Dukä', ['hub.com'])!
    expect(suggestions.slice(0, 2)).toEqual(['xn--duk-sla.com', 'xn--duk-sla.net'])
    expect(suggestions).toContain('xn--getduk-gua.com')
    expect(suggestions).toHaveLength(13)
    expect(suggestDomains('xn--duk-sla.com', ['hub.com'])?.suggestions).toEqual(suggestions)
  })

  test('of a public suffix do not contain it', () => {
    expect(suggestDomains('co.tz')?.suggestions).not.toContain('co.tz')
  })

  test('are none for an invalid A-label', () => {
    expect(suggestDomains('xn--a.com')?.suggestions).toEqual([])
  })

  test('drop what is no valid name', () => {
    expect(suggestDomains('m'.repeat(61))?.suggestions).not.toContain(`get${'m'.repeat(61)}.com`)
    expect(suggestDomains('ma ma')?.suggestions).toEqual([])
  })

  test('are none for nothing', () => {
    expect(suggestDomains('  ')).toBeUndefined()
  })
})
