import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'

/** A page of a list, as every list endpoint returns it. */
export interface Page<Row> {
  items: Row[]
  next_cursor: string | null
}

/** The options of `useInfiniteQuery` for every list: the cursor of the next page. */
export const pagingOptions = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last: { next_cursor: string | null }) => last.next_cursor ?? undefined,
}

/** The input of a page of a list for admins: its filter and sort, and of the first page the number of all rows. */
export const pageInput = <Input extends object>(input: Input, cursor: string | undefined) => ({
  ...input,
  ...(cursor ? { cursor } : { total: 'true' as const }),
})

/** The rows of all pages loaded so far; undefined before the first page. */
export const loadedRows = <Row>(data: InfiniteData<Page<Row>> | undefined): Row[] | undefined =>
  data?.pages.flatMap((page) => page.items)

/** Replaces a row by its id in every cached list under the key, then refetches those lists. */
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

/** Fetches all pages of a list and maps their rows with `read`. */
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
