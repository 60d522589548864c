import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

/** The filter of a list in the address, so that a link, a reload and the way back keep it. An empty value filters nothing. */
export function useAddressFilter(): [URLSearchParams, (part: Record<string, string>) => void] {
  const [params, setParams] = useSearchParams()
  const change = useCallback(
    (part: Record<string, string>) =>
      setParams(
        (before) => Object.entries({ ...Object.fromEntries(before), ...part }).filter(([, value]) => value),
        { replace: true, preventScrollReset: true },
      ),
    [setParams],
  )
  return [params, change]
}

/** The text of a search in the address. */
export const searchOf = (params: URLSearchParams) => (params.get('q') ?? '').trim().slice(0, 200)

/** A value in the address that is one of those that the filter knows. */
export const valueIn = <Value extends string>(values: readonly Value[], text: string | null) =>
  values.find((value) => value === text)
