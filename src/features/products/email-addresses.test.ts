import { expect, test } from 'vitest'
import { readAddress, suggestAddresses } from './email-addresses.ts'

test('a full address gives itself, in lower case', () => {
  expect(suggestAddresses(' Info@Mama.COM ')).toEqual({
    address: 'info@mama.com',
    needsDomain: false,
    suggestions: ['info@mama.com'],
  })
})

test.each([
  ['Info@Dukä.co.tz', 'info@xn--duk-sla.co.tz'],
  ['info@xn--duk-sla.co.tz', 'info@xn--duk-sla.co.tz'],
  ['info@mail.mama.com', 'info@mail.mama.com'],
])('the domain of %s is read as domain names are', (typed, address) => {
  expect(readAddress(typed)).toBe(address)
})

test('a typed domain in other letters gives addresses in ASCII, and a public suffix gives none', () => {
  expect(suggestAddresses('dukä.co.tz')?.suggestions[0]).toBe('info@xn--duk-sla.co.tz')
  expect(suggestAddresses('co.tz')).toEqual({ needsDomain: true, suggestions: [] })
})

/** In the order of the specification. */
const roles =
  'info, support, sales, contact, helpdesk, admin, hello, billing, accounts, marketing, careers, team, legal, office, ' +
  'service, customercare, enquiries, hr, ops, dev, tech, it, webmaster'

test('a domain gives 23 role addresses at it, and the notice', () => {
  const { needsDomain, suggestions } = suggestAddresses('www.Mama.co.ke')!
  expect(needsDomain).toBe(true)
  expect(suggestions).toEqual(roles.split(', ').map((role) => `${role}@mama.co.ke`))
  expect(suggestions).toHaveLength(23)
})

test('a word without a dot gives the notice alone', () => {
  expect(suggestAddresses('mama')).toEqual({ needsDomain: true, suggestions: [] })
})

test('an empty input gives nothing', () => {
  expect(suggestAddresses('  ')).toBeUndefined()
})

test.each([
  'a@b',
  '@mama.com',
  'a b@mama.com',
  'a..b@mama.com',
  `${'a'.repeat(65)}@mama.com`,
  'a@mama..com',
  'a@-x.com',
  'a@b@',
  'info@co.tz',
  'info@xn--a.com',
  'info@https://mama.com',
])('%s is no address', (typed) => {
  expect(readAddress(typed)).toBeUndefined()
})
