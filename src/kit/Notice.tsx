import { CircleAlert, CircleCheck, Info, TriangleAlert, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'

export type NoticeTone = 'info' | 'warning' | 'error' | 'success'

const looks: Record<NoticeTone, { icon: LucideIcon; colours: string }> = {
  info: { icon: Info, colours: 'bg-well text-ink' },
  warning: { icon: TriangleAlert, colours: 'bg-pending-ground text-pending' },
  error: { icon: CircleAlert, colours: 'bg-rejected-ground text-rejected' },
  success: { icon: CircleCheck, colours: 'bg-available-ground text-available' },
}

interface NoticeProps {
  tone?: NoticeTone
  children: ReactNode
  action?: ReactNode
  className?: string
}

/** A sentence that stays on the page. Errors and warnings are spoken at once, the others when there is quiet. */
export function Notice({ tone = 'info', children, action, className }: NoticeProps) {
  const { icon: Icon, colours } = looks[tone]
  return (
    <div
      role={tone === 'error' || tone === 'warning' ? 'alert' : 'status'}
      className={classes(
        'flex flex-wrap gap-x-3 gap-y-2 rounded-control px-4 py-3',
        action ? 'items-center' : 'items-start',
        colours,
        className,
      )}
    >
      <Icon aria-hidden className={classes('size-4 shrink-0', !action && 'mt-[3px]')} />
      <div className="min-w-0 flex-1 basis-52">{children}</div>
      {action}
    </div>
  )
}
