import { expect, test } from 'vitest'
import { oneLine } from './one-line.ts'

test.each([
  ['Asha Mwangi', 'Asha Mwangi'],
  ['  Asha \t Mwangi  ', 'Asha Mwangi'],
  ['Asha\nMwangi', 'Asha Mwangi'],
  ['Asha\r\n\r\nBcc: x@example.com', 'Asha Bcc: x@example.com'],
  ['Asha\u2028Mwangi\u2029', 'Asha Mwangi'],
  ['Asha\u0085Mwangi\u000BX', 'Asha Mwangi X'],
  ['Asha\u00A0\u3000Mwangi', 'Asha Mwangi'],
  // Direction: overrides, embeddings, isolates, marks.
  ['Asha \u202Eignawm\u202C', 'Asha ignawm'],
  ['\u202AAsha\u202B \u202DMwangi', 'Asha Mwangi'],
  ['\u2066Asha\u2067 \u2068Mwangi\u2069', 'Asha Mwangi'],
  ['\u200EAsha\u200F Mwangi\u061C', 'Asha Mwangi'],
  // Without width.
  ['As\u200Bha Mwa\u2060ngi\uFEFF', 'Asha Mwangi'],
  ['A\u00ADsha\u034F M\u200Cwan\u200Dgi', 'Asha Mwangi'],
  ['Asha \u200B Mwangi', 'Asha Mwangi'],
  ['Asha\u{E0041}\u{E007F} Mwangi\uFE0F', 'Asha Mwangi'],
  ['Asha\u0001\u0007\u001B[31m Mwangi\u009F', 'Asha[31m Mwangi'],
  // No table can keep them, so that they are refused.
  ['Asha\u0000\uD83D Mwangi', 'Asha\u0000\uD83D Mwangi'],
  // What belongs to a script or to an emoji stays.
  ["Ng'ang'a O'Brien-Ødegård Jr.", "Ng'ang'a O'Brien-Ødegård Jr."],
  ['አበበ ቢቂላ', 'አበበ ቢቂላ'],
  ['محمد بن سلمى', 'محمد بن سلمى'],
  ['می\u200Cخواهم', 'می\u200Cخواهم'],
  ['क्\u200Dष', 'क्\u200Dष'],
  ['王小明', '王小明'],
  ['Duka 👩🏾\u200D🌾 ❤\uFE0F 1\uFE0F', 'Duka 👩🏾\u200D🌾 ❤\uFE0F 1\uFE0F'],
  // Nothing that can be seen.
  ['', ''],
  [' \t\n ', ''],
  ['\u200B\u200D\u2060', ''],
  ['\u202E\u202C', ''],
  ['\u3164', ''],
  ['\u115F\u1160\uFFA0', ''],
  ['\u2800\u2800', ''],
  ['\u00A0\u180E\u00AD', ''],
  ['\u0301', ''],
  ['\uFE0F', ''],
])('%j is %j', (typed, line) => {
  expect(oneLine(typed)).toBe(line)
  expect(oneLine(line)).toBe(line)
})
