import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'

/** A page of a list as the contract has it. */
export interface Page<Row> {
  items: Row[]
  next_cursor: string | null
}

/** How every list goes from page to page. */
export const pagingOptions = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last: { next_cursor: string | null }) => last.next_cursor ?? undefined,
}

/** All rows of a list that has been fetched so far; undefined before its first page. */
export const loadedRows = <Row>(data: InfiniteData<Page<Row>> | undefined): Row[] | undefined =>
  data?.pages.flatMap((page) => page.items)

/** Puts a row that the server gave back into every list that shows it, and has those lists fetched anew. */
export function replaceRow<Row extends { id: string }>(client: QueryClient, queryKey: QueryKey, row: Row) {
  client.setQueriesData<InfiniteData<Page<Row>>>(
    { queryKey, predicate: ({ state }) => isPaged(state.data) },
    (data) => ({
      ...data!,
      pages: data!.pages.map((page) => ({
        ...page,
        items: page.items.map((one) => (one.id === row.id ? row : one)),
      })),
    }),
  )
  void client.invalidateQueries({ queryKey })
}

const isPaged = (data: unknown) => typeof data === 'object' && data !== null && 'pages' in data

/** Walks a list to its end and gives what `read` makes of its rows. */
export async function fetchAllRows<Row, Out>(
  fetch: (input: { cursor?: string; limit: number }) => Promise<Page<Row>>,
  read: (row: Row) => Out,
): Promise<Out[]> {
  const found: Out[] = []
  let cursor: string | undefined
  do {
    const page = await fetch({ ...(cursor && { cursor }), limit: 100 })
    found.push(...page.items.map(read))
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  return found
}
