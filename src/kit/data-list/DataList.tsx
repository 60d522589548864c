/* oxlint-disable jsx-a11y/no-interactive-element-to-noninteractive-role -- some browsers drop the roles of a table that is laid out as blocks, so they are written out */
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { Fragment, type ReactNode, useCallback, useId, useRef, useState } from 'react'
import { m } from '../../paraglide/messages.js'
import { useAddressFilter } from '../list/address-filter.ts'
import { ErrorState } from '../list/list-states.tsx'
import { loadedRows } from '../list/paging.ts'
import { Skeleton } from '../Skeleton.tsx'
import { classes } from '../classes.ts'
import type { Column, CountedPage, ListAct, NameColumn } from './column.ts'
import { useComfortable } from './density.ts'
import { ListFoot } from './ListFoot.tsx'
import { ListHead } from './ListHead.tsx'
import { ListHelp, useListKeys } from './ListKeys.tsx'
import { ListPanel } from './ListPanel.tsx'
import { ListRow } from './ListRow.tsx'
import { type First, type OpenedRow, type RowPlace, useOpened } from './opened.ts'

export interface DataListProps<Row extends OpenedRow, Key extends string> {
  /** What the list is called. */
  label: string
  query: UseInfiniteQueryResult<InfiniteData<CountedPage<Row>>>
  name: NameColumn<Row, Key>
  columns: readonly Column<Row, Key>[]
  /** What failed, where the first page can't be loaded, and why. */
  failed: string
  reasonOf: (error: unknown) => ReactNode
  /** Shown where there are no rows: an EmptyState. */
  empty: ReactNode
  /** Which rows come first, where no head was pressed. */
  first?: First
  /** The amount of a row, of which the selected ones are added up. */
  amountOf?: (row: Row) => { amount: number; currency: string } | null
  /** What can be done with several rows. Without any they can't be selected. */
  acts?: readonly ListAct<Row>[]
  /** What opens over the list. */
  renderPanel?: (row: Row, place: RowPlace, id: string) => ReactNode
  /** Whether the row has just changed. */
  isChanged?: (row: Row) => boolean
  /** The group of a row, where no head was pressed. Rows of one group follow each other, below its heading. */
  groupOf?: (row: Row) => string
  /** The heading of a group, null for none. */
  renderGroup?: (group: string, rows: readonly Row[]) => ReactNode
  /** What the sums in the foot are of. */
  sumAbout?: string
  /** The row to open, as an address names it, and what is called once it is open. */
  asked?: { id: string; onOpened: () => void } | undefined
  /** Further buttons in the foot. */
  actions?: ReactNode
}

/**
 * A list for admins: a table whose heads sort it on the server, and cards on a phone. Rows can be selected, and open in a
 * panel over the list. The sort is in the address.
 */
export function DataList<Row extends OpenedRow, Key extends string>(props: DataListProps<Row, Key>) {
  const {
    label,
    query,
    name,
    columns,
    failed,
    reasonOf,
    empty,
    first = 'newest',
    groupOf,
    renderPanel,
  } = props
  const [params, change] = useAddressFilter()
  const sort = params.get('sort') ?? undefined
  const { rows, placeOf } = useOpened(loadedRows(query.data), sort ? undefined : first)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [isSelecting, setSelecting] = useState(false)
  const isComfortable = useComfortable()
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const [isHelping, setHelping] = useState(false)
  useListKeys(
    root,
    useCallback(() => setHelping(true), []),
  )
  if (!rows && query.isError)
    return (
      <ErrorState title={failed} query={query}>
        {reasonOf(query.error)}
      </ErrorState>
    )
  if (rows?.length === 0) return empty
  const shown = columns.filter(({ has }) => !has || !rows || rows.some((row) => has(row)))
  const groups = groupOf && !sort ? [...Map.groupBy(rows ?? [], groupOf)] : [['', rows ?? []] as const]
  const chosen = rows?.filter((row) => selected.has(row.id)) ?? []
  const select = props.acts && {
    isOpen: isSelecting,
    isSelected: (row: Row) => selected.has(row.id),
    toggle: (row: Row) =>
      setSelected((all) => {
        const next = new Set(all)
        if (!next.delete(row.id)) next.add(row.id)
        return next
      }),
  }
  const width = shown.length + 1 + Number(Boolean(select))
  return (
    <div ref={root}>
      <table
        role="table"
        aria-label={label}
        aria-busy={query.isPlaceholderData || !rows}
        className="w-full table-fixed text-left max-md:block"
      >
        <ListHead
          name={name}
          columns={shown}
          sort={sort}
          onSort={(next) => change({ sort: next })}
          selection={
            select && {
              state: chosen.length === 0 ? 'none' : chosen.length === rows?.length ? 'all' : 'some',
              onChange: () => setSelected(new Set(chosen.length ? [] : rows?.map((row) => row.id))),
              isOpen: isSelecting,
              onOpen(isOpen) {
                setSelecting(isOpen)
                if (!isOpen) setSelected(new Set())
              },
            }
          }
        />
        <tbody role="rowgroup" className="grid-cols-1 max-md:grid max-md:gap-2">
          {rows ? null : <SkeletonRows width={width} />}
          {groups.map(([group, members]) => (
            <Fragment key={group}>
              <GroupHead width={width}>
                {groupOf && !sort ? props.renderGroup?.(group, members) : null}
              </GroupHead>
              {members.map((row) => (
                <ListRow
                  key={row.id}
                  id={id}
                  row={row}
                  name={name}
                  columns={shown}
                  place={renderPanel && placeOf(row)}
                  selection={select}
                  isChanged={props.isChanged?.(row) ?? false}
                  isComfortable={isComfortable}
                  onAsked={props.asked?.id === row.id ? props.asked.onOpened : undefined}
                />
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
      <ListFoot
        query={query}
        failed={failed}
        loaded={rows?.length ?? 0}
        selected={chosen}
        onClear={() => setSelected(new Set())}
        acts={props.acts}
        nameOf={name.text}
        amountOf={props.amountOf}
        sumAbout={props.sumAbout}
        actions={
          <>
            {props.actions}
            <ListHelp open={isHelping} onChange={setHelping} />
          </>
        }
      />
      {rows?.map((row) => {
        const place = renderPanel && placeOf(row)
        return place?.isKept ? (
          <ListPanel key={row.id} id={id} rowId={row.id} title={name.text(row)} place={place}>
            {renderPanel!(row, place, `${id}-${row.id}-form`)}
          </ListPanel>
        ) : null
      })}
    </div>
  )
}

const GroupHead = ({ width, children }: { width: number; children: ReactNode }) =>
  children ? (
    <tr role="row" className="max-md:block">
      <th role="rowheader" scope="rowgroup" colSpan={width} className="max-md:block">
        {children}
      </th>
    </tr>
  ) : null

/** Placeholders of rows while the first page loads. */
const SkeletonRows = ({ width }: { width: number }) =>
  [0, 1, 2, 3, 4, 5].map((at) => (
    <tr
      key={at}
      role="row"
      className={classes('md:border-b md:border-line max-md:block', at > 1 && 'max-md:hidden')}
    >
      <td role="cell" colSpan={width} className="h-9 max-md:block md:px-2">
        <Skeleton className="h-4 w-3/5" />
        {at === 0 ? (
          <span role="status" className="sr-only">
            {m.kit_loading()}
          </span>
        ) : null}
      </td>
    </tr>
  ))
