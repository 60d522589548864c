import { strToU8 } from 'fflate'
import { describe, expect, test } from 'vitest'
import { fiftyIn, fiftyPayments, workbook } from '../../../testing/statements.ts'
import { readFile } from '../read-file.ts'
import { Unreadable } from '../unreadable.ts'
import { isPdf } from './file-text.ts'
import { readPdf } from './read-pdf.ts'

/** The formats of statements. All people, numbers and codes are invented. */

const now = new Date('2026-11-27T09:00:00Z')
const read = (file: string | Buffer) =>
  readFile(typeof file === 'string' ? Buffer.from(file) : file, { now, layouts: {} })

function reasonOf(file: string | Buffer) {
  try {
    read(file)
  } catch (error) {
    if (error instanceof Unreadable) return error.reason
    throw error
  }
  return 'read'
}

test.each(Object.entries(fiftyIn))(
  'fifty payments in %s are fifty, whose balances add up',
  async (_, file) => {
    const options = { now, layouts: {} }
    const { rows, unread, proof, sums } = isPdf(file) ? await readPdf(file, options) : readFile(file, options)
    expect(unread).toEqual([])
    expect(rows.map(({ code, at, amount }) => [code, at, Number(amount)])).toEqual(
      fiftyPayments.map(({ code, day, amount }) => [code, day, amount]),
    )
    expect(rows.every(({ doubt }) => doubt === null)).toBe(true)
    const sum = fiftyPayments.reduce((total, { amount }) => total + amount, 0)
    expect(Number(sums.in)).toBe(sum)
    expect(proof).toMatchObject({ opening: '100000', breaks: [] })
    expect(proof!.expected).toBe(proof!.closing)
  },
)

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

