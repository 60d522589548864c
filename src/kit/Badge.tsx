import { BadgeCheck, Circle, CircleCheck, CircleX, Clock, Lightbulb, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'

export type Tone = 'pending' | 'available' | 'suggested' | 'rejected' | 'active' | 'neutral'

const toneStyles: Record<Tone, { icon: LucideIcon; colours: string }> = {
  pending: { icon: Clock, colours: 'bg-pending-ground text-pending' },
  available: { icon: CircleCheck, colours: 'bg-available-ground text-available' },
  suggested: { icon: Lightbulb, colours: 'bg-suggested-ground text-suggested' },
  rejected: { icon: CircleX, colours: 'bg-rejected-ground text-rejected' },
  active: { icon: BadgeCheck, colours: 'bg-active-ground text-active' },
  neutral: { icon: Circle, colours: 'bg-well text-muted' },
}

interface BadgeProps {
  tone: Tone
  /** Where the status means something else than its tone stands for. */
  icon?: LucideIcon | undefined
  className?: string
  children: ReactNode
}

/** A status as text, icon and colour together (WCAG 1.4.1: colour must not be the only indicator). */
export function Badge({ tone, icon, className, children }: BadgeProps) {
  const style = toneStyles[tone]
  const Icon = icon ?? style.icon
  return (
    <span
      data-tone={tone}
      className={classes(
        'inline-flex max-w-full items-center gap-1.5 rounded-full px-2.5 py-0.5 text-sm font-semibold',
        style.colours,
        className,
      )}
    >
      <Icon aria-hidden className="size-3.5 shrink-0" />
      <span className="min-w-0 overflow-x-clip text-ellipsis whitespace-nowrap">{children}</span>
    </span>
  )
}

interface CountBadgeProps {
  count: number
  /** What screen readers read. Without one, what the badge belongs to says it. */
  label?: string
  className?: string | undefined
}

/** The number of new things behind a menu entry. */
export function CountBadge({ count, label, className = '' }: CountBadgeProps) {
  return (
    <span
      className={`inline-grid h-5 min-w-5 shrink-0 place-items-center rounded-full bg-accent px-1.5 text-sm leading-none font-bold text-on-accent ${className}`}
    >
      <span aria-hidden>{count > 99 ? '99+' : count}</span>
      {label ? <span className="sr-only">{label}</span> : null}
    </span>
  )
}
