import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { ChevronDown } from 'lucide-react'
import { m } from '../../../paraglide/messages.js'
import { AreaSidebar, AreaTabs, type NavigationProps } from './AreaNavigation.tsx'
import type { Marks, Person } from './entry.ts'
import { Menu, MenuHeading, MenuLine } from '../../../kit/overlay/Menu.tsx'
import { Skeleton } from '../../../kit/Skeleton.tsx'
import { LanguageSwitch } from '../../../kit/page/LanguageSwitch.tsx'
import { useIsDisconnected } from '../../../client/live/live-updates.tsx'
import { OfflineNotice } from '../OfflineNotice.tsx'
import { classes } from '../../../kit/classes.ts'
import { LogoMark } from '../../../kit/page/Logo.tsx'
import { Initials } from '../PersonMenu.tsx'
import { Spinner } from '../../../kit/Button.tsx'

interface AreaProps extends Omit<NavigationProps, 'marks'> {
  /** Dark sidebar for the admin area; the customer area has a light one. */
  deep?: boolean
  /** The number of new things of an entry, by its address. */
  marks?: Marks
  /** The addresses of the entries in the bar of a phone. */
  inBar?: readonly string[]
  person: Person
  /** Links in the header, such as the one to the cart. */
  links?: ReactNode
  /** The entries of the person's menu. */
  menu: ReactNode
  children: ReactNode
}

/** The frame of a signed-in area: navigation at the side (at the bottom on a phone), greeting and menu at the top. */
export function Area({
  deep = false,
  person,
  links,
  menu,
  inBar,
  children,
  marks = {},
  ...shown
}: AreaProps) {
  const main = useFocusOnNavigation()
  const navigation = { ...shown, marks }
  return (
    <div className="lg:grid lg:grid-cols-[264px_minmax(0,1fr)]">
      <a
        href="#screen"
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded-control bg-primary px-4 py-2 text-on-primary focus:translate-y-0"
      >
        {m.site_skip()}
      </a>
      <AreaSidebar {...navigation} deep={deep} />
      <div className="flex min-h-dvh min-w-0 flex-col">
        <AreaHeader person={person} links={links} menu={menu} deep={deep} />
        <OfflineNotice className="mx-auto max-w-page px-4 sm:px-6 lg:px-10" />
        <main
          id="screen"
          ref={main}
          tabIndex={-1}
          className={classes(
            'mx-auto w-full flex-1 px-4 pb-28 outline-none sm:px-6 lg:pb-16',
            // The admins' tables use the width.
            deep ? 'max-w-[1440px] pt-4 lg:px-8 lg:pt-6' : 'max-w-page pt-6 lg:px-10 lg:pt-8',
          )}
        >
          {children}
        </main>
      </div>
      <AreaTabs {...navigation} inBar={inBar} />
    </div>
  )
}

/** Moves the focus to a new screen, so that a screen reader reads it from its start. */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const before = useRef(pathname)
  useEffect(() => {
    const { current: screen } = main
    // Unless the screen has focused something of its own.
    const isThere = screen !== document.activeElement && screen?.contains(document.activeElement)
    if (before.current !== pathname && !isThere) screen?.focus({ preventScroll: true })
    before.current = pathname
  }, [pathname])
  return main
}

/** Greeting, link to the public pages, language switch, the area's own links and the account menu. */
function AreaHeader({ person, links, menu, deep }: Pick<AreaProps, 'person' | 'links' | 'menu' | 'deep'>) {
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-ground">
      <div
        className={classes(
          'mx-auto flex h-16 items-center gap-3 px-4 sm:px-6',
          deep ? 'max-w-[1440px] lg:px-8' : 'max-w-page lg:px-10',
        )}
      >
        <a
          href="/"
          aria-label={m.area_to_site()}
          className="grid shrink-0 touch items-center justify-items-start coarse:-mr-2 lg:hidden"
        >
          <LogoMark className="h-6 w-auto" />
        </a>
        <Greeting person={person} />
        {useIsDisconnected() ? <Reconnecting /> : null}
        <LanguageSwitch brief className="max-lg:hidden" />
        <a
          href="/"
          className="inline-flex shrink-0 touch items-center px-2 text-sm whitespace-nowrap underline-offset-4 hover:underline max-lg:hidden"
        >
          {m.area_to_site()}
        </a>
        {links}
        <Menu
          label={
            <>
              <span className="sr-only">{m.area_menu()}</span>
              <Initials person={person} />
              <ChevronDown aria-hidden className="size-4 text-muted" />
            </>
          }
        >
          <MenuHeading>{person.email}</MenuHeading>
          {menu}
          <div className="lg:hidden">
            <MenuLine />
            <LanguageSwitch className="px-3" />
          </div>
        </Menu>
      </div>
    </header>
  )
}

function Greeting({ person: { name, email } }: { person: Person }) {
  return (
    <p className="mr-auto min-w-0">
      <span className="block truncate font-semibold">
        {name === undefined ? <Skeleton className="my-1 h-4 w-36" /> : greet(name)}
      </span>
      <span className="block truncate text-sm text-muted">{email}</span>
    </p>
  )
}

const greet = (name: string | null) => (name ? m.area_greeting({ name }) : m.area_greeting_unnamed())

/** Says that the live connection is down, so that changes of other users may be missing. */
function Reconnecting() {
  return (
    <p
      role="status"
      className="inline-flex items-center gap-2 rounded-full bg-pending-ground px-3 py-1 text-sm text-pending"
    >
      <Spinner />
      <span className="max-sm:sr-only">{m.area_reconnecting()}</span>
    </p>
  )
}
