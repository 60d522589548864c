import { expect, test } from 'vitest'
import { endingsByLabel } from './use-answers.ts'

test('names of one label are looked up together, in order', () => {
  const names = ['mama.co.tz', 'mama.com', 'getmama.com', 'mama.net']
  expect([...endingsByLabel(names)]).toEqual([
    ['mama', ['co.tz', 'com', 'net']],
    ['getmama', ['com']],
  ])
})
