import { NavLink } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { classes } from '../../../kit/classes.ts'
import { CountBadge } from '../../../kit/Badge.tsx'
import { Logo } from '../../../kit/page/Logo.tsx'
import type { AreaEntry, Marks } from './entry.ts'

interface AreaSidebarProps {
  name: string
  deep: boolean
  entries: readonly AreaEntry[]
  marks: Marks
}

const entryLook = {
  light: 'text-muted hover:bg-well hover:text-ink aria-[current]:bg-well aria-[current]:text-primary',
  deep: 'text-on-deep-muted hover:bg-on-deep/8 hover:text-on-deep aria-[current]:bg-on-deep/12 aria-[current]:text-on-deep',
}

/** The entries of an area at its side, where the screen is wide enough. */
export function AreaSidebar({ name, deep, entries, marks }: AreaSidebarProps) {
  return (
    <nav
      aria-label={name}
      className={classes(
        'sticky top-0 flex h-dvh flex-col gap-1 overflow-y-auto px-4 py-5 max-lg:hidden',
        deep ? 'bg-deep text-on-deep [--color-lagoon:var(--color-on-deep-muted)]' : 'border-r border-line',
      )}
    >
      <a href="/" className="mb-5 inline-flex w-fit touch items-center px-3">
        <Logo />
      </a>
      {entries.map(({ to, icon: Icon, words, first }) => (
        <NavLink
          key={to}
          to={to}
          end={first ?? false}
          // All screens are there before they are asked for: a lost network leads to none that can't be shown.
          prefetch="viewport"
          className={classes(
            'flex touch items-center gap-3 rounded-control px-3 py-2.5 leading-5 font-medium transition-colors aria-[current]:font-semibold aria-[current]:tracking-[-0.01em]',
            deep ? entryLook.deep : entryLook.light,
          )}
        >
          <Icon aria-hidden className="size-[18px] shrink-0" />
          <span className="min-w-0 flex-1 text-balance">{words()}</span>
          {marks[to] ? (
            <CountBadge count={marks[to]} label={m.area_new({ count: marks[to] })} className="-mr-2" />
          ) : null}
        </NavLink>
      ))}
    </nav>
  )
}
