import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import Pdf from 'pdfkit'
import type { Locale } from '../../../../shared/pages.ts'

const require = createRequire(import.meta.url)
const fontFile = (weight: string) => require.resolve(`@expo-google-fonts/inter/${weight}/Inter_${weight}.ttf`)
let fonts: { regular: Buffer; bold: Buffer } | undefined

/** Read once, when the first paper is written. */
const readFonts = () =>
  (fonts ??= {
    regular: readFileSync(fontFile('400Regular')),
    bold: readFileSync(fontFile('600SemiBold')),
  })

export const colours = {
  ink: '#1c2526',
  muted: '#566163',
  line: '#d9cfbd',
  accent: '#0b6b63',
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
  hasGlyphForCodePoint(codePoint: number): boolean
}

/** A tagged PDF with embedded fonts. Content is drawn inside structures or as artifacts, so that readers get all of it. */
export class Page {
  readonly doc: PDFKit.PDFDocument
  readonly root: Structure
  /** Where the next block begins. */
  y: number = sheet.top
  readonly #font: FontInfo

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
    const { regular, bold } = readFonts()
    this.doc
      .registerFont('regular', regular as unknown as string)
      .registerFont('bold', bold as unknown as string)
    this.doc.font('regular')
    // The types leave out the font that is in use.
    this.#font = (this.doc as unknown as { _font: { font: FontInfo } })._font.font
    this.root = this.doc.struct('Document')
    this.doc.addStructure(this.root)
  }

  /** A text without what the font can't show: control characters go, and other signs become question marks. */
  printable(text: string): string {
    return text
      .normalize('NFC')
      .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
      .replace(/./gsu, (sign) => (this.#font.hasGlyphForCodePoint(sign.codePointAt(0)!) ? sign : '?'))
  }

  /** The height in points that a text takes. */
  heightOf(text: string, { width, size = 9.5, bold = false, lineGap = 2 }: TextOptions): number {
    return this.doc
      .font(bold ? 'bold' : 'regular')
      .fontSize(size)
      .heightOfString(this.printable(text), { width: width!, lineGap })
  }

  /** Draws a text. Gives its lower edge. */
  text(text: string, options: TextOptions): number {
    const { x = sheet.left, y = this.y, width = sheet.right - x, size = 9.5, bold = false } = options
    const { colour = colours.ink, align = 'left', lineGap = 2, tabular = false } = options
    this.doc
      .font(bold ? 'bold' : 'regular')
      .fontSize(size)
      .fillColor(colour)
      .text(this.printable(text), x, y, { width, align, lineGap, features: tabular ? ['tnum'] : [] })
    return this.doc.y
  }

  /** Draws inside a new structure of a parent. */
  add(parent: Structure, type: string, draw: () => void): Structure {
    const structure = this.doc.struct(type, {}, draw)
    parent.add(structure)
    structure.end()
    return structure
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

  /** Ends the document and gives its bytes. */
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
