import { useQuery } from '@tanstack/react-query'
import { isOpen } from '../../products/life-cycle.ts'
import { fetchAllRows } from '../../../kit/list/paging.ts'
import type { Product } from './product.ts'

/**
 * All names that a customer holds or has requested, for the marks in a search. Fetched when `wanted`, and again with
 * the lists. The server makes the final check.
 */
export function useOwnNames({ calls, stages, nameOf, service }: Product, wanted: boolean) {
  const owned = useQuery({
    queryKey: [...calls.services.key(), 'names'],
    queryFn: () => fetchAllRows((input) => calls.services.call(input), service.nameOf),
    enabled: wanted,
  })
  const requested = useQuery({
    queryKey: [...calls.list.key(), 'names'],
    queryFn: async () => {
      const names = await fetchAllRows(
        (input) => calls.list.call(input),
        (request) => (isOpen(stages[request.status] ?? 'asked') && !request.renews ? nameOf(request) : null),
      )
      return names.filter((name) => name !== null)
    },
    enabled: wanted,
  })
  return {
    owns: (name: string) => owned.data?.includes(name) ?? false,
    requested: (name: string) => requested.data?.includes(name) ?? false,
    /** Fetches both lists again and gives the state of a name. A failed fetch does not block the search. */
    look: async (name: string | undefined) => {
      const [own, asked] = await Promise.all([owned.refetch(), requested.refetch()])
      const isIn = (names: string[] | undefined) => name !== undefined && (names?.includes(name) ?? false)
      return { isOwned: isIn(own.data), isRequested: isIn(asked.data) }
    },
  }
}
