import { type RefCallback, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** The URL hash of a request or a record on the screen of its product. */
export const rowAnchor = (type: 'request' | 'service', id: string) => `#${type}-${id}`

interface PagedList {
  rows: readonly { id: string }[] | undefined
  hasNextPage: boolean
  isFetching: boolean
  fetchNextPage: () => Promise<unknown>
}

/**
 * Scrolls to the row that the URL hash names. Loads pages until the row is there, then highlights it and focuses its
 * first button.
 * @returns the ref for the row of an id
 */
export function useScrollToRow(
  type: 'request' | 'service',
  { rows, hasNextPage, isFetching, fetchNextPage }: PagedList,
) {
  const { hash } = useLocation()
  const done = useRef<string>(undefined)
  const isTarget = hash.startsWith(rowAnchor(type, ''))
  const isLoaded = rows?.some(({ id }) => rowAnchor(type, id) === hash)
  useEffect(() => {
    if (isTarget && rows && !isLoaded && hasNextPage && !isFetching) void fetchNextPage()
  }, [isTarget, rows, isLoaded, hasNextPage, isFetching, fetchNextPage])

  return (id: string): RefCallback<HTMLElement> | undefined =>
    rowAnchor(type, id) === hash
      ? (row) => {
          if (!row || done.current === hash) return
          done.current = hash
          row.scrollIntoView({ block: 'center' })
          focusFirstButton(row)
          row.classList.add('animate-glow')
          row.addEventListener('animationend', () => row.classList.remove('animate-glow'), { once: true })
        }
      : undefined
}

/** Focuses the first button in an element, as soon as it has one: its code may still be loading. */
function focusFirstButton(row: HTMLElement) {
  const focus = () => {
    const button = row.querySelector('button')
    button?.focus({ preventScroll: true, focusVisible: true } as FocusOptions)
    return Boolean(button)
  }
  if (focus()) return
  const observer = new MutationObserver(() => focus() && observer.disconnect())
  observer.observe(row, { childList: true, subtree: true })
}

/**
 * Scrolls to the element that the URL hash names (`/admin/settings#mail`) once it is rendered: the router scrolls
 * before the data is loaded.
 */
export function useHashTarget(isRendered: boolean): void {
  const { hash } = useLocation()
  useEffect(() => {
    if (isRendered && hash) document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [hash, isRendered])
}
