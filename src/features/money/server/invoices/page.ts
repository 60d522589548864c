import Pdf from 'pdfkit'
import type { Locale } from '../../../../shared/pages.ts'
import { INK } from '../../../../shared/shop-colours.ts'
import { fontBytes, type FontName, linesOf, printable, type Run, runsOf } from './text-runs.ts'

export const colours = {
  ink: INK,
  muted: '#566163',
  line: '#d9cfbd',
  well: '#f7f2e8',
}

/** A4 in points, and the column that is printed. */
export const sheet = { width: 595.28, height: 841.89, left: 48, right: 547.28, top: 40, bottom: 770 }

export type Structure = PDFKit.PDFStructureElement

interface TextOptions {
  x?: number
  y?: number
  width?: number
  size?: number
  bold?: boolean
  colour?: string
  align?: 'left' | 'right'
  lineGap?: number
  /** Digits of one width, for amounts below each other. */
  tabular?: boolean
}

interface FontInfo {
  font: { hasGlyphForCodePoint(codePoint: number): boolean }
  /** Above the base line, in thousandths of the size. */
  ascender: number
}

/** Without optional ligatures: readers of the PDF would get the letters of an Arabic one in the wrong order. */
const features = { liga: false, dlig: false } as unknown as PDFKit.Mixins.OpenTypeFeatures[]

/** A tagged PDF with embedded fonts. Content is drawn inside structures or as artifacts, so that readers get all of it. */
export class Page {
  readonly doc: PDFKit.PDFDocument
  readonly root: Structure
  y: number = sheet.top
  readonly #registered = new Set<FontName>()

  constructor({
    title,
    author,
    language,
    at,
  }: {
    title: string
    author: string
    language: Locale
    at: Date
  }) {
    this.doc = new Pdf({
      size: 'A4',
      margin: 0,
      bufferPages: true,
      pdfVersion: '1.7',
      // The types do not list it.
      subset: 'PDF/UA' as 'PDF/A-1',
      tagged: true,
      displayTitle: true,
      lang: language,
      // Without a date of its own the file would differ each time it is made.
      info: { Title: title, Author: author, CreationDate: at, ModDate: at },
    })
    this.#use('regular')
    this.root = this.doc.struct('Document')
    this.doc.addStructure(this.root)
  }

