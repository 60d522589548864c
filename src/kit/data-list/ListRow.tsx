/* oxlint-disable jsx-a11y/no-interactive-element-to-noninteractive-role -- some browsers drop the roles of a table that is laid out as blocks, so they are written out */
import { ChevronRight } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { m } from '../../paraglide/messages.js'
import { classes } from '../classes.ts'
import { CopyButton } from '../Copyable.tsx'
import { opener } from '../queue-marks.ts'
import type { Column, NameColumn } from './column.ts'
import { fromClasses, RowBox } from './ListHead.tsx'
import { MiddleCut } from './MiddleCut.tsx'
import type { RowPlace } from './opened.ts'

interface ListRowProps<Row> {
  /** The id of the list. */
  id: string
  row: Row
  name: NameColumn<Row>
  columns: readonly Column<Row>[]
  place: RowPlace | undefined
  /** `isOpen`: a phone shows the boxes. */
  selection: { isSelected: (row: Row) => boolean; toggle: (row: Row) => void; isOpen: boolean } | undefined
  isChanged: boolean
  isComfortable: boolean
  onAsked: (() => void) | undefined
}

/** The name covers its row: a press anywhere opens it. Links and buttons in the row need the class `relative z-1`. */
const coversRow = 'outline-none after:absolute after:inset-0'

/** A row on one line, or a card on a phone. */
export function ListRow<Row extends { id: string }>(props: ListRowProps<Row>) {
  const { id, row, name, columns, place, selection, isChanged, isComfortable, onAsked } = props
  const text = name.text(row)
  const detail = name.detail?.(row, place?.isOpen ?? false)
  const opening = useRef(place)
  useEffect(() => {
    if (!onAsked) return
    opening.current?.onOpen()
    onAsked()
  }, [onAsked])
  const isSelected = selection?.isSelected(row) ?? false
  return (
    <tr
      role="row"
      data-open={place?.isOpen || undefined}
      className={classes(
        'group/row relative hover:bg-well has-[[data-list-name]:focus-visible]:outline-2 has-[[data-list-name]:focus-visible]:-outline-offset-2 has-[[data-list-name]:focus-visible]:outline-focus',
        'list-card max-md:rounded-card max-md:border max-md:border-line max-md:bg-card max-md:px-4 max-md:py-2 md:border-b md:border-line',
        selection?.isOpen && 'max-md:pr-10',
        isChanged && 'animate-glow',
        (isSelected || place?.isOpen) && 'bg-well',
      )}
    >
      {selection ? (
        <td
          role="cell"
          className={classes(
            'inset-y-0 items-center p-0 max-md:absolute max-md:right-0',
            selection.isOpen ? 'max-md:flex' : 'max-md:hidden',
          )}
        >
          <RowBox name={text} isSelected={isSelected} onChange={() => selection.toggle(row)} />
        </td>
      ) : null}
      <th
        role="rowheader"
        scope="row"
        className={classes(
          'overflow-hidden px-2 text-left font-semibold flex-1 max-md:px-0',
          isComfortable ? 'md:h-11' : 'md:h-9 md:coarse:h-11',
        )}
      >
        <span className="flex min-w-0 items-center gap-x-2">
          <span className="flex max-w-full min-w-0 items-center gap-1">
            {name.icon ? <NameIcon {...name.icon(row)} /> : null}
            <Name {...{ id, row, name, text, place }} />
            {name.content ? <span className="min-w-0 py-1 font-normal">{name.content(row)}</span> : null}
            {name.isCopied?.(row) ? (
              <span className="relative z-1 hidden shrink-0 md:group-focus-within/row:inline-flex md:group-hover/row:inline-flex">
                <CopyButton text={text} />
              </span>
            ) : null}
          </span>
          {detail ? (
            <span
              title={typeof detail === 'string' ? detail : undefined}
              className="max-w-full min-w-0 shrink-[99999] truncate text-sm font-normal text-muted"
            >
              {detail}
            </span>
          ) : null}
        </span>
      </th>
      {columns.map((column) => (
        <Cell key={column.id} row={row} column={column} />
      ))}
    </tr>
  )
}

const NameIcon = ({ icon: Icon, text }: ReturnType<NonNullable<NameColumn<never>['icon']>>) => (
  <span title={text} className="shrink-0 text-muted">
    <Icon aria-hidden className="size-4" />
    <span className="sr-only">{text}</span>
  </span>
)

function Name<Row extends { id: string }>({
  id,
  row,
  name,
  text,
  place,
}: Pick<ListRowProps<Row>, 'id' | 'row' | 'name' | 'place'> & { text: string }) {
  const to = name.to?.(row)
  if (to)
    return (
      <Link
        to={to}
        data-list-name=""
        aria-label={text}
        className={classes('min-w-0 max-w-full hover:text-primary', coversRow)}
      >
        <MiddleCut text={text} className="underline decoration-line underline-offset-4" />
      </Link>
    )
  if (!place) return <MiddleCut text={text} />
  return (
    <button
      type="button"
      id={`${id}-${row.id}`}
      data-list-name=""
      {...opener}
      aria-expanded={place.isOpen}
      aria-controls={place.isKept ? `${id}-${row.id}-panel` : undefined}
      aria-label={name.opens?.(row) ?? m.review_form({ name: text })}
      onClick={() => (place.isOpen ? place.onHide() : place.onOpen())}
      className={classes('max-w-full text-left', name.content ? 'shrink-0' : 'min-w-0', coversRow)}
    >
      {name.content ? <ChevronRight aria-hidden className="size-4 text-muted" /> : <MiddleCut text={text} />}
    </button>
  )
}

const state = 'max-md:order-3'
const time = 'max-md:order-1 max-md:text-sm'
const amount = 'max-md:order-4 max-md:ml-auto'

/** The places on the card of a phone that stay, whatever a row lacks. All others follow. */
const cardPlaces: Record<string, string> = {
  status: state,
  state,
  since: time,
  created: time,
  time,
  number: time,
  customer: 'min-w-0 flex-1 max-md:order-3 max-md:basis-32 max-md:text-sm',
  subject: 'min-w-0 max-md:order-2 max-md:w-full max-md:text-sm',
  amount,
  price: amount,
  rest: amount,
}

function Cell<Row>({ row, column }: { row: Row; column: Column<Row> }) {
  const { id, align, from, has, header, wraps, isPlain, isLine } = column
  const cell = column.cell(row)
  return (
    <td
      role="cell"
      title={typeof cell === 'string' ? cell : undefined}
      className={classes(
        'md:px-2',
        wraps ? 'leading-4' : 'overflow-hidden text-ellipsis md:whitespace-nowrap',
        align && 'tabular-nums md:text-right',
        from && fromClasses[from],
        has && !has(row) && 'max-md:hidden',
        cardPlaces[id] ?? 'min-w-0 max-md:order-5 max-md:text-sm',
        isLine && 'max-md:w-full',
      )}
    >
      {isPlain ? null : (
        <span aria-hidden className="text-sm text-muted md:hidden">
          {header}{' '}
        </span>
      )}
      {typeof cell === 'string' || typeof cell === 'number' ? <span>{cell}</span> : cell}
    </td>
  )
}
