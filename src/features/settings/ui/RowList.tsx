import { Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../kit/Button.tsx'

interface RowListProps<Row> {
  label: string
  rows: readonly Row[]
  onChange: (rows: Row[]) => void
  /** What a new row starts with. */
  blank: Row
  /** Words of the act that adds one. */
  add: string
  nameOf: (row: Row) => string
  most: number
  children: (row: Row, change: (part: Partial<Row>) => void, at: number) => ReactNode
}

/** Rows of fields that can be added to and taken from. */
export function RowList<Row>({
  label,
  rows,
  onChange,
  blank,
  add,
  nameOf,
  most,
  children,
}: RowListProps<Row>) {
  return (
    <div className="flex flex-col gap-3">
      <ul aria-label={label} className="flex flex-col divide-y divide-line border-y border-line empty:hidden">
        {rows.map((row, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- a row has no name but what is typed into it
          <li key={at} className="flex items-start gap-3 py-4">
            {children(
              row,
              (part) => onChange(rows.map((one, place) => (place === at ? { ...one, ...part } : one))),
              at,
            )}
            <button
              type="button"
              aria-label={m.settings_remove({ name: nameOf(row) || String(at + 1) })}
              onClick={() => onChange(rows.filter((_, place) => place !== at))}
              className="mt-[calc(1.5*var(--text-sm)+6px)] grid size-10 shrink-0 touch place-items-center rounded-control text-muted hover:bg-well hover:text-ink"
            >
              <X aria-hidden className="size-4" />
            </button>
          </li>
        ))}
      </ul>
      {rows.length < most ? (
        <Button
          variant="secondary"
          size="small"
          className="self-start"
          onClick={() => onChange([...rows, blank])}
        >
          <Plus aria-hidden className="size-4" />
          {add}
        </Button>
      ) : null}
    </div>
  )
}
