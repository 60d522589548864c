import { columnsIn, knownColumns, plainName } from '../columns.ts'
import { MOST_COLUMNS } from '../unreadable.ts'
import type { Line } from './split-lines.ts'

/** A text on a page, in points. The baseline counts from the top of the page. */
export interface Chunk {
  text: string
  left: number
  right: number
  baseline: number
  height: number
}

export type Page = Chunk[]

/** Texts with the same baseline, from left to right. */
type TextLine = Chunk[]

interface Span {
  left: number
  right: number
}

/** A header of a table on a page: its names with where they stand, and the lines of text that they take. */
interface Header {
  cells: string[]
  spans: Span[]
  end: number
}

/** A name of a column has so many lines at most. */
const MOST_HEADER_LINES = 3
/** Of the height of letters: how far apart the baselines of one line, and the words of one text, may be. */
const SAME_LINE = 0.35
const SAME_TEXT = 0.45
/** Of the height of letters: what stands further below belongs to no row. */
const NEXT_LINE = 2
/** A gap between rows is so much larger than one between the lines of a cell. */
const LARGER = 1.15

const isAmount = (text: string) => /^[-+(]?(?:[A-Z]{3} ?)?\d[\d.,' ]*[.,]\d{2}\)?-?(?: ?[CD]R)?$/i.test(text)
const isPageNumber = (text: string) =>
  /^(?:page|ukurasa|uk\.)?\s*\d+\s*(?:of|\/|ya|kati ya)\s*\d+$/i.test(text)
const textOf = (line: TextLine) => line.map(({ text }) => text).join(' ')
const heightOf = (line: TextLine) => Math.max(...line.map(({ height }) => height))
const overlap = (one: Span, other: Span) => Math.min(one.right, other.right) - Math.max(one.left, other.left)
const distance = (one: Span, other: Span) => -overlap(one, other)

/** The lines of a page, from top to bottom, each with its texts from left to right. */
function linesOf(page: Page): TextLine[] {
  const lines: TextLine[] = []
  for (const chunk of page.toSorted((one, other) => one.baseline - other.baseline)) {
    const line = lines.at(-1)
    const isSame =
      line && chunk.baseline - line[0]!.baseline <= SAME_LINE * Math.min(chunk.height, line[0]!.height)
    if (isSame) line.push(chunk)
    else lines.push([chunk])
  }
  return lines.map((line) => joined(line.toSorted((one, other) => one.left - other.left)))
}

/** Words that stand as near to each other as those of one text are one. */
function joined(line: TextLine): TextLine {
  const texts: TextLine = []
  for (const chunk of line) {
    const before = texts.at(-1)
    const gap = before ? chunk.left - before.right : Infinity
    if (before && gap < SAME_TEXT * chunk.height) {
      before.text += gap < chunk.height / 10 ? chunk.text : ` ${chunk.text}`
      before.right = Math.max(before.right, chunk.right)
    } else texts.push({ ...chunk })
  }
  return texts
}

/** The names of columns that stand above each other, as one name each. */
function stacked(lines: readonly TextLine[]): Pick<Header, 'cells' | 'spans'> {
  const cells: (Span & { texts: string[] })[] = []
  for (const { text, left, right } of lines.flat()) {
    const above = cells.find((cell) => overlap(cell, { left, right }) > 0)
    if (above) {
      above.texts.push(text)
      above.left = Math.min(above.left, left)
      above.right = Math.max(above.right, right)
    } else cells.push({ left, right, texts: [text] })
  }
  cells.sort((one, other) => one.left - other.left)
  return { cells: cells.map(({ texts }) => texts.join(' ')), spans: cells }
}

/** The header of a page that names most of the known columns, or the same ones as `before`. */
function headerOf(lines: readonly TextLine[], before: Header | undefined): Header | undefined {
  const former = before?.cells.map(plainName).join('\n')
  let best: (Header & { known: number }) | undefined
  for (let at = 0; at < lines.length; at++)
    for (let count = 1; count <= MOST_HEADER_LINES && at + count <= lines.length; count++) {
      const found = lines.slice(at, at + count)
      const isNear = found.every(
        (line, index) =>
          !index || line[0]!.baseline - found[index - 1]![0]!.baseline < NEXT_LINE * heightOf(line),
      )
      const names = found.flat()
      if (!isNear || names.length > MOST_COLUMNS || names.some(({ text }) => isAmount(text))) break
      const header = stacked(found)
      if (former !== undefined) {
        if (header.cells.map(plainName).join('\n') === former) return { ...header, end: at + count }
        continue
      }
      const columns = knownColumns(header.cells)
      if (columns > (best?.known ?? 0)) best = { ...header, end: at + count, known: columns }
    }
  return best
}

/** Without a header that is known: the first line of three names that no amount is among. */
function likelyHeader(lines: readonly TextLine[]): Header | undefined {
  const at = lines.findIndex(
    (line, index) =>
      line.length <= MOST_COLUMNS &&
      line.filter(({ text }) => /\p{L}{2}/u.test(text)).length >= 3 &&
      !line.some(({ text }) => /^[-+(]?\d[\d.,]*\)?$/.test(text)) &&
      (lines[index + 1]?.length ?? 0) >= 3,
  )
  return at < 0 ? undefined : { ...stacked([lines[at]!]), end: at + 1 }
}

/** Words of a text that stands below several names, each with its share of the width. */
function wordsOf({ text, left, right, ...rest }: Chunk): Chunk[] {
  const perLetter = (right - left) / text.length
  return [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
    ...rest,
    text: word,
    left: left + index * perLetter,
    right: left + (index + word.length) * perLetter,
  }))
}

