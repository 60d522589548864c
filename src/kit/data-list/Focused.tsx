import { type ReactNode, useLayoutEffect, useRef } from 'react'

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
  // Before it is painted: a press on what is already shown would otherwise hit something else after the scrolling.
  useLayoutEffect(() => {
    const found = selectors[first].map((one) => box.current?.querySelector<HTMLElement>(one))
    const target = found.find(Boolean)
    // A browser would scroll it to the middle, and the row that was opened out of sight.
    target?.focus({ preventScroll: true })
    // On a phone the facts above the form are read first. The focus is not seen there.
    if (!matchMedia('(pointer: coarse)').matches) target?.scrollIntoView({ block: 'nearest' })
  }, [first])
  return (
    <div ref={box} className={className}>
      {children}
    </div>
  )
}
