import { useQuery } from '@tanstack/react-query'
import { isOpen } from '../../products/life-cycle.ts'
import { fetchAllRows } from '../../../kit/list/paging.ts'
import type { Product } from './product.ts'

/**
 * The names a customer holds and has asked for, all of them: what a search is held against. Fetched when `wanted`,
 * and again with the lists they come from. The server decides in the end.
 */
export function useOwnNames({ calls, stages, nameOf, holding }: Product, wanted: boolean) {
  const owned = useQuery({
    queryKey: [...calls.records.key(), 'names'],
    queryFn: () => fetchAllRows((input) => calls.records.call(input), holding.nameOf),
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
    /** Fetches both anew and says how a name stands now; what can't be fetched is no obstacle. */
    look: async (name: string | undefined) => {
      const [own, asked] = await Promise.all([owned.refetch(), requested.refetch()])
      const isIn = (names: string[] | undefined) => name !== undefined && (names?.includes(name) ?? false)
      return { isOwned: isIn(own.data), isRequested: isIn(asked.data) }
    },
  }
}
