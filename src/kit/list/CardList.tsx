import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
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
  /** Rows of one card, instead of a card for each. */
  rows?: boolean
  children: (row: Row, index: number) => ReactNode
}

/** A list of cards with pages, and what is shown while it is loaded, where it is empty, and where it failed. */
export function CardList<Row extends { id: string }>({
  label,
  query,
  failed,
  reasonOf,
  empty,
  rows: inOneCard = false,
  children,
}: CardListProps<Row>) {
  const rows = loadedRows(query.data)
  return (
    <>
      {rows?.length ? (
        <ul
          aria-label={label}
          className={
            inOneCard ? 'divide-y divide-line rounded-card border border-line bg-card' : 'flex flex-col gap-4'
          }
        >
          {rows.map((row, index) => (
            <li key={row.id}>{children(row, index)}</li>
          ))}
        </ul>
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
