import { expect, test } from 'vitest'
import { domainFields, personalIn, phpSerialized } from './domain-fields.ts'
import { readDomainFields } from './stub/php-form.ts'

test('lengths are in bytes, as PHP writes them', () => {
  expect(phpSerialized({ 'Legal Type': 'Individual' })).toBe('a:1:{s:10:"Legal Type";s:10:"Individual";}')
  expect(phpSerialized({ Jina: 'Ömer 😀', 'Anwani "ya"': '' })).toBe(
    'a:2:{s:4:"Jina";s:10:"Ömer 😀";s:11:"Anwani "ya"";s:0:"";}',
  )
  expect(phpSerialized({})).toBe('a:0:{}')
})

test('an order without answers has no field, and the others read back', () => {
  expect(domainFields({})).toEqual({})
  const extra = { 'Company ID Number': 'CPR/2015";s:1:"x', Anwani: 'Barabara ya Pwani, Lamu – Kenya', Ä: 'ß' }
  expect(readDomainFields(domainFields(extra).domainfields!)).toEqual(extra)
})

test('what may identify a person is kept out of words, and short answers are not', () =>
  expect(personalIn({ a: '19900101-12345', b: '1', c: 'yes' })).toEqual(['19900101-12345']))
