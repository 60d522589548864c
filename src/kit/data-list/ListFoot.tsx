import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { Rows2, Rows3 } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { m } from '../../paraglide/messages.js'
import { loadedLater } from '../loaded-later.ts'
import { LoadMore } from '../list/list-states.tsx'
import type { CountedPage, ListAct } from './column.ts'
import { sumsText } from './sums.ts'
import { setComfortable, useComfortable } from './density.ts'

interface ListFootProps<Row> {
  query: UseInfiniteQueryResult<InfiniteData<CountedPage<Row>>>
  failed: string
  loaded: number
  selected: readonly Row[]
  onClear: () => void
  acts: readonly ListAct<Row>[] | undefined
  nameOf: (row: Row) => string
  amountOf: ((row: Row) => { amount: number; currency: string } | null) | undefined
  sumAbout: string | undefined
  actions: ReactNode
}

// The type of a component that is loaded later has no parameter for its rows.
const Selection = loadedLater(() =>
  import('./Selection.tsx').then((file) => file.Selection<never>),
) as unknown as typeof import('./Selection.tsx').Selection

/** How much of a list is shown and what it adds up to, what to do with the selected rows, and how high rows are. */
export function ListFoot<Row extends { id: string }>(props: ListFootProps<Row>) {
  const { query, failed, loaded, selected, acts, sumAbout } = props
  const total = query.data?.pages[0]?.total
  const count = total?.count.toLocaleString('en')
  const texts = total
    ? [
        total.is_more
          ? m.kit_list_of_more({ shown: loaded, count: count! })
          : m.kit_list_of({ shown: loaded, count: Math.max(total.count, loaded).toLocaleString('en') }),
        ...sumsText(total.sums),
      ]
    : []
  return (
    <>
      {acts && selected.length ? (
        <Suspense>
          <Selection {...props} acts={acts} />
        </Suspense>
      ) : null}
      <footer className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-muted">
        <p className="mr-auto tabular-nums">
          {texts.join(' · ')}
          {sumAbout && total?.sums.length ? ` ${sumAbout}` : null}
        </p>
        {props.actions}
        <DensityButton />
      </footer>
      {query.isFetchNextPageError ? (
        <p role="alert" className="mt-4 text-center text-danger">
          {failed}
        </p>
      ) : null}
      <LoadMore query={query} />
    </>
  )
}

/** The choice between rows of one line and more room. */
function DensityButton() {
  const isComfortable = useComfortable()
  const Icon = isComfortable ? Rows3 : Rows2
  return (
    <button
      type="button"
      onClick={() => setComfortable(!isComfortable)}
      className="inline-flex h-8 items-center gap-1.5 rounded-control px-2 font-semibold text-primary hover:bg-well max-md:hidden"
    >
      <Icon aria-hidden className="size-4" />
      {isComfortable ? m.kit_list_compact() : m.kit_list_comfortable()}
    </button>
  )
}
