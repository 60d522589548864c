import { describe, expect, test } from 'vitest'
import type { Columns } from '../../statements/statement.ts'
import { amountOf, readCsv, textOf, Unreadable } from './read-csv.ts'
import { isMt940, readMt940 } from './read-mt940.ts'

/** What statements say. All people, numbers and codes are invented. */

const read = (text: string, chosen?: Columns) =>
  readCsv(textOf(Buffer.from(text)), chosen, async () => undefined)
const reasonOf = async (work: () => Promise<unknown>) => {
  try {
    await work()
  } catch (error) {
    if (error instanceof Unreadable) return error.reason
    throw error
  }
  return 'read'
}

const organisation = `Organisation statement
Short Code,700700
Period,"01-11-2026 - 30-11-2026"

Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Other Party Info,A/C No.
RKA1TEST01,05-11-2026 10:00:00,05-11-2026 09:59:58,Pay Bill from 254711000401 - ZAWADI KOECH Acc. DUKA77,Completed,"1,200.00",,"11,200.00",254711000401 - ZAWADI KOECH,DUKA77
RKA1TEST01,05-11-2026 10:00:00,05-11-2026 09:59:58,Pay Bill Charge,Completed,,-33.00,"11,167.00",,
RKA1TEST02,05-11-2026 11:00:00,05-11-2026 10:59:58,Pay Bill from 254711****02 - MOSES T,Failed,"9,000.00",,"11,167.00",254711****02 - MOSES T,DUKA78
RKA1TEST03,05-11-2026 12:00:00,05-11-2026 11:59:58,Withdrawal,Completed,,"5,000.00","6,167.00",,
RKA1TEST04,05-11-2026 13:00:00,05-11-2026 12:59:58,Reversal of RKA1TEST03,Completed,"5,000.00",,"11,167.00",,
`

test('an organisation export below a preamble: what came in, without charges, withdrawals and failed rows', async () => {
  const statement = await read(organisation)
  expect(statement.rows).toMatchObject([
    {
      ...{ at: '2026-11-05T10:00:00', amount: '1200.00', code: 'RKA1TEST01', name: 'ZAWADI KOECH' },
      ...{ phone: '254711000401', reference: 'DUKA77', balance: '11200.00', isDoubtful: false },
    },
    { code: 'RKA1TEST04', amount: '5000.00', isDoubtful: true },
  ])
  expect(statement.skipped).toEqual({ out: 2, failed: 1, unreadable: 0 })
})

test.each([
  ['2026-09-21 10:32:00', '2026-09-21T10:32:00'],
  ['05-09-2026 10:00:00', '2026-09-05T10:00:00'],
  ['15/01/2026 09:30:47', '2026-01-15T09:30:47'],
  ['01/11/24 10:30 PM', '2024-11-01T22:30'],
  ['03/04/2026', '2026-04-03'],
])('the date %s is %s: the day comes first', async (written, at) => {
  const { rows } = await read(`Date,Details,Credit\n${written},x,500\n`)
  expect(rows).toMatchObject([{ at, amount: '500' }])
})

test.each([
  ['a month first', 'Date,Details,Credit\n03/04/2026,x,500\n10/15/2026,y,500\n', 'dates'],
  ['an open quote', 'Date,Details,Credit\n03/04/2026,"x,500\n', 'malformed'],
  ['a cut last line', 'Date,Details,Credit,Balance\n03/04/2026,x,500,1000\n04/04/2026,y', 'cut'],
  ['no header', '1,2,3\n4,5,6\n', 'no-columns'],
  ['nothing', '\n \n', 'empty'],
])('%s is refused', async (_, text, reason) => {
  expect(await reasonOf(() => read(text))).toBe(reason)
})

