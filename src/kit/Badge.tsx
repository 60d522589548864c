import { BadgeCheck, Circle, CircleCheck, CircleX, Clock, Lightbulb, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'

export type Tone = 'pending' | 'available' | 'suggested' | 'rejected' | 'active' | 'neutral'

const looks: Record<Tone, { icon: LucideIcon; colours: string }> = {
  pending: { icon: Clock, colours: 'bg-pending-ground text-pending' },
  available: { icon: CircleCheck, colours: 'bg-available-ground text-available' },
  suggested: { icon: Lightbulb, colours: 'bg-suggested-ground text-suggested' },
  rejected: { icon: CircleX, colours: 'bg-rejected-ground text-rejected' },
  active: { icon: BadgeCheck, colours: 'bg-active-ground text-active' },
  neutral: { icon: Circle, colours: 'bg-well text-muted' },
}

interface BadgeProps {
  tone: Tone
  icon?: LucideIcon
  className?: string
  children: ReactNode
}

/** A status as word, sign and colour together, so that none of them has to be seen alone. */
export function Badge({ tone, icon, className, children }: BadgeProps) {
  const look = looks[tone]
  const Icon = icon ?? look.icon
  return (
    <span
      data-tone={tone}
      className={classes(
        'inline-flex max-w-full items-center gap-1.5 rounded-full px-2.5 py-0.5 text-sm font-semibold',
        look.colours,
        className,
      )}
    >
      <Icon aria-hidden className="size-3.5 shrink-0" />
      <span className="min-w-0 wrap-normal">{children}</span>
    </span>
  )
}

/** How many new things wait behind an entry, as a mark on it; `words` say it to screen readers. */
export function CountBadge({
  count,
  words,
  className = '',
}: {
  count: number
  words: string
  className?: string
}) {
  return (
    <span
      className={`inline-grid h-5 min-w-5 shrink-0 place-items-center rounded-full bg-accent px-1.5 text-sm leading-none font-bold text-on-accent ${className}`}
    >
      <span aria-hidden>{count > 99 ? '99+' : count}</span>
      <span className="sr-only">{words}</span>
    </span>
  )
}
