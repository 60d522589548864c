import { describe, expect, test } from 'vitest'
import { checkText, statusOfRefusal } from './answer.ts'
import { isReservedWord, refuseName } from './registration-rules.ts'
import { readAsciiName } from '../products/names/scripts.ts'

const refuse = (typed: string, suffix: string) => refuseName(readAsciiName(`${typed}.${suffix}`)!, suffix)

describe('a name of mixed or look-alike letters is refused', () => {
  test.each([
    ['paypаl', 'com', 'mixed-scripts'],
    ['gооgle', 'co.tz', 'mixed-scripts'],
    ['fасebook', 'xyz', 'mixed-scripts'],
    ['microsοft', 'net', 'mixed-scripts'],
    ['аррӏе', 'com', 'lookalike'],
    ['раураӏ', 'xyz', 'lookalike'],
    ['сосо', 'org', 'lookalike'],
    ['νικη', 'com', 'lookalike'],
    ['ɡoogle', 'com', 'script'],
    ['pɑypal', 'com', 'script'],
    ['раураӏ', 'co.tz', 'script'],
  ])('%s.%s', (typed, suffix, refusal) => {
    expect(refuse(typed, suffix)).toBe(refusal)
  })

  test.each([
    ['mama', 'com'],
    ['münchen', 'de'],
    ['münchen', 'com'],
    ['ırmak', 'com'],
    ['việtnam', 'com'],
    ['ɓata', 'com'],
    ['москва', 'com'],
    ['ελλάδα', 'com'],
    ['日本語', 'jp'],
    ['カタカナ漢字abc', 'jp'],
    ['한국어', 'kr'],
    ['中文', 'cn'],
    ['مثال', 'com'],
    ['ሰላም', 'com'],
    ['сосо', 'bg'],
    ['сосо', 'xn--p1ai'],
  ])('%s.%s is not', (typed, suffix) => {
    expect(refuse(typed, suffix)).toBeUndefined()
  })
})

describe('a registry accepts only its own scripts and lengths', () => {
  test.each([
    ['münchen', 'co.tz', 'script'],
    ['münchen', 'co.ke', 'script'],
    ['صقر', 'co.ug', 'script'],
    ['ሰላም', 'rw', 'script'],
    ['москва', 'de', 'script'],
    ['москва', 'ru', 'script'],
    ['한국어', 'jp', 'script'],
    ['x', 'com', undefined],
    ['x', 'be', 'length'],
    ['m'.repeat(27), 'com.br', undefined],
    ['m'.repeat(27), 'br', 'length'],
    ['ab', 'it', 'length'],
    ['abc', 'it', undefined],
    ['mama', 'co.tz', undefined],
    ['mama', 'tz', undefined],
    ['m'.repeat(63), 'com', undefined],
  ])('%s.%s', (typed, suffix, refusal) => {
    expect(refuse(typed, suffix)).toBe(refusal)
  })
})

describe('a second level for institutions is closed', () => {
  test.each([
    'go.tz',
    'mil.tz',
    'ac.tz',
    'sc.tz',
    'go.ke',
    'ac.ke',
    'sc.ke',
    'go.ug',
    'ac.ug',
    'gov.rw',
    'ac.rw',
    'mil.rw',
    'gov.bi',
    'edu.bi',
    'gov.et',
    'edu.et',
    'gov.ss',
    'gov.so',
    'gov.sd',
    'gov.cd',
    'gov.za',
    'gov.uk',
    'ac.uk',
    'nhs.uk',
    'gov',
    'edu',
    'mil',
    'edu.au',
    'gob.mx',
    'gouv.fr',
    'go.jp',
  ])('%s', (suffix) => {
    // prettier-ignore
    expect(refuseName(`mama.${suffix}`, suffix)).toBe('closed')
  })

  test.each([
    'co.tz',
    'or.tz',
    'ne.tz',
    'me.tz',
    'co.ke',
    'or.ke',
    'co.ug',
    'co.rw',
    'org.rw',
    'com',
    'co.uk',
    'io',
    'constructor',
  ])('%s is open', (suffix) => {
    expect(refuseName(`mama.${suffix}`, suffix)).toBeUndefined()
  })
})

test('a word is reserved under certain endings', () => {
  for (const name of ['whois.xyz', 'www.io', 'iana.tech', 'on.ca', 'lh.aero', 'dar.aero'])
    expect(isReservedWord(name, name.split('.')[1]!), name).toBe(true)
  for (const name of ['mama.xyz', 'whois.tz', 'nic.io', 'example.com', 'mama.io', 'mama.ca', 'pilot.aero'])
    expect(isReservedWord(name, name.split('.')[1]!), name).toBe(false)
})

test('the API text has the reason, and never says that the name is available', () => {
  const text = (refusal: Parameters<typeof statusOfRefusal>[0]) =>
    checkText({ status: statusOfRefusal(refusal), suffix: 'go.tz', refusal })
  expect(text('closed')).toBe(
    'Available no: .go.tz names are only for institutions such as governments and schools.',
  )
  expect(text('mixed-scripts')).toBe('Not known: the name mixes letters of different alphabets.')
})