describe('MT940', () => {
  test('credits and reversed credits with code, reference, currency and details, without debits', () => {
    const { rows, skipped, proof } = read(swift)
    expect(rows).toMatchObject([
      {
        at: '2026-11-05',
        amount: '1200.50',
        currency: 'TZS',
        code: 'FT26TEST0001',
        reference: null,
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
    expect(proof).toEqual({ opening: '10000', closing: '12667.50', expected: '12667.50', breaks: [] })
  })

  const entry = (line: string, after = ':86:PAY BY JUMA') =>
    read(`:20:X\n:60F:C261101TZS0,00\n${line}\n${after}\n:62F:C261130TZS75000,00\n`)
  test.each([
    ['blanks before the amount', ':61:261103    C75000,00NTRFNONREF//A1'],
    ['blanks in the amount', ':61:261103C 75 000,00 NTRFNONREF//A1'],
    ['no comma', ':61:261103C75000NTRFNONREF//A1'],
    ['a decimal point', ':61:261103C75000.00NTRFNONREF//A1'],
    ['a funds code', ':61:2611031103CS75000,00NTRFNONREF//A1'],
    ['zeros before the amount', ':61:261103C000000075000,00NTRFNONREF//A1'],
    ['a type of three letters', ':61:261103C75000,00NOV NONREF//A1'],
    ['blanks before the field', '   :61:261103C75000,00NTRFNONREF//A1'],
  ])('with %s', (_, line) => {
    const { rows, unread, proof } = entry(line)
    expect({ rows, unread }).toMatchObject({ rows: [{ at: '2026-11-03', code: 'A1' }], unread: [] })
    expect(Number(rows[0]!.amount)).toBe(75000)
    expect(proof).toMatchObject({ expected: '75000', closing: '75000' })
  })
  test('balances without a currency, and decimals that are left out', () => {
    const pages = `:60F:C261101TZS0,00\n:61:261103C5,5NTRFNONREF//A1\n:62M:C2611035,50\n:60M:C2611035,5\n:61:261104C00,50NTRFNONREF//A2\n:62F:C261104TZS6,\n`
    expect(read(pages)).toMatchObject({
      rows: [{ amount: '5.5' }, { amount: '0.50', currency: 'TZS' }],
      proof: { opening: '0', closing: '6', expected: '6', breaks: [] },
    })
  })
  test('a message in the frame of SWIFT is read', () => {
    expect(read(`\u0001${swift.trimEnd()}\u0003`).rows).toHaveLength(3)
    expect(read(`\u0001${swift}-\u0003\n\u0001${swift}-\u0003\n`).rows).toHaveLength(6)
  })
  test('the account of a payer is no receipt number', () => {
    const { rows } = entry(':61:261103C75000,00NTRFNL08DEUT0319809633\n:61:261104C5000,00NTRFFT26TEST11')
    expect(rows).toMatchObject([{ code: null }, { code: 'FT26TEST11' }])
  })
  test.each([
    ['short lines', 'PAYMENT FOR\nDUKA77\nOF JUMA', 'PAYMENT FOR DUKA77 OF JUMA'],
    ['full lines', `${'A'.repeat(64)}B\nCD`, `${'A'.repeat(64)}BCD`],
    ['parts', '?20SVWZ+INVO\nICE 7?21JUMA', 'SVWZ+INVOICE 7 JUMA'],
  ])('a text of %s keeps its words', (_, text, details) => {
    expect(entry(':61:261103C75000,00NTRFNONREF//A1', `:86:${text}`).rows).toMatchObject([{ details }])
  })
  test('money between two accounts of a file takes nothing back, and what one account returns does', () => {
    const of = (account: string, lines: string) =>
      `:20:X\n:25:${account}\n:60F:C261101TZS0,00\n${lines}\n:62F:C261130TZS0,00\n-\n`
    const credit = ':61:261103C75000,00NTRFNONREF//A1'
    const debit = ':61:261104D75000,00NTRFNONREF//A1'
    const moved = read(of('015', credit) + of('016', debit))
    expect(moved).toMatchObject({
      rows: [{ kind: 'incoming', doubt: null }],
      debits: [],
      skipped: { out: 1 },
    })
    expect(moved.rows).toHaveLength(1)
    expect(read(of('015', credit) + of('015', debit)).rows).toMatchObject([
      { kind: 'incoming' },
      { kind: 'reversal', doubt: 'taken-back' },
    ])
  })
  test('two fields 86 of an entry are one text', () => {
    const { rows } = entry(':61:261103C75000,00NTRFNONREF//A1', ':86:FIRST PART\n:86:SECOND PART')
    expect(rows).toMatchObject([{ details: 'FIRST PART SECOND PART' }])
  })
  test('a file without closing balance is read, and proves nothing', () => {
    const { rows, proof } = read(swift.slice(0, swift.indexOf(':62F:')))
    expect(rows).toHaveLength(3)
    expect(proof).toBeNull()
  })
  test.each(['261331', '261131', '260230', '990101', '2611'])('the day %s loses one row', (day) => {
    const line = `:61:${day}C75000,00NTRFNONREF//A1\n:86:GONE\n:61:261104C5,00NTRFNONREF//A2`
    const { rows, unread } = entry(line)
    expect(rows).toMatchObject([{ code: 'A2' }])
    expect(unread).toMatchObject([{ row: 3 }])
    expect(unread[0]!.cells[0]).toContain('75000,00')
  })
  test.each(['0,00', '0,', '0,0004'])('an entry of %s moves nothing and is listed', (amount) => {
    const { rows, unread } = entry(`:61:261103C${amount}NTRFNONREF//A1\n:61:261104C5,00NTRFNONREF//A2`)
    expect(rows).toMatchObject([{ code: 'A2' }])
    expect(unread).toMatchObject([{ row: 3, reason: 'amount' }])
  })
  test.each([
    ['RVSL TIPS', 'taken-back'],
    ['CHARGEBACK 12', 'taken-back'],
    ['LOAN DISBURSEMENT', 'no-payment'],
    ['RENT OF JUMA', null],
  ])('%s is %s', (details, doubt) =>
    expect(entry(':61:261103C75000,00NTRFNONREF//A1', `:86:${details}`).rows).toMatchObject([{ doubt }]),
  )
  test.each([
    ['RD', { kind: 'incoming', doubt: 'taken-back' }],
    ['RC', { kind: 'reversal' }],
  ])('the mark %s', (mark, row) =>
    expect(entry(`:61:261103${mark}75000,00NTRFNONREF//A1`).rows).toMatchObject([row]),
  )
  test('what is expected has not moved', () =>
    expect(entry(':61:261103EC75000,00NTRFNONREF//A1')).toMatchObject({ rows: [], skipped: { failed: 1 } }))
  test('an entry that is missing breaks the balance', () => {
    const text = swift.replace(/:61:261108C2000.*\n/, '')
    expect(read(text).proof).toMatchObject({ closing: '12667.50', expected: '10667.50', breaks: [{}] })
  })
})

describe('camt.053', () => {
  const camt = (entries: string, head = '') =>
    `<?xml version="1.0"?>${head}<ns2:Document xmlns:ns2="x"><ns2:BkToCstmrStmt><ns2:Stmt>${entries.replaceAll(/<(\/?)/g, '<$1ns2:')}</ns2:Stmt></ns2:BkToCstmrStmt></ns2:Document>`
  const ntry = (inner: string, { mark = 'CRDT', status = '<Sts>BOOK</Sts>', amount = '500.00' } = {}) =>
    `<Ntry><Amt Ccy="TZS">${amount}</Amt><CdtDbtInd>${mark}</CdtDbtInd>${status}<BookgDt><DtTm>2026-11-03T10:00:00+03:00</DtTm></BookgDt>${inner}</Ntry>`
  const tx = (code: string, amount: string) =>
    `<TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId><TxId>${code}</TxId></Refs><AmtDtls><TxAmt><Amt Ccy="TZS">${amount}</Amt></TxAmt></AmtDtls><RltdPties><Dbtr><Pty><Nm>JUMA KIBO</Nm></Pty></Dbtr></RltdPties><RmtInf><Strd><CdtrRefInf><Ref>K7M</Ref></CdtrRefInf></Strd></RmtInf></TxDtls>`

  test('an entry with time, payer and reference', () => {
    expect(read(camt(ntry(`<NtryDtls>${tx('T1', '500.00')}</NtryDtls>`))).rows).toMatchObject([
      {
        at: '2026-11-03T10:00:00+03:00',
        amount: '500.00',
        currency: 'TZS',
        code: 'T1',
        name: 'JUMA KIBO',
        reference: 'K7M',
      },
    ])
  })
  test('a batch is its payments, unless their amounts are not its own', () => {
    const batch = (second: string) =>
      read(camt(ntry(`<NtryDtls>${tx('T1', '300.00')}${tx('T2', second)}</NtryDtls>`))).rows
    expect(batch('200.00')).toMatchObject([
      { amount: '300.00', code: 'T1' },
      { amount: '200.00', code: 'T2' },
    ])
    expect(batch('100.00')).toMatchObject([{ amount: '500.00' }])
    const withNothing = `<NtryDtls>${tx('T1', '500.00')}${tx('T2', '0.00')}</NtryDtls>`
    expect(read(camt(ntry(withNothing))).rows).toMatchObject([{ amount: '500.00' }])
  })
  test.each([
    ['a debit', ntry('', { mark: 'DBIT' }), { rows: [], skipped: { out: 1 } }],
    [
      'a pending entry',
      ntry('', { status: '<Sts><Cd>PDNG</Cd></Sts>' }),
      { rows: [], skipped: { failed: 1 } },
    ],
    [
      'a reversed credit',
      ntry('<RvslInd>true</RvslInd>', { mark: 'DBIT' }),
      { rows: [{ kind: 'reversal' }] },
    ],
    ['a reversed debit', ntry('<RvslInd>true</RvslInd>'), { rows: [{ doubt: 'taken-back' }] }],
    ['no amount', ntry('', { amount: '5,00' }), { rows: [], unread: [{ row: 1, reason: 'amount' }] }],
    ['zero', ntry('', { amount: '0.00' }), { rows: [], unread: [{ row: 1, reason: 'amount' }] }],
    [
      'less than money has',
      ntry('', { amount: '0.0004' }),
      { rows: [], unread: [{ row: 1, reason: 'amount' }] },
    ],
    ['no direction', ntry('', { mark: '' }), { rows: [], unread: [{ row: 1, reason: 'no-direction' }] }],
  ])('%s', (_, entries, statement) => expect(read(camt(entries))).toMatchObject(statement))
  test('entities of its own and broken XML are refused', () => {
    const lols = Array.from({ length: 20 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`)
    const head = `<!DOCTYPE lolz [<!ENTITY l0 "lol">${lols.join('')}]>`
    expect(reasonOf(camt(ntry('<AddtlNtryInf>&l20;</AddtlNtryInf>'), head))).toBe('xml')
    expect(reasonOf(camt(ntry('<AddtlNtryInf>&l20;</AddtlNtryInf>')))).toBe('xml')
    const outside = '<!DOCTYPE a [<!ENTITY f SYSTEM "file:///etc/hostname">]>'
    expect(reasonOf(camt(ntry('<AddtlNtryInf>&f;</AddtlNtryInf>'), outside))).toBe('xml')
    expect(reasonOf(camt(ntry('')).slice(0, -20))).toBe('xml')
    expect(reasonOf(camt('<a>'.repeat(5_000)))).toBe('xml')
  })
})

describe('XLSX', () => {
  const head = `<row r="1">${['Date', 'Ref', 'Details', 'Credit', 'Debit']
    .map((name, at) => `<c r="${'ABCDE'[at]}1" t="inlineStr"><is><t>${name}</t></is></c>`)
    .join('')}</row>`
  test('shared texts, formulas with their saved value, errors and empty cells', () => {
    const rows = `${head}<row r="4"><c r="A4" s="1"><v>46329.5</v></c><c r="B4" t="s"><v>1</v></c><c r="C4" t="e"><v>#REF!</v></c><c r="D4"><f>SUM(A1)</f><v>1200.5</v></c></row>
      <row r="5"><c r="A5" t="d"><v>2026-11-04T00:00:00</v></c><c r="B5"><v>255711000401</v></c><c r="D5"><v>2000</v></c></row>`
    const shared = strToU8('<sst><si><t>X</t></si><si><r><t>FT</t></r><r><t>26</t></r></si></sst>')
    const { rows: found } = read(workbook(rows, { 'xl/sharedStrings.xml': shared }))
    expect(found).toMatchObject([
      { row: 4, at: '2026-11-03T12:00:00', code: 'FT26', amount: '1200.50', details: '' },
      { row: 5, at: '2026-11-04T00:00:00', code: '255711000401', amount: '2000' },
    ])
  })
  test('a character that no table can keep is left out', () => {
    const cell = (name: string, text: string) => `<c r="${name}2" t="inlineStr"><is><t>${text}</t></is></c>`
    const row = `<row r="2">${cell('A', '20/11/2026')}${cell('B', 'A\0B1234')}${cell('C', '\0')}${cell('D', '5\0')}</row>`
    expect(read(workbook(head + row)).rows).toMatchObject([{ code: 'AB1234', details: '', amount: '5' }])
  })
  test('day and clock in two columns', () => {
    const clock = head.replace('Debit', 'Time')
    const rows = `${clock}<row r="2"><c r="A2" s="1"><v>46329</v></c><c r="B2" t="str"><v>A1</v></c><c r="D2"><v>5</v></c><c r="E2" s="1"><v>0.878553240740741</v></c></row>`
    expect(read(workbook(rows)).rows).toMatchObject([{ at: '2026-11-03T21:05:07' }])
  })
  test('a receipt number that Excel has rounded is lost', () => {
    const rows = `${head}<row r="2"><c r="A2" s="1"><v>46329</v></c><c r="B2"><v>12345678901234567890</v></c><c r="D2"><v>5</v></c></row>`
    expect(read(workbook(rows)).rows).toMatchObject([{ code: null, doubt: 'no-code' }])
  })
  test('a zip bomb, entities, and an archive that is no workbook are refused', () => {
    const bomb = workbook(head, { 'xl/sharedStrings.xml': new Uint8Array(45 * 1024 * 1024) })
    expect(bomb.length).toBeLessThan(100_000)
    expect(reasonOf(bomb)).toBe('unpacked')
    // The size that the archive names is a lie.
    const at = bomb.indexOf(Buffer.from('xl/sharedStrings.xml'), bomb.length - 1_000)
    bomb.writeUInt32LE(1_000, at - 22)
    expect(['binary', 'empty', 'no-columns', 'xml']).toContain(reasonOf(bomb))
    const entities = strToU8('<!DOCTYPE a [<!ENTITY b "c">]><sst><si><t>&b;</t></si></sst>')
    expect(reasonOf(workbook(head, { 'xl/sharedStrings.xml': entities }))).toBe('xml')
    expect(reasonOf(Buffer.from('PK\u0003\u0004 and more'))).toBe('binary')
  })
  test('too many rows are refused', () => {
    const many = Array.from({ length: 21_000 }, (_, at) => `<row><c t="str"><v>${at}</v></c></row>`).join('')
    expect(reasonOf(workbook(head + many))).toBe('too-many-rows')
  })
})

test('a page with scripts, spans and entities of HTML', () => {
  const page = `<!DOCTYPE html><script>if (a<b) c()</script><TABLE><TR><TH colspan=2>My bank<TR><TH>Date<TH>Ref<TH>Details<TH>Credit</TR>
    <tr><td>20/11/2026</td><td>A1</td><td>Asha &amp; Juma<script>x</script></td><td>1,000.00</td></tr></TABLE>`
  expect(read(page).rows).toMatchObject([{ code: 'A1', details: 'Asha & Juma', amount: '1000.00' }])
})
