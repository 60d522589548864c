import type { Statement } from '../../../statements/statement.ts'
import { knownColumns } from './columns.ts'
import { isPdf, isZip, textOf } from './formats/file-text.ts'
import { isCamt, readCamt } from './formats/read-camt.ts'
import { htmlLines, isHtml } from './formats/read-html.ts'
import { isMt940, readMt940 } from './formats/read-mt940.ts'
import { type ReadOptions, readTable } from './read-table.ts'
import { xlsxLines } from './formats/read-xlsx.ts'
import { splitLines } from './formats/split-lines.ts'
import { Unreadable } from './unreadable.ts'

const startsWith = (bytes: Uint8Array, ...signature: number[]) =>
  signature.every((byte, at) => bytes[at] === byte)

/**
 * Reads a statement of any format, which its content shows. A PDF is for `readPdf`, which waits for its pages.
 * @throws Unreadable
 */
export function readFile(bytes: Uint8Array, options: ReadOptions): Statement {
  if (bytes.length === 0) throw new Unreadable('empty')
  if (isZip(bytes)) return readTable('xlsx', xlsxLines(bytes), options)
  if (isPdf(bytes)) throw new Unreadable('pdf')
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) throw new Unreadable('old-excel')
  return readText(textOf(bytes), options)
}

/** Reads a statement that is a text. */
export function readText(text: string, options: ReadOptions): Statement {
  if (isMt940(text)) return readMt940(text)
  if (isHtml(text)) return readTable('html', htmlLines(text), options)
  if (isCamt(text)) return readCamt(text)
  if (/^\s{0,100}<(?:\?xml|!DOCTYPE)/i.test(text)) throw new Unreadable('xml')
  return readTable('text', splitLines(text, knownColumns), options)
}