/** Where the texts of each column stand: its name, and all texts that stand below it alone. */
function grownSpans(header: readonly Span[], lines: readonly TextLine[]): Span[] {
  const spans = header.map(({ left, right }) => ({ left, right }))
  for (const chunk of lines.filter((line) => line.length >= 3).flat()) {
    const [at, ...others] = header.flatMap((span, index) => (overlap(span, chunk) > 0 ? [index] : []))
    if (at === undefined || others.length) continue
    // It grows as far as the names beside it.
    const [before, after] = [header[at - 1]?.right ?? -Infinity, header[at + 1]?.left ?? Infinity]
    spans[at] = {
      left: Math.max(before, Math.min(spans[at]!.left, chunk.left)),
      right: Math.min(after, Math.max(spans[at]!.right, chunk.right)),
    }
  }
  return spans
}

/** The column that a text stands in: below its name, else at its edge, else the nearest. */
function columnOf(chunk: Span, header: readonly Span[], spans: readonly Span[]): number {
  const own = header.flatMap((span, at) => (overlap(span, chunk) > 0 ? [at] : []))
  if (own.length === 1) return own[0]!
  const [nearest = 0] = spans
    .map((_, at) => at)
    .toSorted((one, other) => {
      const edge = (at: number) =>
        Math.min(Math.abs(spans[at]!.right - chunk.right), Math.abs(spans[at]!.left - chunk.left)) < 1 ? 0 : 1
      return edge(one) - edge(other) || distance(spans[one]!, chunk) - distance(spans[other]!, chunk)
    })
  return nearest
}

function cellsOf(line: TextLine, header: readonly Span[], spans: readonly Span[]): string[] {
  const cells = header.map(() => '')
  const parts = line.flatMap((chunk) =>
    header.filter((span) => overlap(span, chunk) > 0).length > 1 ? wordsOf(chunk) : [chunk],
  )
  for (const chunk of parts) {
    const at = columnOf(chunk, header, spans)
    cells[at] = cells[at] ? `${cells[at]} ${chunk.text}` : chunk.text
  }
  return cells
}

interface Cells {
  cells: string[]
  top: number
  height: number
  /** It has an amount: each row has one such line. */
  isRow: boolean
  place: string
}

/**
 * The table of a statement: its header once, and each row as one line, whose cells may have several lines of text and go on
 * on the next page. What stands above the header of a page, and below its last row, is left out.
 */
