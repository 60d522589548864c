import { buffer } from 'node:stream/consumers'
import Pdf from 'pdfkit'

export interface TablePdf {
  /** Each name with the width of its column, in points. A name that is wider goes on below. */
  columns: readonly (readonly [name: string, width: number])[]
  rows: readonly (readonly string[])[]
  /** The columns whose cells stand at their right edge. */
  right?: readonly string[]
  /** Whether the cells of a row stand in its middle, and not at its top. */
  isCentred?: boolean
  /** Points between the rows. */
  padding?: number
  /** Above the table of the first page. */
  above?: readonly string[]
  /** On each page. */
  heading?: string
  footer?: string
  /** Below the last row. */
  below?: readonly string[]
  isHeaderOnEachPage?: boolean
  password?: string
}

const LEFT = 24
const TOP = 40
const BOTTOM = 540
const SIZE = 7.5

/** A statement as a PDF on A4 across: a table that goes on over pages. */
export function tablePdf({
  columns,
  rows,
  right = [],
  isCentred = false,
  padding = 4,
  above = [],
  heading,
  footer,
  below = [],
  isHeaderOnEachPage = true,
  password,
}: TablePdf): Promise<Buffer> {
  const document = new Pdf({
    size: 'A4',
    layout: 'landscape',
    margin: 0,
    autoFirstPage: false,
    ...(password && { userPassword: password, pdfVersion: '1.7ext3' }),
  })
  const file = buffer(document)
  let page = 0
  let y: number = TOP
  const line = (text: string) => {
    document.text(text, LEFT, y, { lineBreak: false })
    y += 14
  }
  const draw = (cells: readonly string[]) => {
    const heights = cells.map((cell, at) =>
      document.heightOfString(cell || ' ', { width: columns[at]![1] - 6 }),
    )
    const height = Math.max(...heights)
    if (y + height > BOTTOM) addPage(true)
    let x = LEFT
    for (const [at, [name, width]] of columns.entries()) {
      const down = isCentred ? (height - heights[at]!) / 2 : 0
      const align = right.includes(name) ? 'right' : 'left'
      if (cells[at]) document.text(cells[at], x + 3, y + down, { width: width - 6, align })
      x += width
    }
    y += height + padding
  }
  const names = () => draw(columns.map(([name]) => name))
  function addPage(isTable: boolean) {
    document.addPage().font('Helvetica').fontSize(SIZE)
    page++
    y = 16
    if (heading) line(heading)
    y = 560
    if (footer) line(footer.replace('#', String(page)))
    y = TOP
    if (isTable && isHeaderOnEachPage) names()
  }
  addPage(false)
  for (const text of above) line(text)
  names()
  for (const row of rows) draw(row)
  y += 20
  for (const text of below) line(text)
  document.end()
  return file
}
