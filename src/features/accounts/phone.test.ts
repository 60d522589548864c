import { expect, test } from 'vitest'
import { joinPhone, normalPhone } from './phone.ts'

test.each([
  ['+255', '0712 345 678', '+255712345678'],
  ['+255', '712345678', '+255712345678'],
  ['+255', '(0)712-345-678', '+255712345678'],
  ['+255', '+254 712 345678', '+254712345678'],
  ['+1', '(202) 555-0143', '+12025550143'],
  ['+7', '8 912 345-67-89', '+79123456789'],
  ['+39', '06 698 12345', '+3906698 12345'.replace(' ', '')],
  ['+255', '12', undefined],
  ['+255', 'nambari', undefined],
  ['+255', '', undefined],
  ['+255', '0712345678901234', undefined],
])('%s and %j make %s', (dialling, number, joined) => {
  expect(joinPhone(dialling, number)).toBe(joined)
})

test.each([
  ['+255 0712 345 678', undefined, '+255712345678'],
  ['0712 345 678', 'TZ', '+255712345678'],
  ['0712 345 678', undefined, undefined],
  ['0712 345 678', 'AQ', undefined],
  ['+255 712 345 678 ext. 9', undefined, undefined],
])('%j in %s is stored as %s', (typed, country, expected) => {
  expect(normalPhone(typed, country)).toBe(expected)
})
