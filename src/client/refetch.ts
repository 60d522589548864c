import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Has what is kept under a key (without one, everything) fetched anew: at once where a screen shows it, otherwise
 * when one does. Resolves when what is on screen has arrived, also where a fetch failed.
 *
 * A first fetch that is still on its way may have been answered before the change, so it is begun again too:
 * `invalidateQueries` alone would take its answer for a new one.
 */
export function refetch(client: QueryClient, queryKey?: QueryKey): Promise<void> {
  const filters = queryKey ? { queryKey } : {}
  for (const query of client.getQueryCache().findAll({ ...filters, type: 'active', fetchStatus: 'fetching' }))
    if (query.state.data === undefined) void query.cancel({ silent: true })
  return client.invalidateQueries(filters)
}
