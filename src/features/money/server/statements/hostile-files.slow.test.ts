import { expect, test } from 'vitest'
import { hostilePdfs } from '../testing/hostile-pdf.ts'
import { workbook } from '../testing/statements.ts'
import { Unreadable } from './reading/unreadable.ts'
import { readStatement } from './read-statement.ts'

/** PDFs and workbooks that are made to fill the memory. They are read in a process of their own. */

const options = { layouts: {}, now: new Date('2026-11-27T09:00:00Z') }
const MEGABYTE = 1024 * 1024

const reasonOf = (file: Buffer) =>
  readStatement(file, options).then(
    () => 'read',
    (error: unknown) => {
      if (error instanceof Unreadable) return error.reason
      throw error
    },
  )

const textCell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
const HEADER = `<row r="1">${['Date', 'Ref', 'Details', 'Credit', 'Debit'].map(textCell).join('')}</row>`
/** Cells that share one text. */
const sharing = (count: number) => `<row>${'<c t="s"><v>0</v></c>'.repeat(5)}</row>`.repeat(count / 5)

test.each([
  [
    'zeros in a workbook',
    () => workbook(HEADER, { 'xl/sharedStrings.xml': new Uint8Array(60 * MEGABYTE) }),
    'unpacked',
  ],
  [
    'a workbook of many texts',
    () =>
      workbook(HEADER, {
        'xl/sharedStrings.xml': Buffer.from(`<sst>${'<si><t>a</t></si>'.repeat(2_200_000)}</sst>`),
      }),
    'unpacked',
  ],
  [
    'a long text that all cells share',
    () =>
      workbook(HEADER + sharing(10_000), {
        'xl/sharedStrings.xml': Buffer.from(`<sst><si><t>${'a  '.repeat(6 * MEGABYTE)}</t></si></sst>`),
      }),
    'unpacked',
  ],
])('%s is refused, and the memory of the process stays', async (_, file, reason) => {
  const bytes = file()
  const before = process.memoryUsage().rss
  expect(await reasonOf(bytes)).toBe(reason)
  expect(process.memoryUsage().rss - before).toBeLessThan(300 * MEGABYTE)
})

test.each(Object.entries(hostilePdfs))(
  'a PDF with %s is refused, and the memory of the process stays',
  async (_, make) => {
    const { file, reasons } = make()
    const before = process.memoryUsage().rss
    expect(reasons).toContain(await reasonOf(file))
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * MEGABYTE)
  },
)
