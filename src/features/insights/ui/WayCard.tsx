import { ArrowRight, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { classes } from '../../../kit/classes.ts'

interface WayCardProps {
  to: string
  icon: LucideIcon
  title: string
  /** Highlights the most used card. */
  accent?: boolean
  children: ReactNode
}

/** A card that is a link as a whole. */
export function WayCard({ to, icon: Icon, title, accent = false, children }: WayCardProps) {
  return (
    <Link
      to={to}
      className="group flex items-center gap-4 rounded-card border border-line bg-card p-5 transition-colors hover:border-primary sm:p-6"
    >
      <span
        className={classes(
          'grid size-11 shrink-0 place-items-center rounded-full',
          accent ? 'bg-accent text-on-accent' : 'bg-well text-primary',
        )}
      >
        <Icon aria-hidden className="size-5" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block text-lg font-bold">{title}</span>
        <span className="block text-muted">{children}</span>
      </span>
      <ArrowRight
        aria-hidden
        className="size-5 shrink-0 text-muted transition-transform group-hover:translate-x-1 group-hover:text-primary"
      />
    </Link>
  )
}
