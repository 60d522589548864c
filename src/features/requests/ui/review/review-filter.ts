import { useSearchParams } from 'react-router'

/** What an admin looks for in a queue; empty where emptyFilter is wanted. */
export interface ReviewFilter {
  status: string
  claim: '' | 'claimed' | 'unclaimed'
  q: string
}

export const emptyFilter: ReviewFilter = { status: '', claim: '', q: '' }

export const isFiltered = (filter: ReviewFilter) =>
  Object.values(filter).some((wanted) => wanted.trim() !== '')

/**
 * The filter in the page's address, so that it survives a reload and can be sent to a colleague.
 * @param statuses the valid ones; any other status in the address is ignored
 */
export function useFilterInUrl(statuses: object): [ReviewFilter, (filter: ReviewFilter) => void] {
  const [params, setParams] = useSearchParams()
  const [status, claim] = [params.get('status') ?? '', params.get('claim')]
  const filter: ReviewFilter = {
    status: Object.hasOwn(statuses, status) ? status : '',
    claim: claim === 'claimed' || claim === 'unclaimed' ? claim : '',
    q: params.get('q') ?? '',
  }
  const change = (next: ReviewFilter) =>
    setParams(
      Object.entries(next).filter(([, wanted]) => wanted.trim() !== ''),
      {
        replace: true,
        preventScrollReset: true,
      },
    )
  return [filter, change]
}

/** The filter as the list call's input, without the empty fields. */
export const filterInput = ({ status, claim, q }: ReviewFilter, cursor: string | undefined) => ({
  ...(status && { status }),
  ...(claim && { claim }),
  ...(q.trim() && { q: q.trim().slice(0, 200) }),
  ...(cursor && { cursor }),
  limit: 25,
})
