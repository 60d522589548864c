import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Column, DataTable } from './DataTable.tsx'
import { ErrorState, LoadMore } from './list-states.tsx'
import { loadedRows, type Page } from './paging.ts'

interface TableListProps<Row extends { id: string }> {
  /** What the table lists, for screen readers. */
  label: string
  query: UseInfiniteQueryResult<InfiniteData<Page<Row>>>
  columns: readonly Column<Row>[]
  /** What failed, where the first page can't be loaded. */
  failed: string
  /** Why it could not be loaded. */
  reasonOf: (error: unknown) => ReactNode
  /** Shown where there are no rows: an EmptyState. */
  empty: ReactNode
}

/** A table with pages, and what is shown while it is loaded, where it is empty, and where it failed. */
export function TableList<Row extends { id: string }>(props: TableListProps<Row>) {
  const { label, query, columns, failed, reasonOf, empty } = props
  return (
    <>
      <DataTable
        label={label}
        columns={columns}
        rows={loadedRows(query.data)}
        keyOf={({ id }) => id}
        empty={empty}
        error={
          query.isError && !query.data ? (
            <ErrorState title={failed} query={query}>
              {reasonOf(query.error)}
            </ErrorState>
          ) : null
        }
      />
      <LoadMore query={query} />
    </>
  )
}
