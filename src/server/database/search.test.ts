import { expect, test } from 'vitest'
import { patternsOf } from './search.ts'

test.each([
  ['a name', ' Soko ', ['%Soko%']],
  ['two letters begin a word', 'so', ['% so%']],
  ['signs of LIKE mean themselves', '100%_\\', ['%100\\%\\_\\\\%']],
  ['a phone number also without blanks and trunk zero', '0712 34', ['%0712 34%', '%71234%']],
  ['a phone number as it is stored', '255712', ['%255712%']],
  ['too few digits of a phone number', '00 01 0', ['%00 01 0%', '%10%'].slice(0, 1)],
])('%s', (_, typed, patterns) => {
  expect(patternsOf(typed)).toEqual(patterns)
})
