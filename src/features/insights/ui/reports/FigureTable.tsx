/* oxlint-disable jsx-a11y/no-interactive-element-to-noninteractive-role -- some browsers drop the roles of a table that is laid out as blocks, so they are written out */
import { ArrowDown, ArrowUp, Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { saveFile } from '../../../../client/download.ts'
import { Button } from '../../../../kit/Button.tsx'
import { classes } from '../../../../kit/classes.ts'

export interface FigureColumn<Row> {
  id: string
  header: string
  /** By what the column is sorted. */
  value: (row: Row) => string | number | null
  /** What the file has instead. */
  text?: (row: Row) => string
  /** What the screen shows instead. */
  cell?: (row: Row) => ReactNode
}

interface FigureTableProps<Row> {
  label: string
  /** The first one names the row. */
  columns: readonly FigureColumn<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
}

/** Figures in rows that a press on a head sorts, and that can be saved as a CSV file. */
export function FigureTable<Row>({ label, columns, rows, keyOf }: FigureTableProps<Row>) {
  const [sort, setSort] = useState<{ id: string; isDescending: boolean }>()
  const by = columns.find(({ id }) => id === sort?.id)
  const sorted = by
    ? rows.toSorted((one, other) => compare(by.value(one), by.value(other)) * (sort!.isDescending ? -1 : 1))
    : rows
  const Arrow = sort?.isDescending ? ArrowDown : ArrowUp
  return (
    <div className="flex min-w-0 flex-col items-end gap-2">
      <div className="w-full overflow-x-auto">
        <table role="table" aria-label={label} className="w-full text-right max-sm:block max-sm:text-sm">
          <thead role="rowgroup" className="max-sm:sr-only">
            <tr role="row" className="border-b border-edge text-sm text-muted">
              {columns.map(({ id, header }, at) => (
                <th
                  key={id}
                  role="columnheader"
                  scope="col"
                  aria-sort={by?.id === id ? (sort!.isDescending ? 'descending' : 'ascending') : 'none'}
                  className={classes('py-1.5 font-semibold', at ? 'pl-3' : 'text-left')}
                >
                  <button
                    type="button"
                    onClick={() => setSort(nextSort(id, at > 0, sort))}
                    className="inline-flex min-h-6 items-center gap-1 rounded-control hover:text-ink"
                  >
                    {header}
                    {by?.id === id ? <Arrow aria-hidden className="size-3.5 shrink-0" /> : null}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup" className="max-sm:block">
            {sorted.map((row) => (
              <tr
                key={keyOf(row)}
                role="row"
                className="border-b border-line last:border-0 max-sm:block max-sm:py-2"
              >
                {columns.map(({ id, header, value, cell = value }, at) =>
                  at ? (
                    <td
                      key={id}
                      role="cell"
                      className="tabular-nums max-sm:flex max-sm:justify-between max-sm:gap-3 max-sm:py-0.5 sm:py-1.5 sm:pl-3"
                    >
                      <span aria-hidden className="text-muted sm:hidden">
                        {header}
                      </span>
                      <span>{cell(row)}</span>
                    </td>
                  ) : (
                    <th
                      key={id}
                      role="rowheader"
                      scope="row"
                      className="text-left font-semibold max-sm:block sm:py-1.5"
                    >
                      {cell(row)}
                    </th>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Button variant="quiet" size="small" onClick={() => saveFile(csvOf(columns, sorted), fileName(label))}>
        <Download aria-hidden className="size-4" />
        {m.audit_export()}
        <span className="sr-only">: {label}</span>
      </Button>
    </div>
  )
}

/** Numbers from the largest on, then the smallest first, then unsorted. Names the other way round. */
function nextSort(id: string, isNumber: boolean, now: { id: string; isDescending: boolean } | undefined) {
  if (now?.id !== id) return { id, isDescending: isNumber }
  return now.isDescending === isNumber ? { id, isDescending: !isNumber } : undefined
}

const compare = (one: string | number | null, other: string | number | null) =>
  typeof one === 'number' && typeof other === 'number'
    ? one - other
    : String(one ?? '').localeCompare(String(other ?? ''))

const quoted = (value: string | number | null) => `"${String(value ?? '').replaceAll('"', '""')}"`

function csvOf<Row>(columns: readonly FigureColumn<Row>[], rows: readonly Row[]): Blob {
  const lines = [
    columns.map(({ header }) => quoted(header)),
    ...rows.map((row) => columns.map(({ value, text = value }) => quoted(text(row)))),
  ]
  return new Blob([`\uFEFF${lines.map((line) => line.join(',')).join('\r\n')}\r\n`], { type: 'text/csv' })
}

const fileName = (label: string) => `${label.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.csv`
