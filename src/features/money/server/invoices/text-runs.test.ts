import { describe, expect, test } from 'vitest'
import { type HasGlyph, linesOf, printable, runsOf } from './text-runs.ts'

/** Fonts as these tests imagine them: each has one script, and the main ones all of Latin. */
const scripts = {
  regular: /[\p{Script=Latin}\d\s.,:()[\]/?-]/u,
  bold: /[\p{Script=Latin}\d\s.,:()[\]/?-]/u,
  arabic: /[\p{Script=Arabic}\s\u060C]/u,
  ethiopic: /[\p{Script=Ethiopic}\s]/u,
  chinese: /[\p{Script=Han}\s]/u,
  emoji: /[\p{Extended_Pictographic}\s]/u,
}
const hasGlyph: HasGlyph = (font, point) => scripts[font].test(String.fromCodePoint(point))
const runs = (line: string) => runsOf(line, 'bold', hasGlyph).map(({ font, text }) => `${font}:${text}`)

test.each([
  ['Juma Bakari', ['bold:Juma Bakari']],
  ['አበበ ሱቅ', ['ethiopic:አበበ ሱቅ']],
  ['陈静 Trading', ['chinese:陈静 ', 'bold:Trading']],
  ['Duka 🛒 店', ['bold:Duka ', 'emoji:🛒', 'bold: ', 'chinese:店']],
])('%s is drawn in the fonts that have its signs', (line, expected) => {
  expect(runs(line)).toEqual(expected)
})

describe('Arabic', () => {
  test.each([
    // The shaping turns the letters of a run round, and its blanks with them: here they are in reading order.
    ['خالد سعيد', ['arabic:خالد سعيد']],
    ['Duka la سعيد Ltd', ['bold:Duka la ', 'arabic:سعيد', 'bold: Ltd']],
    ['سعيد 42', ['bold:42', 'arabic:سعيد ']],
    ['سعيد (Ltd)', ['bold:(', 'bold:Ltd', 'bold:)', 'arabic:سعيد ']],
    ['سعيد [أ] 7', ['bold:7', 'bold: [', 'arabic:أ', 'bold:]', 'arabic:سعيد ']],
  ])('%s goes from right to left, its numbers and Latin words from left to right', (line, expected) => {
    expect(runs(line)).toEqual(expected)
  })

  test('letters around a non-joiner are not joined, and the sign itself is not drawn', () => {
    expect(runs('گل\u200cزار')).toEqual(['arabic:زار', 'arabic:گل'])
  })
})

test.each([
  ['\u202eAsha\u2066', 'Asha'],
  ['Asha\u0000\nJuma', 'Asha Juma'],
  ['❤\uFE0F 👍\u{1F3FE}', '❤ 👍'],
  ['Ж 店', '? 店'],
  ['שלום', '????'],
])('%j is printed as %j', (text, shown) => {
  expect(printable(text, hasGlyph)).toBe(shown)
})

test('lines break at blanks, and within what is wider than a line', () => {
  const widthOf = (text: string) => Array.from(text).length
  expect(linesOf('one two three', 8, widthOf)).toEqual(['one two', 'three'])
  expect(linesOf('a 张伟李娜王芳刘洋', 4, widthOf)).toEqual(['a 张伟', '李娜王芳', '刘洋'])
  expect(linesOf('', 4, widthOf)).toEqual([''])
})
