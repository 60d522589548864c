import { type RefCallback, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Where one request, or one thing that a customer holds, stands on its product's screen. */
export const rowAnchor = (sort: 'request' | 'record', id: string) => `#${sort}-${id}`

interface List {
  rows: readonly { id: string }[] | undefined
  hasNextPage: boolean
  isFetching: boolean
  fetchNextPage: () => Promise<unknown>
}

/**
 * Whoever comes for one row of a list is led to it: it is looked for page by page, and once it is here, it comes into
 * view, glows, and what can be done about it has the focus.
 * @returns the ref for the row of an id, of which the first button is its act
 */
export function useScrollToRow(
  sort: 'request' | 'record',
  { rows, hasNextPage, isFetching, fetchNextPage }: List,
) {
  const { hash } = useLocation()
  const done = useRef<string>(undefined)
  const isWanted = hash.startsWith(rowAnchor(sort, ''))
  const isHere = rows?.some(({ id }) => rowAnchor(sort, id) === hash)
  useEffect(() => {
    if (isWanted && rows && !isHere && hasNextPage && !isFetching) void fetchNextPage()
  }, [isWanted, rows, isHere, hasNextPage, isFetching, fetchNextPage])

  return (id: string): RefCallback<HTMLElement> | undefined =>
    rowAnchor(sort, id) === hash
      ? (row) => {
          if (!row || done.current === hash) return
          done.current = hash
          row.scrollIntoView({ block: 'center' })
          row.querySelector('button')?.focus({ preventScroll: true, focusVisible: true } as FocusOptions)
          row.classList.add('animate-glow')
          row.addEventListener('animationend', () => row.classList.remove('animate-glow'), { once: true })
        }
      : undefined
}

/**
 * Brings what the address names (`/admin/settings#mail`) into view as soon as it is there: the router has looked for
 * it before the data came, and found nothing.
 */
export function useHashTarget(isThere: boolean): void {
  const { hash } = useLocation()
  useEffect(() => {
    if (isThere && hash) document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [hash, isThere])
}
