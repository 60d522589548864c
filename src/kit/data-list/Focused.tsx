import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

interface FocusedProps {
  className?: string
  /** What is focused: by default the first field, link or button. `step`: what takes the item one step on, or a field. */
  first?: keyof typeof selectors
  children: ReactNode
}

const fields = 'input, select, textarea'
const selectors = { field: [fields], step: ['[data-queue-step]', fields], any: [`${fields}, a, button`] }

/** Focuses an element in it once it is shown. */
export function Focused({ className, first = 'any', children }: FocusedProps) {
  const box = useRef<HTMLDivElement>(null)
  // It is scrolled before it is painted: a press on what is already shown would otherwise hit something else.
  useLayoutEffect(() => {
    // On a phone the facts above the form are read first. The focus is not seen there.
    if (!matchMedia('(pointer: coarse)').matches) firstIn(box, first)?.scrollIntoView({ block: 'nearest' })
  }, [first])
  useEffect(() => {
    // A browser would scroll it to the middle, and the row that was opened out of sight.
    firstIn(box, first)?.focus({ preventScroll: true })
  }, [first])
  return (
    <div ref={box} className={className}>
      {children}
    </div>
  )
}

const firstIn = ({ current }: RefObject<HTMLElement | null>, first: keyof typeof selectors) =>
  selectors[first].map((one) => current?.querySelector<HTMLElement>(one)).find(Boolean)
