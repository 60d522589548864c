import { NavLink, type NavLinkProps, useLocation } from 'react-router'
import { Ellipsis } from 'lucide-react'
import { useId } from 'react'
import { m } from '../../../paraglide/messages.js'
import { classes } from '../../../kit/classes.ts'
import { CountBadge } from '../../../kit/Badge.tsx'
import { Logo } from '../../../kit/page/Logo.tsx'
import type { AreaEntry, Marks } from './entry.ts'
import { useDisclosure } from '../../../kit/overlay/Menu.tsx'

interface AreaSidebarProps {
  name: string
  deep: boolean
  entries: readonly AreaEntry[]
  marks: Marks
}

const entryClasses = {
  light: 'text-muted hover:bg-well hover:text-ink aria-[current]:bg-well aria-[current]:text-primary',
  deep: 'text-on-deep-muted hover:bg-on-deep/8 hover:text-on-deep aria-[current]:bg-on-deep/12 aria-[current]:text-on-deep',
}

/** The navigation at the side of a wide screen. */
export function AreaSidebar({ name, deep, entries, marks }: AreaSidebarProps) {
  return (
    <nav
      aria-label={name}
      className={classes(
        'sticky top-0 flex h-dvh flex-col gap-0.5 overflow-y-auto px-4 py-5 max-lg:hidden',
        deep ? 'bg-deep text-on-deep [--color-lagoon:var(--color-on-deep-muted)]' : 'border-r border-line',
      )}
    >
      <a href="/" className="mb-4 inline-flex w-fit touch items-center px-3">
        <Logo />
      </a>
      {entries.map(({ to, icon: Icon, label, first }) => (
        <MarkedLink
          key={to}
          to={to}
          count={marks[to]}
          end={first ?? false}
          prefetch="intent"
          className={classes(
            'flex touch items-center gap-3 rounded-control px-3 py-2 leading-5 font-medium transition-colors aria-[current]:font-semibold aria-[current]:tracking-[-0.01em]',
            deep ? entryClasses.deep : entryClasses.light,
          )}
        >
          <Icon aria-hidden className="size-[18px] shrink-0" />
          <span className="min-w-0 flex-1 text-balance">{label()}</span>
          <Mark count={marks[to]} className="-mr-2" />
        </MarkedLink>
      ))}
    </nav>
  )
}

interface AreaTabsProps {
  name: string
  entries: readonly AreaEntry[]
  marks: Marks
}

/** The number of entries in the bar; one more button opens the others. */
const IN_BAR = 4

/** The most entries of the sheet that are shown in one column. */
const IN_ONE_COLUMN = 6

/**
 * The navigation at the bottom of a phone: the first four entries, and a sheet with the others. Toasts are placed above
 * the element with `data-tabs`.
 */
export function AreaTabs({ name, entries, marks }: AreaTabsProps) {
  const bar = entries.length <= IN_BAR + 1 ? entries : entries.slice(0, IN_BAR)
  const others = entries.slice(bar.length)
  return (
    <nav
      aria-label={name}
      data-tabs
      className="fixed inset-x-0 bottom-0 z-20 grid auto-cols-fr grid-flow-col border-t border-line bg-card pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      {bar.map(({ to, icon, brief, first }) => (
        <div key={to} className="min-w-0">
          <MarkedLink to={to} count={marks[to]} end={first ?? false} prefetch="intent" className={tabClasses}>
            <TabIcon icon={icon} count={marks[to]} />
            <span className="max-w-full text-center leading-4 wrap-break-word">{brief()}</span>
          </MarkedLink>
        </div>
      ))}
      {others.length ? <More entries={others} marks={marks} /> : null}
    </nav>
  )
}

/** The last button of the bar and its sheet with the remaining entries. */
function More({ entries, marks }: Omit<AreaTabsProps, 'name'>) {
  const { open, toggle, containerRef } = useDisclosure()
  const { pathname } = useLocation()
  const id = useId()
  const isHere = entries.some(({ to }) => pathname === to || pathname.startsWith(`${to}/`))
  // No sum: the inbox counts what other entries count too.
  const count = Math.max(...entries.map(({ to }) => marks[to] ?? 0))
  return (
    <div ref={containerRef} className="min-w-0">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        aria-describedby={count ? `${id}-new` : undefined}
        data-here={isHere || undefined}
        onClick={toggle}
        className={tabClasses}
      >
        <TabIcon icon={Ellipsis} count={count} />
        {m.area_more()}
      </button>
      <MarkText id={`${id}-new`} count={count} />
      <div
        id={id}
        hidden={!open}
        className="absolute inset-x-0 bottom-full max-h-[70dvh] overflow-y-auto rounded-t-card border-t border-line bg-card p-2 shadow-soft"
      >
        <ul className={classes('grid gap-1', entries.length > IN_ONE_COLUMN && 'grid-cols-2')}>
          {entries.map(({ to, icon: Icon, label }) => (
            <li key={to}>
              <MarkedLink
                to={to}
                count={marks[to]}
                prefetch="intent"
                className="flex min-h-12 items-center gap-3 rounded-control px-3 font-medium aria-[current]:bg-well aria-[current]:font-semibold aria-[current]:text-primary"
              >
                <Icon aria-hidden className="size-5 shrink-0 text-muted" />
                <span className="min-w-0 flex-1">{label()}</span>
                <Mark count={marks[to]} />
              </MarkedLink>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

const tabClasses = classes(
  'group flex min-h-16 w-full min-w-0 flex-col items-center justify-center gap-1 px-0.5 text-sm font-medium tracking-tight text-muted -outline-offset-2 transition-colors',
  // The current entry is not bold: the longest label just fits.
  'aria-[current]:text-primary data-here:text-primary aria-expanded:text-primary',
)

/** The icon of a tab with its count badge. */
function TabIcon({ icon: Icon, count }: { icon: AreaEntry['icon']; count: number | undefined }) {
  return (
    <span className="relative rounded-full px-4 py-0.5 transition-colors group-aria-[current]:bg-well group-data-here:bg-well">
      <Icon aria-hidden className="size-[22px]" />
      <Mark count={count} className="absolute -top-1.5 left-1/2 ml-1.5" />
    </span>
  )
}

/** A link with its count as its description: its name stays the same whatever is new. */
function MarkedLink({ count, ...link }: NavLinkProps & { count: number | undefined }) {
  const id = useId()
  return (
    <>
      <NavLink {...link} aria-describedby={count ? id : undefined} />
      <MarkText id={id} count={count} />
    </>
  )
}

function Mark({ count, className }: { count: number | undefined; className?: string }) {
  return count ? <CountBadge count={count} className={className} /> : null
}

/** What a screen reader says of a mark. It is not in the link, so that it is not part of the name. */
function MarkText({ id, count }: { id: string; count: number | undefined }) {
  return count ? (
    <span id={id} hidden>
      {m.area_new({ count })}
    </span>
  ) : null
}
