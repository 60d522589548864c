import { useLayoutEffect, useRef, useState } from 'react'

/** This close to its end, somebody is reading the newest line. */
const NEAR = 48

/**
 * Keeps a conversation where its reader is: at the end it follows what is written, and somebody who reads older lines
 * is not moved, whether a line comes at the end or a page at the beginning. The element that scrolls grows upwards
 * (`flex-col-reverse`): its place is counted from the end, so that a page at the beginning moves nothing.
 * Somebody who comes back begins at what is new (`data-divider`).
 * @param newest the id of the last line, as in its `data-line`
 * @param loaded whether the lines are here
 */
export function useScroll(newest: string | undefined, loaded: boolean) {
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [away, setAway] = useState(false)
  const before = useRef(newest)

  useLayoutEffect(() => {
    const last = before.current
    before.current = newest
    const element = scroller.current
    if (!element || !last || last === newest || !isAway(element)) return
    const line = list.current?.querySelector(`[data-line="${CSS.escape(last)}"]`)
    if (!line || !list.current) return
    element.scrollTop -= list.current.getBoundingClientRect().bottom - line.getBoundingClientRect().bottom
  }, [newest])

  useLayoutEffect(() => {
    const mark = list.current?.querySelector('[data-divider]')
    const element = scroller.current
    if (!loaded || !mark || !element) return
    const above = mark.getBoundingClientRect().top - element.getBoundingClientRect().top
    if (above < 0) element.scrollTop += above - 16
  }, [loaded])

  return {
    scroller,
    list,
    /** Whether the reader is among older lines. */
    away,
    onScroll: () => setAway(scroller.current !== null && isAway(scroller.current)),
    toEnd: () => scroller.current?.scrollTo({ top: 0 }),
  }
}

const isAway = ({ scrollTop }: Element) => scrollTop < -NEAR
