import { ChevronRight } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { classes } from '../classes.ts'

interface FoldedRowProps {
  /** The name of the button that opens it. */
  label: string
  /** One line. Links in it need the class `relative`, because the rest of the line opens the row. */
  summary: ReactNode
  className?: string | undefined
  /** What is shown once the row is open. */
  children: ReactNode
}

/** A row of a list on one line, which opens to its details. */
export function FoldedRow({ label, summary, className, children }: FoldedRowProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <div className={className}>
      <div
        className={classes(
          'relative flex min-h-11 items-center gap-2 py-1.5 hover:bg-well has-[[aria-expanded]:focus-visible]:outline-2 has-[[aria-expanded]:focus-visible]:-outline-offset-2 has-[[aria-expanded]:focus-visible]:outline-focus sm:px-1',
          isOpen && 'bg-well',
        )}
      >
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          aria-label={label}
          onClick={() => setOpen(!isOpen)}
          className="grid size-7 shrink-0 place-items-center text-muted outline-none after:absolute after:inset-0"
        >
          <ChevronRight
            aria-hidden
            className={classes('size-4 transition-transform', isOpen && 'rotate-90')}
          />
        </button>
        <div className="min-w-0 flex-1">{summary}</div>
      </div>
      {isOpen ? (
        <div id={id} className="pt-2 pb-5 sm:pl-10">
          {children}
        </div>
      ) : null}
    </div>
  )
}
