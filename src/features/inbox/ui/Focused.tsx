import { type ReactNode, useEffect, useRef } from 'react'

interface FocusedProps {
  className?: string
  /** Links and buttons are not focused. */
  fieldsOnly?: boolean
  children: ReactNode
}

/** Focuses its first field, or its first link or button, once it is shown. */
export function Focused({ className, fieldsOnly = false, children }: FocusedProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const fields = 'input, select, textarea'
    box.current?.querySelector<HTMLElement>(fieldsOnly ? fields : `${fields}, a, button`)?.focus()
  }, [fieldsOnly])
  return (
    <div ref={box} className={className}>
      {children}
    </div>
  )
}
