import { expect, test } from 'vitest'
import { weaknessesOf } from './password.ts'

test.each([
  ['Abcdefg1', []],
  ['Ndizi-tamu-4', []],
  ['Äbcdéfg1', []],
  ['Abcdef1', ['length']],
  ['Abcde1👍', ['length']],
  ['abcdefg1', ['characters']],
  ['ABCDEFG1', ['characters']],
  ['Abcdefgh', ['characters']],
  ['', ['length', 'characters']],
] as const)('the portal finds in %j: %j', (password, found) => {
  expect(weaknessesOf(password)).toEqual(found)
})

test('a rule of length asks for nothing else', () => {
  expect(weaknessesOf('kasuku', 'length:6')).toEqual([])
  expect(weaknessesOf('kasuk', 'length:6')).toEqual(['length'])
})
