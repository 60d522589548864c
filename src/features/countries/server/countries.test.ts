import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js'
import { expect, test } from 'vitest'
import { joinPhone } from '../../accounts/phone.ts'
import { countries, countryCode } from './countries.ts'

const codeOf = async (cca2: string) => {
  const { idd } = countries().find((one) => one.cca2 === cca2)!
  return idd.root + idd.suffixes[0]
}

test.each([
  ['TZ', '+255'],
  ['KE', '+254'],
  ['GB', '+44'],
  ['US', '+1'],
  ['CA', '+1'],
  ['DO', '+1'],
  ['PR', '+1'],
  ['RU', '+7'],
  ['KZ', '+7'],
  ['VA', '+39'],
  ['SJ', '+47'],
  ['EH', '+212'],
  ['AQ', '+672'],
  ['UM', '+1'],
])('%s is dialled %s', async (cca2, code) => {
  expect(await codeOf(cca2)).toBe(code)
})

test('every country has the code that is really dialled, its flag and its name, in order of the names', async () => {
  const list = countries()
  expect(list).toHaveLength(250)
  const flagFolder = join(
    dirname(createRequire(import.meta.url).resolve('country-flag-icons/package.json')),
    '3x2',
  )
  for (const { cca2, flags: flag, idd } of list) {
    const code = idd.root + idd.suffixes[0]
    expect([cca2, code]).toEqual([cca2, expect.stringMatching(/^\+[1-9]\d{0,2}$/)])
    if (isSupportedCountry(cca2)) expect([cca2, code]).toEqual([cca2, `+${getCountryCallingCode(cca2)}`])
    expect(flag).toEqual({ svg: `/flags/${cca2}.svg`, alt: expect.stringMatching(/^Flag of ./) })
    expect([cca2, existsSync(join(flagFolder, `${cca2}.svg`))]).toEqual([cca2, true])
  }
  const names = list.map(({ name }) => name.common)
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')))
  expect(names[0]).toBe('Afghanistan')
})

test('the split of root and suffix stays where together they are the code', async () => {
  const tanzania = countries().find(({ cca2 }) => cca2 === 'TZ')
  expect(tanzania).toEqual({
    cca2: 'TZ',
    name: { common: 'Tanzania' },
    idd: { root: '+2', suffixes: ['55'] },
    flags: { svg: '/flags/TZ.svg', alt: 'Flag of Tanzania' },
  })
})

test('a number of a shared code can be typed as people of that country write it', async () => {
  expect(joinPhone(await codeOf('DO'), '809-555-0143')).toBe('+18095550143')
  expect(joinPhone(await codeOf('KZ'), '8 701 234 5678')).toBe('+77012345678')
})

test.each([
  ['tz', 'TZ'],
  [' Tanzania ', 'TZ'],
  ['United Republic of Tanzania', 'TZ'],
  ['Democratic Republic of the Congo', 'CD'],
  ['Republic of the Congo', 'CG'],
  ["People's Republic of China", 'CN'],
  ["Hong Kong Special Administrative Region of the People's Republic of China", undefined],
  ["Côte d'Ivoire", 'CI'],
  ['Ivory Coast', 'CI'],
  ['Wakanda', undefined],
  ['', undefined],
])('%j names %s', async (named, code) => {
  expect(countryCode(named)).toBe(code)
})