export function pageTables(pages: readonly Page[]): Line[] {
  const texts = pages.map(linesOf)
  let header: Header | undefined
  for (const lines of texts) header ??= headerOf(lines, undefined)
  for (const lines of texts) header ??= likelyHeader(lines)
  if (!header) return []
  const columns = columnsIn(header.cells) ?? {}
  const money = [columns.in, columns.out, columns.amount, columns.balance].filter((at) => at !== undefined)
  const rows: Cells[][] = []
  let here: Header | undefined
  const seen = new Map<string, number>()
  const place = (line: TextLine) => `${Math.round(line[0]!.baseline)} ${textOf(line)}`
  for (const line of texts.flat()) seen.set(place(line), (seen.get(place(line)) ?? 0) + 1)
  for (const lines of texts) {
    const found = headerOf(lines, header)
    here = found ?? here
    if (!here) continue
    const below = lines.slice(found?.end ?? 0).filter((line) => !isPageNumber(textOf(line)))
    const spans = grownSpans(here.spans, below)
    const read = below.map((line): Cells => {
      const cells = cellsOf(line, here!.spans, spans)
      const isRow = money.length
        ? money.some((at) => /\d/.test(cells[at]!))
        : line.some(({ text }) => isAmount(text))
      return { cells, top: line[0]!.baseline, height: heightOf(line), isRow, place: place(line) }
    })
    const [first, last] = [read.findIndex(({ isRow }) => isRow), read.findLastIndex(({ isRow }) => isRow)]
    // What stands at the same place of most pages, and not within the table, belongs to the page.
    const isOfPage = (line: Cells) => seen.get(line.place)! > Math.max(1, pages.length / 2)
    rows.push(read.filter((line, at) => (at >= (found ? 0 : first) && at <= last) || !isOfPage(line)))
  }
  const lines = rowsOf(rows).map((row) => joinedCells(row, columns.code))
  return [header.cells, ...lines].map((cells, at) => ({ row: at + 1, cells }))
}

function rowsOf(pages: readonly Cells[][]): Cells[][] {
  const splits = pages.flatMap(splitsOf)
  const centred = splits.filter(({ above, split }) => split !== null && split < above.length).length
  const isCentred =
    centred > splits.filter(({ above, split }) => split !== null && split === above.length).length
  const rows: Cells[][] = []
  for (const page of pages) {
    let last: Cells | undefined
    for (const { above, split, row } of splitsOf(page)) {
      const end = last ? (split ?? above.length) : isCentred ? 0 : above.length
      // The first lines of a page go on with the row that the page before has ended with.
      const former = last
        ? above.slice(0, end)
        : nearLines(above.slice(0, end).toReversed(), row).toReversed()
      rows.at(-1)?.push(...former)
      rows.push([
        ...(last ? above.slice(end) : nearLines(above.slice(end).toReversed(), row).toReversed()),
        row,
      ])
      last = row
    }
    if (last) rows.at(-1)!.push(...nearLines(page.slice(page.indexOf(last) + 1), last))
  }
  return rows
}

/** The first of the lines, as far as none is far from the one before it. */
function nearLines(lines: readonly Cells[], from: Cells): Cells[] {
  const end = lines.findIndex(
    ({ top, height }, at) => Math.abs(top - (lines[at - 1] ?? from).top) > NEXT_LINE * height,
  )
  return end < 0 ? [...lines] : lines.slice(0, end)
}

/**
 * For each row of a page the lines between it and the row above, and how many of them belong to the one above: those before
 * the largest gap. Null where no gap is larger than the others.
 */
function splitsOf(page: readonly Cells[]): { above: Cells[]; split: number | null; row: Cells }[] {
  const found: { above: Cells[]; split: number | null; row: Cells }[] = []
  let before: Cells | undefined
  let above: Cells[] = []
  for (const line of page) {
    if (!line.isRow) {
      above.push(line)
      continue
    }
    const tops = [before?.top ?? 0, ...above.map(({ top }) => top), line.top]
    const gaps = tops.slice(1).map((top, at) => top - tops[at]!)
    const largest = Math.max(...gaps)
    const isClear = before && above.length && gaps.filter((gap) => gap * LARGER >= largest).length === 1
    found.push({ above, split: isClear ? gaps.indexOf(largest) : null, row: line })
    before = line
    above = []
  }
  return found
}

/** One line of cells. A receipt number goes on without a blank, and so does what ends with a hyphen or a slash. */
const joinedCells = (row: readonly Cells[], code: number | undefined): string[] =>
  row[0]!.cells.map((_, at) =>
    row
      .map(({ cells }) => cells[at]!)
      .filter(Boolean)
      .reduce((text, more) => text + (!text || at === code || /[-/]$/.test(text) ? '' : ' ') + more, ''),
  )
