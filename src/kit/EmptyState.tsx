import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

interface EmptyStateProps {
  icon?: LucideIcon
  title: ReactNode
  children?: ReactNode
  /** What to do about it: a button or a link. */
  action?: ReactNode
}

/** A list with nothing in it yet: what would stand here, and how it gets here. */
export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-2 rounded-card border border-dashed border-edge px-6 py-10 text-center">
      {Icon ? <Icon aria-hidden className="size-7 text-muted" /> : null}
      <p className="text-lg font-semibold">{title}</p>
      {children ? <div className="max-w-text text-muted">{children}</div> : null}
      {action ? <div className="mt-2">{action}</div> : null}
    </div>
  )
}