  /** What is known about a font, which is in use afterwards. Its file is read when a sign needs it. */
  #use(name: FontName): FontInfo {
    if (!this.#registered.has(name)) {
      // The types want a path.
      this.doc.registerFont(name, fontBytes(name) as unknown as string)
      this.#registered.add(name)
    }
    // The types leave out the font that is in use.
    return (this.doc.font(name) as unknown as { _font: FontInfo })._font
  }

  #hasGlyph = (font: FontName, codePoint: number): boolean =>
    this.#use(font).font.hasGlyphForCodePoint(codePoint)

  /** Whether the main font has all signs of a printable text, so that the library can lay it out. */
  #isPlain = (text: string, main: FontName) =>
    runsOf(text, main, this.#hasGlyph).every(({ font }) => font === main)

  /** The lines of a printable text that needs several fonts, and the width of a line. */
  #linesOf(text: string, main: FontName, width: number) {
    const widthOf = (part: string) =>
      runsOf(part, main, this.#hasGlyph).reduce((sum, run) => sum + this.#widthOf(run), 0)
    return { lines: linesOf(text, width, widthOf), widthOf }
  }

  #widthOf({ font, text }: Run): number {
    this.#use(font)
    return this.doc.widthOfString(text, { features })
  }

  heightOf(text: string, { width, size = 9.5, bold = false, lineGap = 2 }: TextOptions): number {
    const main = bold ? 'bold' : 'regular'
    const shown = printable(text, this.#hasGlyph)
    this.doc.fontSize(size)
    const isPlain = this.#isPlain(shown, main)
    const count = isPlain ? 0 : this.#linesOf(shown, main, width!).lines.length
    this.#use(main)
    return isPlain
      ? this.doc.heightOfString(shown, { width: width!, lineGap })
      : count * (this.doc.currentLineHeight(true) + lineGap)
  }

  /** Draws a text, in as many fonts as it needs. Gives its lower edge. */
  text(text: string, options: TextOptions): number {
    const { x = sheet.left, y = this.y, width = sheet.right - x, size = 9.5, bold = false } = options
    const { colour = colours.ink, align = 'left', lineGap = 2, tabular = false } = options
    const main = bold ? 'bold' : 'regular'
    const shown = printable(text, this.#hasGlyph)
    this.doc.fontSize(size).fillColor(colour)
    if (!this.#isPlain(shown, main)) return this.#drawRuns(shown, { main, x, y, width, align, lineGap, size })
    this.#use(main)
    this.doc.text(shown, x, y, { width, align, lineGap, features: tabular ? ['tnum'] : [] })
    return this.doc.y
  }

  /** Draws a text in several fonts on the base lines of the main one. */
  #drawRuns(
    text: string,
    {
      main,
      x,
      y,
      width,
      align,
      lineGap,
      size,
    }: Required<Pick<TextOptions, 'x' | 'y' | 'width' | 'lineGap' | 'size'>> & {
      main: FontName
      align: 'left' | 'right'
    },
  ): number {
    const { lines, widthOf } = this.#linesOf(text, main, width)
    const { ascender } = this.#use(main)
    const height = this.doc.currentLineHeight(true) + lineGap
    lines.forEach((line, at) => {
      const baseline = y + at * height + (ascender * size) / 1000
      let left = align === 'right' ? x + width - widthOf(line) : x
      for (const run of runsOf(line, main, this.#hasGlyph)) {
        const advance = this.#widthOf(run)
        this.doc.text(run.text, left, baseline, { lineBreak: false, baseline: 'alphabetic', features })
        left += advance
      }
    })
    return y + lines.length * height
  }

  add(parent: Structure, type: string, draw: () => void): Structure {
    const structure = this.doc.struct(type, {}, draw)
    parent.add(structure)
    structure.end()
    return structure
  }

  /** Draws a text as a block of the document. Gives its lower edge. */
  block(type: 'P' | 'H1' | 'H2', text: string, options: TextOptions): number {
    let bottom = this.y
    this.add(this.root, type, () => {
      bottom = this.text(text, options)
    })
    return bottom
  }

  /** Draws a picture, with what it says for those who do not see it. */
  figure(alt: string, draw: () => void) {
    const figure = this.doc.struct('Figure', { alt }, draw)
    this.root.add(figure)
    figure.end()
  }

  /** A structure for others. The caller ends it. */
  open(parent: Structure, type: string): Structure {
    const structure = this.doc.struct(type)
    parent.add(structure)
    return structure
  }

  /** Draws what has no meaning for readers. */
  artifact(draw: () => void) {
    this.doc.markContent('Artifact', { type: 'Layout' })
    draw()
    this.doc.endMarkedContent()
  }

  rule(y: number, { from = sheet.left, to = sheet.right, colour = colours.line, width = 0.75 } = {}) {
    this.artifact(() => this.doc.moveTo(from, y).lineTo(to, y).lineWidth(width).strokeColor(colour).stroke())
  }

  /** Begins a new page if the height is not left on this one. Gives whether it did. */
  ensure(height: number): boolean {
    if (this.y + height <= sheet.bottom) return false
    this.doc.addPage()
    this.y = sheet.top
    return true
  }

  async bytes(): Promise<Buffer> {
    this.root.end()
    const parts: Buffer[] = []
    this.doc.on('data', (part: Buffer) => parts.push(part))
    const ended = new Promise((done, fail) => this.doc.once('end', done).once('error', fail))
    this.doc.end()
    await ended
    return Buffer.concat(parts)
  }
}

interface Column {
  label: string
  x: number
  width: number
  align: 'left' | 'right'
}

/** Columns from right to left edge: the widths of the amounts, and the rest for the first one. */
export function columnsOf(labels: string[], widths: number[]): Column[] {
  let x = sheet.right
  const rest = labels
    .slice(1)
    .map((label, at): Column => ({ label, x: 0, width: widths[at]!, align: 'right' }))
  for (const column of rest.toReversed()) column.x = x -= column.width
  return [{ label: labels[0]!, x: sheet.left, width: x - sheet.left - 8, align: 'left' }, ...rest]
}

/** The second line of a cell is small print. */
const sizeOf = (line: number) => (line === 0 ? {} : { size: 8, colour: colours.muted })

/** Draws a table, whose cells may have several lines. Its head is repeated on each page. */
export function drawTable(page: Page, columns: Column[], rows: string[][]) {
  const { root } = page
  const table = page.open(root, 'Table')
  const drawHeadRow = (isFirst: boolean) => {
    const draw = (column: Column) =>
      page.text(column.label, { ...column, y: page.y, size: 8, bold: true, colour: colours.muted })
    if (isFirst) {
      const row = page.open(table, 'TR')
      for (const column of columns) page.add(row, 'TH', () => draw(column))
      row.end()
    } else page.artifact(() => columns.forEach(draw))
    page.y += 15
    page.rule(page.y, { colour: colours.ink })
    page.y += 6
  }
  drawHeadRow(true)
  for (const cells of rows) {
    const height = Math.max(
      ...columns.map(({ width }, at) =>
        cells[at]!.split('\n').reduce(
          (sum, part, of) => sum + page.heightOf(part, { width, ...sizeOf(of) }),
          0,
        ),
      ),
    )
    if (page.ensure(height + 8)) drawHeadRow(false)
    const row = page.open(table, 'TR')
    columns.forEach((column, at) =>
      page.add(row, 'TD', () => {
        let { y } = page
        cells[at]!.split('\n').forEach((part, of) => {
          y = page.text(part, { ...column, y, tabular: at > 0, ...sizeOf(of) })
        })
      }),
    )
    row.end()
    page.y += height + 4
    page.rule(page.y)
    page.y += 6
  }
  table.end()
}
