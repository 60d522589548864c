/* oxlint-disable jsx-a11y/no-interactive-element-to-noninteractive-role -- some browsers drop the roles of a table that is laid out as blocks, so they are written out */
import type { ReactNode } from 'react'
import { m } from '../../paraglide/messages.js'
import { classes } from '../classes.ts'
import { Skeleton } from '../Skeleton.tsx'

export interface Column<Row> {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** For amounts and counts. */
  align?: 'right'
  /** The name of the row, shown as the heading of its card on a phone. Exactly one column has it. */
  heading?: boolean
  /** Further classes of its cells, such as those that hide it where there is no room. */
  className?: string
  /** Whether the card of a phone says something in it. */
  has?: (row: Row) => boolean
  /** The text may be broken anywhere, as a long address must be. Other columns break between words only. */
  breaks?: boolean
}

interface DataTableProps<Row> {
  /** What the table lists, for screen readers. */
  label: string
  columns: readonly Column<Row>[]
  /** `undefined` while the first page loads. */
  rows: readonly Row[] | undefined
  keyOf: (row: Row) => string
  /** Shown instead of the table when there are no rows: an EmptyState. */
  empty: ReactNode
  /** Shown instead of everything when the list could not be fetched: an ErrorState. */
  error?: ReactNode
}

/** A list as a table on a wide screen and as cards on a phone. */
export function DataTable<Row>({ label, columns, rows, keyOf, empty, error }: DataTableProps<Row>) {
  if (error) return error
  if (rows?.length === 0) return empty
  return (
    <table
      role="table"
      aria-label={label}
      aria-busy={rows === undefined}
      className="w-full text-left max-sm:block"
    >
      <thead role="rowgroup" className="max-sm:sr-only">
        <tr role="row" className="border-b border-edge">
          {columns.map((column) => (
            <th
              key={column.id}
              role="columnheader"
              scope="col"
              className={classes(
                'px-2 py-1.5 text-sm font-semibold text-muted xl:px-3',
                column.align && 'text-right',
                column.className,
              )}
            >
              {column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-sm:grid max-sm:gap-2">
        {rows?.map((row) => <TableRow key={keyOf(row)} row={row} columns={columns} />) ?? (
          <SkeletonRows columns={columns} />
        )}
      </tbody>
    </table>
  )
}

const rowClasses =
  'border-line max-sm:grid max-sm:grid-cols-2 max-sm:gap-x-4 max-sm:gap-y-1.5 max-sm:rounded-card max-sm:border max-sm:bg-card max-sm:px-4 max-sm:py-3 sm:border-b sm:hover:bg-well'

function TableRow<Row>({ row, columns }: { row: Row; columns: readonly Column<Row>[] }) {
  return (
    <tr role="row" className={rowClasses}>
      {columns.map((column) => (
        <td
          key={column.id}
          role="cell"
          className={classes(
            'sm:h-11 sm:px-2 sm:py-1.5 xl:px-3',
            column.align && 'tabular-nums sm:text-right',
            column.heading && 'font-semibold sm:w-2/5',
            column.className,
            (column.heading || column.breaks) && 'max-sm:col-span-2',
            column.has && !column.has(row) && 'max-sm:hidden',
          )}
        >
          {column.heading ? null : (
            <span aria-hidden className="block text-sm text-muted sm:hidden">
              {column.header}
            </span>
          )}
          <span
            className={classes('wrap-anywhere', !column.heading && !column.breaks && 'md:wrap-break-word')}
          >
            {column.cell(row)}
          </span>
        </td>
      ))}
    </tr>
  )
}

/**
 * Placeholders about as wide as the data, so that the columns do not move when it arrives. On a phone there is one card,
 * about as high as an empty list.
 */
function SkeletonRows({
  columns,
}: {
  columns: readonly Pick<Column<never>, 'id' | 'align' | 'heading' | 'className'>[]
}) {
  return [0, 1, 2].map((index) => (
    <tr key={index} role="row" className={classes(rowClasses, index > 0 && 'max-sm:hidden')}>
      {columns.map((column) => (
        <td
          key={column.id}
          role="cell"
          className={classes('max-sm:py-1.5 sm:h-11 sm:px-2 sm:py-1.5 xl:px-3', column.className)}
        >
          <Skeleton
            className={classes(
              'h-4 max-w-full',
              column.heading ? 'w-32 lg:w-44' : column.align ? 'w-10 sm:ml-auto' : 'w-16 lg:w-28',
            )}
          />
          {index === 0 && column.id === columns[0]?.id ? (
            <span className="sr-only">{m.kit_loading()}</span>
          ) : null}
        </td>
      ))}
    </tr>
  ))
}
