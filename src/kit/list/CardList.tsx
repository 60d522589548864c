import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { CardSkeletons } from '../Skeleton.tsx'
import { ErrorState, LoadMore } from './list-states.tsx'
import { loadedRows, type Page } from './paging.ts'

interface CardListProps<Row extends { id: string }> {
  /** What the list is called. */
  label: string
  query: UseInfiniteQueryResult<InfiniteData<Page<Row>>>
  failed: string
  /** Why it could not be loaded. */
  reasonOf: (error: unknown) => ReactNode
  /** Shown where there are no rows. */
  empty: ReactNode
  /** Rows with lines between them instead of cards. */
  rows?: boolean
  /** What the columns are called, above the rows. */
  head?: ReactNode
  /** The group of a row. Rows of one group follow each other, below its heading. */
  groupOf?: (row: Row) => string
  renderHeading?: (group: string) => ReactNode
  children: (row: Row) => ReactNode
}

/** A list of cards with pages, and what is shown while it is loaded, where it is empty, and where it failed. */
export function CardList<Row extends { id: string }>({
  label,
  query,
  failed,
  reasonOf,
  empty,
  rows: areRows = false,
  head,
  groupOf,
  renderHeading,
  children,
}: CardListProps<Row>) {
  const rows = loadedRows(query.data)
  const id = useId()
  const groups = (all: Row[]) => (groupOf ? [...Map.groupBy(all, groupOf)] : [['', all] as const])
  return (
    <>
      {rows?.length ? head : null}
      {rows?.length ? (
        groups(rows).map(([group, members]) => (
          <div key={group} className="contents">
            {renderHeading ? <div id={`${id}-${group}`}>{renderHeading(group)}</div> : null}
            <ul
              aria-label={renderHeading ? undefined : label}
              aria-labelledby={renderHeading ? `${id}-${group}` : undefined}
              className={areRows ? 'divide-y divide-line border-y border-line' : 'flex flex-col gap-4'}
            >
              {members.map((row) => (
                <li key={row.id}>{children(row)}</li>
              ))}
            </ul>
          </div>
        ))
      ) : rows ? (
        empty
      ) : query.isError ? (
        <ErrorState title={failed} query={query}>
          {reasonOf(query.error)}
        </ErrorState>
      ) : (
        <div role="status" aria-busy aria-label={label}>
          <CardSkeletons />
        </div>
      )}
      <LoadMore query={query} />
    </>
  )
}
