import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { discardFirstCalls } from './first-calls.tsx'

/**
 * Invalidates the queries under a key, or all without one: those on screen are fetched now, the others when they
 * are shown next. Resolves when the ones on screen have finished, with or without an error.
 *
 * A first fetch that is still running may have been answered before the change, so it is cancelled and started
 * again: `invalidateQueries` alone would treat its answer as fresh. For the same reason the answers of the calls that
 * the page made while its code was loading are not used any more.
 */
export function refetch(client: QueryClient, queryKey?: QueryKey): Promise<void> {
  discardFirstCalls()
  const filters = queryKey ? { queryKey } : {}
  for (const query of client.getQueryCache().findAll({ ...filters, type: 'active', fetchStatus: 'fetching' }))
    if (query.state.data === undefined) void query.cancel({ silent: true })
  return client.invalidateQueries(filters)
}

const MAX_BATCH_MS = 3_000

/**
 * Refetches keys in batches, one batch after the other, so that a burst of changes never cancels the same first fetch
 * again and again. A batch that takes longer than `MAX_BATCH_MS` no longer holds up the next.
 */
export function createBatchedRefetch(client: QueryClient): (queryKeys: QueryKey[]) => Promise<void> {
  let queued: QueryKey[] = []
  let isRunning = false
  return async (queryKeys) => {
    queued.push(...queryKeys)
    if (isRunning) return
    isRunning = true
    while (queued.length) {
      const batch = Promise.all(queued.map((queryKey) => refetch(client, queryKey)))
      queued = []
      // oxlint-disable-next-line no-await-in-loop -- one batch after the other is the point
      await Promise.race([batch, new Promise((done) => setTimeout(done, MAX_BATCH_MS))])
    }
    isRunning = false
  }
}
