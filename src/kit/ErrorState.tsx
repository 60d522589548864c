import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '../paraglide/messages.js'
import { Button } from './Button.tsx'

interface ErrorStateProps {
  /** What could not be done, as the specification says it. */
  title: ReactNode
  children?: ReactNode
  onRetry?: () => void
  busy?: boolean
}

/** A list that could not be fetched: what failed, and a way to try again. */
export function ErrorState({ title, children, onRetry, busy }: ErrorStateProps) {
  return (
    <div
      role="alert"
      className="flex flex-col items-center gap-2 rounded-card bg-rejected-ground px-6 py-8 text-center text-rejected"
    >
      <CircleAlert aria-hidden className="size-7" />
      <p className="text-lg font-semibold">{title}</p>
      {children ? <div className="max-w-text">{children}</div> : null}
      {onRetry ? (
        <Button variant="secondary" className="mt-2" busy={busy ?? false} onClick={onRetry}>
          {m.kit_try_again()}
        </Button>
      ) : null}
    </div>
  )
}
