import { expect, test } from 'vitest'
import { textIn } from './bilingual.ts'

test.each([
  ['Hello\n---\nHabari', 'Hello', 'Habari'],
  ['Two\nlines\r\n --- \r\nMistari\nmiwili', 'Two\nlines', 'Mistari\nmiwili'],
  ['Only one', 'Only one', 'Only one'],
  ['Only one\n---\n', 'Only one\n---\n', 'Only one\n---\n'],
  ['a --- b', 'a --- b', 'a --- b'],
  ['', '', ''],
  [null, null, null],
])('%j is %j in English and %j in Swahili', (text, en, sw) => {
  expect([textIn(text, 'en'), textIn(text, 'sw')]).toEqual([en, sw])
})
