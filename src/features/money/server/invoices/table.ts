import { colours, type Page, sheet } from './page.ts'

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
