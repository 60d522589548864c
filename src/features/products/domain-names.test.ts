import { describe, expect, test } from 'vitest'
import { readDomainName } from './domain-names.ts'
import { suggestDomains } from '../availability/suggestions.ts'

describe('a typed name', () => {
  test.each([
    ['Mama.COM', 'mama.com'],
    ['  https://www.mama.co.ke/path?x#y ', 'mama.co.ke'],
    ['mama.com.', 'mama.com'],
    ['mama.com:8080', 'mama.com'],
    ['www.com.', 'www.com'],
    ['xn--mgbh0fb.com', 'xn--mgbh0fb.com'],
    ['a1-b2.africa', 'a1-b2.africa'],
    [`${'a'.repeat(63)}.com`, `${'a'.repeat(63)}.com`],
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
  ])('%s is none', (typed) => {
    expect(readDomainName(typed)).toBeUndefined()
  })
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

  test('drop what is no valid name', () => {
    expect(suggestDomains('m'.repeat(61))?.suggestions).not.toContain(`get${'m'.repeat(61)}.com`)
    expect(suggestDomains('ma ma')?.suggestions).toEqual([])
  })

  test('are none for nothing', () => {
    expect(suggestDomains('  ')).toBeUndefined()
  })
})
