import { type UnzipFileInfo, unzipSync } from 'fflate'
import { readTime } from '../../../../dates.ts'
import { knownColumns } from '../columns.ts'
import { type Line, MOST_PREAMBLE } from './split-lines.ts'
import { MOST_COLUMNS, MOST_ROWS, Unreadable } from '../unreadable.ts'
import { elementsAt, textAt, visitElements, type XmlElement } from './xml-elements.ts'

/** All parts of a workbook that are read, unpacked. */
const MOST_UNPACKED = 40 * 1024 * 1024
const MOST_SHEETS = 10
/** Texts, styles and the like. */
const MOST_ELEMENTS = 400_000

const isRead = (name: string) =>
  /^xl\/(?:workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|styles\.xml|worksheets\/[\w.-]{1,60}\.xml)$/i.test(
    name,
  )

/** Unpacks the parts that are read. A part never takes more memory than the size that the archive names. */
function unpacked(bytes: Uint8Array): Map<string, string> {
  let size = 0
  const filter = ({ name, originalSize }: UnzipFileInfo) => {
    if (!isRead(name)) return false
    size += originalSize
    if (size > MOST_UNPACKED) throw new Unreadable('unpacked')
    return true
  }
  let files: Record<string, Uint8Array>
  try {
    files = unzipSync(bytes, { filter })
  } catch (error) {
    if (error instanceof Unreadable) throw error
    throw new Unreadable('binary')
  }
  const decoder = new TextDecoder()
  return new Map(Object.entries(files).map(([name, file]) => [name.toLowerCase(), decoder.decode(file)]))
}

function elementsIn(text: string | undefined, ...names: string[]): XmlElement[] {
  const found: XmlElement[] = []
  if (text)
    visitElements(text, new Set(names), (element) => {
      if (found.push(element) > MOST_ELEMENTS) throw new Unreadable('unpacked')
    })
  return found
}

/** All texts within an element, such as the parts of a cell with several fonts. Readings of characters are left out. */
const textsIn = (element: XmlElement): string =>
  element.name === 'rPh' ? '' : element.name === 't' ? element.text : element.children.map(textsIn).join('')

/** The formats of Excel that show a number as a date or a time. */
const isDateFormat = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 58)

/** Which styles show a number as a date. */
function dateStyles(text: string | undefined): boolean[] {
  const custom = new Map<number, boolean>()
  let styles: boolean[] = []
  for (const element of elementsIn(text, 'numFmt', 'cellXfs')) {
    if (element.name === 'numFmt') {
      const code = (element.attributes.formatCode ?? '').slice(0, 200)
      const bare = code.replaceAll(/"[^"]*"|\\.|\[[^\]]*\]/g, '')
      custom.set(Number(element.attributes.numFmtId), /[ymdhs]/i.test(bare) && !/general/i.test(bare))
    } else
      styles = element.children.map(({ attributes }) => {
        const id = Number(attributes.numFmtId ?? 0)
        return custom.get(id) ?? isDateFormat(id)
      })
  }
  return styles
}

/** The file of each sheet that is shown, in the order of the workbook, and whether its dates count from 1904. */
function workbookOf(files: ReadonlyMap<string, string>): { sheets: string[]; isFrom1904: boolean } {
  const targets = new Map(
    elementsIn(files.get('xl/_rels/workbook.xml.rels'), 'Relationship').map(({ attributes }) => [
      attributes.Id,
      `xl/${(attributes.Target ?? '').replace(/^\/?(?:xl\/)?/, '')}`.toLowerCase(),
    ]),
  )
  const elements = elementsIn(files.get('xl/workbook.xml'), 'workbookPr', 'sheet')
  const sheets = elements
    .filter(({ name, attributes }) => name === 'sheet' && !/hidden/i.test(attributes.state ?? ''))
    .flatMap(({ attributes }) => targets.get(attributes.id) ?? [])
  return {
    sheets,
    isFrom1904: elements.some(({ attributes }) => /^(?:1|true)$/.test(attributes.date1904 ?? '')),
  }
}

