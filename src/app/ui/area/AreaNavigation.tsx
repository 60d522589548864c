import { NavLink, type NavLinkProps, useLocation } from 'react-router'
import { ChevronDown, Ellipsis } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { m } from '../../../paraglide/messages.js'
import { classes } from '../../../kit/classes.ts'
import { CountBadge } from '../../../kit/Badge.tsx'
import { Logo } from '../../../kit/page/Logo.tsx'
import type { AreaEntry, EntryGroup, Marks } from './entry.ts'
import { useDisclosure } from '../../../kit/overlay/Menu.tsx'

/** What an area's navigation shows, at the side of a wide screen and at the bottom of a phone. */
export interface NavigationProps {
  name: string
  /** The area's main entry, as a button above all others. */
  lead?: AreaEntry | undefined
  entries: readonly AreaEntry[]
  groups?: readonly EntryGroup[]
  marks: Marks
}

const entryClasses = {
  light: 'text-muted hover:bg-well hover:text-ink aria-[current]:bg-well aria-[current]:text-primary',
  deep: 'text-on-deep-muted hover:bg-on-deep/8 hover:text-on-deep aria-[current]:bg-on-deep/12 aria-[current]:text-on-deep',
}

/** The navigation at the side of a wide screen. */
export function AreaSidebar({
  name,
  deep,
  lead,
  entries,
  groups = [],
  marks,
}: NavigationProps & { deep: boolean }) {
  const look = deep ? entryClasses.deep : entryClasses.light
  const { pathname } = useLocation()
  const nav = useRef<HTMLElement>(null)
  // In a low window the entry of the screen may be below the fold.
  useEffect(() => {
    nav.current?.querySelector(`[href="${pathname}"], [aria-current]`)?.scrollIntoView({ block: 'nearest' })
  }, [pathname])
  return (
    <nav
      ref={nav}
      aria-label={name}
      className={classes(
        'sticky top-0 flex h-dvh flex-col gap-0.5 overflow-y-auto px-4 py-5 max-lg:hidden',
        deep ? 'bg-deep text-on-deep [--color-lagoon:var(--color-on-deep-muted)]' : 'border-r border-line',
      )}
    >
      <a href="/" className="mb-4 inline-flex w-fit touch items-center px-3">
        <Logo />
      </a>
      {lead ? (
        <SideLink entry={lead} marks={marks} className={classes('mb-2 border border-current/25', look)} />
      ) : null}
      {entries.map((entry) => (
        <SideLink key={entry.to} entry={entry} marks={marks} className={look} />
      ))}
      {groups.map((group, n) => (
        <SideGroup key={n} group={group} marks={marks} look={look} />
      ))}
    </nav>
  )
}

/** A heading that folds its entries. */
function SideGroup({ group, marks, look }: { group: EntryGroup; marks: Marks; look: string }) {
  const { pathname } = useLocation()
  const isHere = group.entries.some((entry) => isAt(entry, pathname))
  const [isOpen, setOpen] = useState(!group.folded || isHere)
  const [wasHere, setHere] = useState(isHere)
  if (isHere !== wasHere) {
    setHere(isHere)
    if (isHere) setOpen(true)
  }
  const id = useId()
  const count = isOpen ? 0 : group.entries.reduce((sum, { to }) => sum + (marks[to] ?? 0), 0)
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-describedby={count ? `${id}-new` : undefined}
        onClick={() => setOpen(!isOpen)}
        className="mt-3 flex min-h-8 touch items-center gap-2 rounded-control px-3 text-left text-sm opacity-80 hover:opacity-100"
      >
        <span className="flex-1">{group.heading()}</span>
        <Mark count={count} />
        <ChevronDown aria-hidden className={classes('size-4', !isOpen && '-rotate-90')} />
      </button>
      <MarkText id={`${id}-new`} count={count} />
      <div id={id} hidden={!isOpen} className="flex flex-col gap-0.5">
        {group.entries.map((entry) => (
          <SideLink key={entry.to} entry={entry} marks={marks} className={look} />
        ))}
      </div>
    </>
  )
}

interface SideLinkProps {
  entry: AreaEntry
  marks: Marks
  className: string
}

