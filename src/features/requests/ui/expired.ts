import { useQuery } from '@tanstack/react-query'
import { hasExpired } from '../expired.ts'
import type { Request } from './api.ts'
import { useNow } from '../../../kit/dates.tsx'
import { fetchAllRows } from '../../../kit/list/paging.ts'
import type { Product } from './product.ts'

/** Whether what an active request brought has expired: it is looked up among all that the customer holds. */
export function useIsExpired({ calls, stages, nameOf, holding }: Product, request: Request): boolean {
  const now = useNow()
  const isActive = stages[request.status] === 'active'
  const { data } = useQuery({
    queryKey: [...calls.records.key(), 'expiries'],
    queryFn: () =>
      fetchAllRows(
        (input) => calls.records.call(input),
        (row) => ({ name: holding.nameOf(row), expires_at: row.expires_at }),
      ),
    enabled: isActive,
  })
  return isActive && data !== undefined && hasExpired(data, nameOf(request), now)
}
