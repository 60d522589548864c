import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'

/** What an admin looks for in a queue; empty where everything is wanted. */
export interface Filter {
  status: string
  claim: '' | 'claimed' | 'unclaimed'
  q: string
}

export const everything: Filter = { status: '', claim: '', q: '' }

export const isFiltered = (filter: Filter) => Object.values(filter).some((wanted) => wanted.trim() !== '')

/**
 * The filter that stands in the address, so that it can be kept, sent to a colleague, and found again on the way back.
 * @param statuses that there are; another one in the address is none.
 */
export function useFilter(statuses: object): [Filter, (filter: Filter) => void] {
  const [params, setParams] = useSearchParams()
  const [status, claim] = [params.get('status') ?? '', params.get('claim')]
  const filter: Filter = {
    status: Object.hasOwn(statuses, status) ? status : '',
    claim: claim === 'claimed' || claim === 'unclaimed' ? claim : '',
    q: params.get('q') ?? '',
  }
  const change = (next: Filter) =>
    setParams(
      Object.entries(next).filter(([, wanted]) => wanted.trim() !== ''),
      {
        replace: true,
        preventScrollReset: true,
      },
    )
  return [filter, change]
}

/** The filter as the list's input: what is empty is left out. */
export const inputOf = ({ status, claim, q }: Filter, cursor: string | undefined) => ({
  ...(status && { status }),
  ...(claim && { claim }),
  ...(q.trim() && { q: q.trim().slice(0, 200) }),
  ...(cursor && { cursor }),
  limit: 25,
})

/**
 * A text while it is typed: told once it has stopped changing for a while, and followed where it changes elsewhere.
 * What was told comes back later, when more may have been typed: that is no change elsewhere.
 */
export function useTyped(told: string, tell: (text: string) => void, ms = 300) {
  const [typed, setTyped] = useState(told)
  const [seen, setSeen] = useState(told)
  const [own, setOwn] = useState<readonly string[]>([])
  if (told !== seen) {
    setSeen(told)
    setOwn(own.slice(own.indexOf(told) + 1))
    if (!own.includes(told)) setTyped(told)
  }
  useEffect(() => {
    if (typed === told) return undefined
    const timer = setTimeout(() => {
      setOwn((earlier) => [...earlier, typed])
      tell(typed)
    }, ms)
    return () => clearTimeout(timer)
  }, [typed, told, tell, ms])
  return [typed, setTyped] as const
}

/** A value once it has stopped changing for a while. */
export function useSettled<Value>(value: Value, ms = 300): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