/** The column of a cell such as `AB12`, counted from 0. */
function columnOf(place: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(place ?? '')?.[0]
  if (!letters) return undefined
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

/** Days from 1900 to 1904, where old workbooks of a Mac begin. */
const DAYS_TO_1904 = 1_462

/** A part of a day as a clock. */
const clockText = (day: number) => new Date(Math.round(day * 86_400) * 1000).toISOString().slice(11, 19)

/** A number of Excel as text. It keeps fifteen digits, so that a longer receipt number is lost. */
function numberText(written: string, isDate: boolean, isFrom1904: boolean): string {
  const number = Number(written)
  if (!Number.isFinite(number)) return ''
  if (isDate && number >= 0 && number < 1) return clockText(number)
  if (isDate) return readTime(String(number + (isFrom1904 ? DAYS_TO_1904 : 0)), { serial: true }) ?? written
  if (Number.isInteger(number)) return Math.abs(number) < 1e15 ? String(number) : number.toExponential()
  const rounded = number.toFixed(2)
  return Math.abs(Number(rounded) - number) < 1e-6 ? rounded : String(Number(number.toFixed(6)))
}

interface Workbook {
  strings: string[]
  isDate: boolean[]
  isFrom1904: boolean
}

function cellText({ attributes, ...cell }: XmlElement, { strings, isDate, isFrom1904 }: Workbook): string {
  const element = { attributes, ...cell }
  const value = textAt(element, 'v') ?? ''
  if (attributes.t === 's') return strings[Number(value)] ?? ''
  if (attributes.t === 'inlineStr') return elementsAt(element, 'is').map(textsIn).join('')
  if (attributes.t === 'e') return ''
  if (attributes.t === 'str' || attributes.t === 'd' || attributes.t === 'b') return value
  return value && numberText(value, isDate[Number(attributes.s ?? 0)] ?? false, isFrom1904)
}

function linesOf(sheet: string, workbook: Workbook): Line[] {
  const lines: Line[] = []
  let before = 0
  visitElements(sheet, new Set(['row']), (row) => {
    const number = Number(row.attributes.r) || before + 1
    before = number
    const cells: string[] = []
    for (const cell of row.children.filter(({ name }) => name === 'c')) {
      const at = columnOf(cell.attributes.r) ?? cells.length
      if (at >= MOST_COLUMNS) continue
      while (cells.length < at) cells.push('')
      cells[at] = cellText(cell, workbook).replaceAll('\0', '').replaceAll(/\s+/g, ' ').trim()
    }
    if (cells.some(Boolean)) lines.push({ row: number, cells })
    if (lines.length > MOST_ROWS + MOST_PREAMBLE) throw new Unreadable('too-many-rows')
  })
  return lines
}

/**
 * The rows of the first sheet of an Excel workbook (XLSX) that has a header which is known, else of the longest. Formulas are
 * not computed: a cell has the value that was saved.
 * @throws Unreadable
 */
export function xlsxLines(bytes: Uint8Array): Line[] {
  const files = unpacked(bytes)
  const { sheets, isFrom1904 } = workbookOf(files)
  if (!sheets.length) throw new Unreadable('binary')
  const workbook = {
    strings: elementsIn(files.get('xl/sharedstrings.xml'), 'si').map(textsIn),
    isDate: dateStyles(files.get('xl/styles.xml')),
    isFrom1904,
  }
  const tables = sheets.slice(0, MOST_SHEETS).map((sheet) => linesOf(files.get(sheet) ?? '<none/>', workbook))
  const known = tables.find((lines) =>
    lines.slice(0, MOST_PREAMBLE).some(({ cells }) => knownColumns(cells) > 0),
  )
  const longest = tables.toSorted((one, other) => other.length - one.length)[0]!
  const lines = known ?? longest
  if (!lines.length) throw new Unreadable('empty')
  return lines
}