function SideLink({ entry: { to, icon: Icon, label, exact }, marks, className }: SideLinkProps) {
  return (
    <MarkedLink
      to={to}
      count={marks[to]}
      end={exact ?? false}
      prefetch="intent"
      className={classes(
        'flex min-h-8 shrink-0 touch items-center gap-3 rounded-control px-3 py-1.5 leading-5 font-medium transition-colors aria-[current]:font-semibold',
        className,
      )}
    >
      <Icon aria-hidden className="size-[18px] shrink-0" />
      <span className="min-w-0 flex-1 text-balance">{label()}</span>
      <Mark count={marks[to]} className="-mr-2" />
    </MarkedLink>
  )
}

/** Whether an address is the first screen of an area, under which all its others are. */
const isRoot = (to: string) => to.split('/').length === 2

const isAt = ({ to, exact }: Pick<AreaEntry, 'to' | 'exact'>, pathname: string) =>
  pathname === to || (!exact && pathname.startsWith(`${to}/`))

/** The number of entries in the bar; one more button opens the others. */
const IN_BAR = 4

/** The most entries of the sheet that are shown in one column. */
const IN_ONE_COLUMN = 6

/**
 * The navigation at the bottom of a phone: four entries, and a sheet with the others. Toasts are placed above the element
 * with `data-tabs`.
 * @param inBar the addresses of the entries in the bar, in order; without them, and in place of those that the role lacks,
 * the first entries.
 */
export function AreaTabs({
  name,
  lead,
  entries,
  groups = [],
  marks,
  inBar = [],
}: NavigationProps & { inBar?: readonly string[] | undefined }) {
  const all = [...(lead ? [lead] : []), ...entries, ...groups.flatMap((group) => group.entries)]
  const wanted = inBar.flatMap((to) => all.find((entry) => entry.to === to) ?? [])
  const ordered = [...new Set([...wanted, ...all])]
  const bar = ordered.slice(0, all.length <= IN_BAR + 1 ? all.length : IN_BAR)
  const isInSheet = (entry: AreaEntry) => !bar.includes(entry)
  const sections = [{ entries: [...(lead ? [lead] : []), ...entries] }, ...groups]
    .map((section) => ({ ...section, entries: section.entries.filter(isInSheet) }))
    .filter((section) => section.entries.length)
  return (
    <nav
      aria-label={name}
      data-tabs
      className="fixed inset-x-0 bottom-0 z-20 grid auto-cols-fr grid-flow-col border-t border-line bg-card pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      {bar.map(({ to, icon, brief }) => (
        <div key={to} className="min-w-0">
          {/* The first screen of an area is not that of all its addresses. */}
          <MarkedLink to={to} count={marks[to]} end={isRoot(to)} prefetch="intent" className={tabClasses}>
            <TabIcon icon={icon} count={marks[to]} />
            <span className="max-w-full text-center leading-4 wrap-break-word">{brief()}</span>
          </MarkedLink>
        </div>
      ))}
      {sections.length ? <More sections={sections} bar={bar} marks={marks} /> : null}
    </nav>
  )
}

interface MoreProps {
  sections: readonly (Pick<EntryGroup, 'entries'> & Partial<EntryGroup>)[]
  /** The entries of the bar. */
  bar: readonly AreaEntry[]
  marks: Marks
}

/** The last button of the bar and its sheet with the remaining entries. */
function More({ sections, bar, marks }: MoreProps) {
  const { open, toggle, containerRef } = useDisclosure()
  const { pathname } = useLocation()
  const id = useId()
  const entries = sections.flatMap((section) => section.entries)
  const isInBar = bar.some(({ to }) => isAt({ to, exact: isRoot(to) }, pathname))
  const isHere = !isInBar && entries.some((entry) => isAt(entry, pathname))
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
        {sections.map(({ heading, entries: shown }, n) => (
          <div key={n}>
            {heading ? <p className="px-3 pt-3 pb-1 text-sm text-muted">{heading()}</p> : null}
            <ul className={classes('grid gap-1', entries.length > IN_ONE_COLUMN && 'grid-cols-2')}>
              {shown.map(({ to, icon: Icon, label, exact }) => (
                <li key={to}>
                  <MarkedLink
                    to={to}
                    count={marks[to]}
                    end={exact ?? false}
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
        ))}
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
