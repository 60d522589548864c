import { expect, test } from 'vitest'
import type { Columns } from '../../../statements/statement.ts'
import { likelyColumns } from './likely-columns.ts'

const of = (header: string, ...lines: string[]) =>
  likelyColumns(
    header.split('|'),
    lines.map((line, at) => ({ row: at + 2, cells: line.split('|') })),
  )

const layouts: [string, Columns, string, ...string[]][] = [
  [
    'a balance that follows from one column with signs, the newest row below',
    { date: 0, details: 1, code: 2, amount: 3, balance: 4 },
    'Jour|Quoi|Pièce|Combien|Reste',
    '03/11/2026|loyer de la boutique|PW770011|12,99|112,99',
    '04/11/2026|frais|PW770012|-1,00|111,99',
    '05/11/2026|achat de nom|PW770013|30,00|141,99',
    '06/11/2026|achat|PW770014|0,50|142,49',
  ],
  [
    'money in and out, the newest row above',
    { date: 1, details: 3, in: 4, out: 2, balance: 0 },
    'Sisa|Hari|Lepas|Apa|Datang',
    '1,500.00|2026-11-06||siku ya nne|500.00',
    '1,000.00|2026-11-05|250.00|siku ya tatu|',
    '1,250.00|2026-11-04||siku ya pili|1,250.00',
    '0.00|2026-11-03|10.00|siku ya kwanza|',
  ],
  [
    'amounts without a balance, between columns of numbers',
    { date: 2, amount: 3, details: 4 },
    'No|Branch|When|Sum|Why',
    '1|104|3 Nov 2026|45,500.00|name of a shop',
    '2|104|4 Nov 2026|-1,000.00|fee',
  ],
  [
    'names that are known, beside one that is not',
    { date: 0, details: 1, code: 2, amount: 3, direction: 4, balance: 5, status: 6 },
    'Siku|Maelezo|Namba|Kiasi|Aina|Baki|Hali',
    '03/11/2026|ada|PW7700111|12,99|Mapato|112,99|Imekamilika',
    '04/11/2026|makato|PW7700112|1,00|Makato|111,99|Imekamilika',
  ],
]

test.each(layouts)('%s', (_, columns, header, ...lines) => {
  expect(of(header, ...lines)).toEqual(columns)
})

test.each<[string, string, ...string[]]>([
  [
    'of two columns of amounts without a balance neither is proposed',
    'A|B|C',
    '2026-11-03|1.50|',
    '2026-11-04||2.50',
  ],
  [
    'amounts without a sign, of which the balance says that some went out, are not proposed',
    'A|B|C',
    '2026-11-03|12.99|112.99',
    '2026-11-04|1.00|111.99',
    '2026-11-05|30.00|81.99',
    '2026-11-06|5.00|86.99',
  ],
  ['nor are amounts that nothing says the direction of', 'A|B', '2026-11-03|1.50', '2026-11-04|2.50'],
  [
    'a balance that does not follow proposes none',
    'A|B|C',
    '2026-11-03|1.50|10.00',
    '2026-11-04|2.50|90.00',
    '2026-11-05|3.50|40.00',
  ],
])('%s', (_, header, ...lines) => {
  expect(of(header, ...lines)).toEqual({ date: 0 })
})

test('a file without rows, and one of texts, have no amounts', () => {
  expect(of('A|B|C')).toEqual({})
  expect(of('A|B|C', 'x|some text|y')).toEqual({ details: 1 })
})
