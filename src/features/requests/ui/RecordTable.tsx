import { useInfiniteQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { m } from '../../../paraglide/messages.js'
import { DataTable, type Column } from '../../../kit/list/DataTable.tsx'
import { EmptyState } from '../../../kit/EmptyState.tsx'
import { ErrorState } from '../../../kit/ErrorState.tsx'
import { LoadMore } from '../../../kit/list/LoadMore.tsx'
import { useArrival } from '../../../kit/list/arrival.ts'
import type { Holding } from './calls.ts'
import { Day } from '../../../kit/Day.tsx'
import { HoldingStatus } from './HoldingStatus.tsx'
import { useNow } from '../../../kit/now.ts'
import { paging, rowsOf } from '../../../kit/list/pages.ts'
import type { Product } from './product.ts'
import { reasonOf } from '../../../client/refusal-words.ts'
import { Renewal } from './Renewal.tsx'

/** How soon it is asked again what can be done about an expiry that has come meanwhile. */
const DUE_MS = 5_000
const isDue = ({ renewal, expires_at }: Holding, now: number) =>
  renewal === null && expires_at !== null && Date.parse(expires_at) <= now

/** What a customer holds of a product, newest first, with what can be done about its expiry. */
export function RecordTable({ product }: { product: Product }) {
  const { words } = product.holding
  const heading = useId()
  const now = useNow()
  const query = useInfiniteQuery({
    ...product.calls.records.infiniteOptions({
      ...paging,
      input: (cursor: string | undefined) => ({ cursor, limit: 20 }),
    }),
    // Time alone makes it renewable, and no live log tells of that.
    refetchInterval: ({ state }) => (rowsOf(state.data)?.some((row) => isDue(row, now)) ? DUE_MS : false),
  })
  const holdings = rowsOf(query.data)
  const arrivalOf = useArrival('record', { ...query, rows: holdings })
  const error = query.isError && !holdings && (
    <ErrorState title={words.listFailed()} onRetry={() => void query.refetch()} busy={query.isFetching}>
      {reasonOf(query.error, product)}
    </ErrorState>
  )
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="mb-4 text-xl font-bold">
        {words.mine()}
      </h2>
      <DataTable
        label={words.mine()}
        columns={columnsOf(product, arrivalOf)}
        rows={holdings}
        keyOf={(row) => row.id}
        error={error}
        empty={
          <EmptyState icon={product.icon} title={words.none()}>
            {words.noneYet()}
          </EmptyState>
        }
      />
      <LoadMore
        more={query.hasNextPage}
        busy={query.isFetchingNextPage}
        onMore={() => void query.fetchNextPage()}
      />
    </section>
  )
}

const columnsOf = (product: Product, arrivalOf: ReturnType<typeof useArrival>): Column<Holding>[] => [
  {
    id: 'name',
    header: product.holding.words.name(),
    heading: true,
    cell: (row) => <Name product={product} row={row} />,
  },
  { id: 'status', header: m.requests_status(), cell: (row) => <HoldingStatus holding={row} /> },
  {
    id: 'since',
    header: product.holding.words.since(),
    cell: (row) => <Day at={product.holding.sinceOf(row)} />,
  },
  {
    id: 'expires',
    header: m.requests_expires(),
    cell: (row) => (row.expires_at ? <Day at={row.expires_at} /> : '—'),
  },
  {
    id: 'actions',
    header: m.requests_actions(),
    cell: (row) => (
      <div ref={arrivalOf(row.id)} className="rounded-control">
        <Renewal product={product} holding={row} />
        <Act product={product} row={row} />
      </div>
    ),
  },
]

/** What only somebody at work for the customer has to do with it. */
function Act({ product: { holding }, row }: { product: Product; row: Holding }) {
  const { act: Own } = holding
  return Own ? <Own holding={row} name={holding.nameOf(row)} /> : null
}

function Name({ product: { holding }, row }: { product: Product; row: Holding }) {
  const detail = holding.detailOf?.(row)
  return (
    <>
      {holding.nameOf(row)}
      {detail ? <span className="block text-sm font-normal text-muted">{detail}</span> : null}
    </>
  )
}