test('more than 20,000 rows, UTF-16 and bytes that are no text are refused', async () => {
  const many = `Date,Details,Credit\n${'03/04/2026,x,500\n'.repeat(20_001)}`
  expect(await reasonOf(() => read(many))).toBe('too-many-rows')
  const wide = Buffer.from(`\uFEFF${organisation}`, 'utf16le')
  expect(await reasonOf(async () => textOf(wide))).toBe('encoding')
  expect(await reasonOf(async () => textOf(Buffer.from([0x50, 0x4b, 3, 4, 0, 0])))).toBe('binary')
  expect(await reasonOf(async () => textOf(Buffer.from([0x44, 0xff, 0xc3])))).toBe('binary')
})

test('an unknown layout waits for its columns, and is read with them', async () => {
  const text = 'Siku;Maelezo ya benki;Pesa;Mlipaji\n05/11/2026;MALIPO X1;1,000.00;NURU\n06/11/2026;ADA;-20;\n'
  const unknown = await read(text)
  expect(unknown).toMatchObject({
    columns: null,
    rows: [],
    header: ['Siku', 'Maelezo ya benki', 'Pesa', 'Mlipaji'],
  })
  expect(unknown.sample).toHaveLength(2)
  const chosen = await read(text, { date: 0, details: 1, amount: 2, party: 3 })
  expect(chosen.rows).toMatchObject([{ at: '2026-11-05', amount: '1000.00', name: 'NURU' }])
  expect(chosen.skipped.out).toBe(1)
})

test('one column of amounts without signs or directions is not guessed', async () => {
  const text = (last: string) => `Date,Details,Amount\n05/11/2026,x,1000\n06/11/2026,y,${last}\n`
  expect((await read(text('20'))).columns).toBeNull()
  expect((await read(text('-20'))).rows).toHaveLength(1)
  const marked = await read('Date,Details,Amount,DR/CR\n05/11/2026,x,1000,CR\n06/11/2026,y,20,DR\n')
  expect([marked.rows.length, marked.skipped.out]).toEqual([1, 1])
})

describe('an amount', () => {
  test.each([
    ['1,200.00', '1200.00'],
    ['-33.00', '-33.00'],
    ['(33.00)', '-33.00'],
    ['TZS 5,000', '5000'],
    ['1.000,00', undefined],
    ['1,00', undefined],
    ['', undefined],
    ['=1+1', undefined],
  ])('%s is %s', (cell, amount) => expect(amountOf(cell)).toBe(amount))
})

const swift = `{1:F01EXAMPLETZTZXXXX0000000000}{4:
:20:STMT
:25:0150000000
:28C:11/1
:60F:C261101TZS10000,00
:61:2611051105C1200,50NTRFNONREF//FT26TEST0001
:86:?20FROM ZAWADI KOECH?21INVOICE K7M
:61:2611061106D33,00NCHGNONREF
:86:CHARGES
:61:2611071107RC500,00NTRFNONREF//FT26TEST0002
:61:261108C2000,NTRFDUKA77//FT26TEST0003
:86:DEPOSIT BY
 NURU SALUM
:62F:C261108TZS12667,50
-}`

test('MT940: credits and reversed credits with code, reference, currency and details, without debits', () => {
  expect(isMt940(swift)).toBe(true)
  const { rows, skipped } = readMt940(swift)
  expect(rows).toMatchObject([
    {
      ...{ at: '2026-11-05', amount: '1200.50', currency: 'TZS', code: 'FT26TEST0001', reference: null },
      details: 'FROM ZAWADI KOECH INVOICE K7M',
    },
    { kind: 'reversal', at: '2026-11-07', amount: '500.00', code: 'FT26TEST0002' },
    {
      kind: 'incoming',
      at: '2026-11-08',
      amount: '2000',
      code: 'FT26TEST0003',
      reference: 'DUKA77',
      details: 'DEPOSIT BY NURU SALUM',
    },
  ])
  expect(skipped.out).toBe(1)
  expect(() => readMt940(swift.slice(0, swift.indexOf(':62F:')))).toThrow('cut')
})
