/* oxlint-disable jsx-a11y/no-interactive-element-to-noninteractive-role -- some browsers drop the roles of a table that is laid out as blocks, so they are written out */
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { m } from '../../paraglide/messages.js'
import { Button } from '../Button.tsx'
import { classes } from '../classes.ts'
import { Select } from '../form/Field.tsx'
import type { Column, NameColumn } from './column.ts'
import { sortOf } from './sort.ts'

/** Where there is room for a column. */
export const fromClasses = {
  lg: 'md:max-lg:hidden',
  xl: 'md:max-xl:hidden',
  wide: 'md:max-[1400px]:hidden',
} as const

interface ListHeadProps<Row> {
  name: NameColumn<Row>
  columns: readonly Column<Row>[]
  sort: string | undefined
  onSort: (sort: string) => void
  selection:
    | {
        state: 'none' | 'some' | 'all'
        onChange: () => void
        /** Whether a phone shows the boxes of the rows. */
        isOpen: boolean
        onOpen: (isOpen: boolean) => void
      }
    | undefined
}

/** The heads of a list. A press on one sorts it. On a phone they are one field. */
export function ListHead<Row>({ name, columns, sort, onSort, selection }: ListHeadProps<Row>) {
  const sorted = [name, ...columns].filter((column) => column.sort)
  return (
    <thead role="rowgroup" className="max-md:block">
      <tr role="row" className="border-b border-edge max-md:sr-only">
        {selection ? (
          <th role="columnheader" className={classes('w-9 p-0', !selection.isOpen && 'max-md:hidden')}>
            <AllBox state={selection.state} onChange={selection.onChange} />
          </th>
        ) : null}
        <Head column={name} sort={sort} onSort={onSort} />
        {columns.map((column) => (
          <Head
            key={column.id}
            column={column}
            sort={sort}
            onSort={onSort}
            className={classes(column.width, column.from && fromClasses[column.from])}
          />
        ))}
      </tr>
      {sorted.length || selection ? (
        <tr role="row" className="mb-2 md:hidden max-md:block">
          <th role="columnheader" className="items-end justify-end gap-2 font-normal max-md:flex">
            {sorted.length ? (
              <Select
                label={m.kit_list_sort()}
                className="min-w-0 flex-1 text-left font-normal"
                placeholder={m.kit_list_usual()}
                value={sort ?? ''}
                onChange={(event) => onSort(event.target.value)}
                options={sorted.flatMap(({ header, sort: key }) => [
                  { value: key!, label: `${header} ↑` },
                  { value: `-${key}`, label: `${header} ↓` },
                ])}
              />
            ) : null}
            {selection ? (
              <Button
                variant="secondary"
                aria-pressed={selection.isOpen}
                onClick={() => selection.onOpen(!selection.isOpen)}
              >
                {selection.isOpen ? m.kit_list_select_end() : m.kit_list_select_some()}
              </Button>
            ) : null}
          </th>
        </tr>
      ) : null}
    </thead>
  )
}

interface HeadProps<Row> {
  column: Pick<Column<Row>, 'header' | 'sort' | 'align'>
  sort: string | undefined
  onSort: (sort: string) => void
  className?: string
}

function Head<Row>({ column, sort, onSort, className }: HeadProps<Row>) {
  const { header, align } = column
  const { direction, next } = sortOf(column, sort)
  const Arrow = direction === 'descending' ? ArrowDown : ArrowUp
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={column.sort ? direction : undefined}
      className={classes('h-8 px-2 text-sm font-semibold text-muted', align && 'text-right', className)}
    >
      {column.sort ? (
        <button
          type="button"
          onClick={() => onSort(next)}
          className="inline-flex min-h-6 max-w-full items-center gap-1 rounded-control hover:text-ink"
        >
          <span title={header} className="truncate">
            {header}
          </span>
          {direction === 'none' ? null : <Arrow aria-hidden className="size-3.5 shrink-0" />}
        </button>
      ) : (
        <span title={header} className="block truncate">
          {header}
        </span>
      )}
    </th>
  )
}

const boxLabel = 'grid size-9 cursor-pointer place-items-center'

type AllBoxProps = Pick<NonNullable<ListHeadProps<never>['selection']>, 'state' | 'onChange'>

function AllBox({ state, onChange }: AllBoxProps) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    box.current!.indeterminate = state === 'some'
  }, [state])
  return (
    <label className={boxLabel}>
      <input
        ref={box}
        type="checkbox"
        className="size-4"
        aria-label={m.kit_list_select_all()}
        checked={state === 'all'}
        onChange={onChange}
      />
    </label>
  )
}

interface RowBoxProps {
  name: string
  isSelected: boolean
  onChange: () => void
}

/** The box that selects a row. */
export const RowBox = ({ name, isSelected, onChange }: RowBoxProps) => (
  <label className={classes('relative z-1 max-md:size-11', boxLabel)}>
    <input
      type="checkbox"
      data-list-box=""
      className="size-4"
      aria-label={m.kit_list_select({ name })}
      checked={isSelected}
      onChange={onChange}
    />
  </label>
)
