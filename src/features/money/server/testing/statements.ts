import { strToU8, zipSync } from 'fflate'
import { type TablePdf, tablePdf } from './statement-pdf.ts'

/** Statements of the same payments in each format. All people, numbers and codes are invented. */

interface Payment {
  code: string
  day: string
  amount: number
  name: string
  reference: string
  balance: number
}

const names = ['ASHA MREMA', 'JUMA KIBO', 'NEEMA TEMBO', 'BARAKA SIMBA', 'ZAWADI CHUI']
const OPENING = 100_000

/** Fifty payments of November 2026. */
export const fiftyPayments: readonly Payment[] = Array.from({ length: 50 }, (_, at) => at).map((at) => ({
  code: `FTX26${String(1000 + at)}`,
  day: `2026-11-${String(1 + Math.floor(at / 2)).padStart(2, '0')}`,
  amount: 1_500.5 + at * 25,
  name: names[at % names.length]!,
  reference: `INV ${500 + at}`,
  balance:
    OPENING + Array.from({ length: at + 1 }, (__, before) => 1_500.5 + before * 25).reduce((a, b) => a + b),
}))
const CLOSING = fiftyPayments.at(-1)!.balance

const dayFirst = (day: string) => day.split('-').toReversed().join('/')
const point = (amount: number) => amount.toFixed(2).replaceAll(/\B(?=(\d{3})+\.)/g, ',')
const comma = (amount: number) => point(amount).replaceAll(/[.,]/g, (sign) => (sign === '.' ? ',' : '.'))

const header = ['Value Date', 'Reference No', 'Narration', 'Credit', 'Debit', 'Balance']
const cells = (amountText: (amount: number) => string) => [
  header,
  ...fiftyPayments.map(({ code, day, amount, name, reference, balance }) => [
    dayFirst(day),
    code,
    `${name} ${reference}`,
    amountText(amount),
    '',
    amountText(balance),
  ]),
]
const csv = cells(point)
  .map((line) => line.map((cell) => `"${cell}"`).join(',') + '\n')
  .join('')

const compact = (day: string) => day.replaceAll('-', '').slice(2)
const swift = (amount: number) => amount.toFixed(2).replace('.', ',')
const mt940 = `:20:X1
:25:0150000001
:28C:1/1
:60F:C261031TZS${swift(OPENING)}
${fiftyPayments
  .map(
    ({ code, day, amount, name, reference }) =>
      `:61:${compact(day)}C${swift(amount)}NTRFNONREF//${code}\n:86:${name} ${reference}\n`,
  )
  .join('')}:62F:C261130TZS${swift(CLOSING)}
-
`

const bal = (code: string, amount: number) =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="TZS">${amount.toFixed(2)}</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>`
const camt = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Id>S1</Id>
${bal('OPBD', OPENING)}${bal('CLBD', CLOSING)}
${fiftyPayments
  .map(
    ({ code, day, amount, name, reference }) =>
      `<Ntry><Amt Ccy="TZS">${amount.toFixed(2)}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>${day}</Dt></BookgDt><AcctSvcrRef>${code}</AcctSvcrRef><NtryDtls><TxDtls><RltdPties><Dbtr><Nm>${name}</Nm></Dbtr></RltdPties><RmtInf><Ustrd>${reference}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
  )
  .join('\n')}
</Stmt></BkToCstmrStmt></Document>`

const html = `<html><head><style>td{color:red}</style></head><body><table border=1>${cells(point)
  .map((line) => `<tr>${line.map((cell) => `<td nowrap>${cell}&nbsp;<br>`).join('')}</tr>`)
  .join('\n')}</table></body></html>`

const sheetName = (at: number) => String.fromCharCode(65 + at)
const EXCEL_EPOCH = 25_569
const serial = (day: string) => Date.parse(day) / 86_400_000 + EXCEL_EPOCH
const text = (at: number, row: number, value: string) =>
  `<c r="${sheetName(at)}${row}" t="inlineStr"><is><t>${value}</t></is></c>`
const number = (at: number, row: number, value: number, style = 0) =>
  `<c r="${sheetName(at)}${row}" s="${style}"><v>${value}</v></c>`

/** An Excel workbook of one sheet. The second style shows a date. */
export const workbook = (rows: string, more: Record<string, Uint8Array> = {}): Buffer =>
  Buffer.from(
    zipSync({
      'xl/workbook.xml': strToU8(
        '<workbook xmlns:r="x"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>',
      ),
      'xl/_rels/workbook.xml.rels': strToU8(
        '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
      ),
      'xl/styles.xml': strToU8(
        '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
      ),
      'xl/worksheets/sheet1.xml': strToU8(`<worksheet><sheetData>${rows}</sheetData></worksheet>`),
      ...more,
    }),
  )

const xlsx = workbook(
  `<row r="3">${header.map((name, at) => text(at, 3, name)).join('')}</row>${fiftyPayments
    .map(({ code, day, amount, name, reference, balance }, at) => {
      const row = at + 4
      return `<row r="${row}">${number(0, row, serial(day), 1)}${text(1, row, code)}${text(2, row, `${name} ${reference}`)}${number(3, row, amount)}${number(5, row, balance)}</row>`
    })
    .join('')}`,
)

const widths = [60, 70, 200, 80, 80, 90]

/** The fifty payments as a PDF. */
export const fiftyPdf = (more: Partial<TablePdf> = {}): Promise<Buffer> =>
  tablePdf({
    columns: header.map((name, at) => [name, widths[at]!] as const),
    rows: cells(point).slice(1),
    right: ['Credit', 'Debit', 'Balance'],
    above: ['BANK OF DUKA', 'Account statement'],
    footer: 'Page #',
    ...more,
  })

/** The fifty payments in each format. */
export const fiftyIn: Readonly<Record<string, Buffer>> = {
  CSV: Buffer.from(csv),
  'CSV in UTF-16': Buffer.from(`\uFEFF${csv}`, 'utf16le'),
  'CSV with decimal commas': Buffer.from(
    cells(comma)
      .map((line) => line.join(';') + '\r\n')
      .join(''),
  ),
  'text with tabs': Buffer.from(
    cells(point)
      .map((line) => line.join('\t') + '\r\n')
      .join(''),
  ),
  MT940: Buffer.from(mt940),
  'MT940 in Windows-1252, indented': Buffer.from(
    `Kontoauszug für Büro\n${mt940.replaceAll(/^/gm, '  ')}`,
    'latin1',
  ),
  'camt.053': Buffer.from(camt),
  XLSX: xlsx,
  'HTML as XLS': Buffer.from(html),
  PDF: await fiftyPdf(),
}
