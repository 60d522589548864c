import { useEffect, useRef, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { AreaHeader } from './AreaHeader.tsx'
import { AreaSidebar } from './AreaSidebar.tsx'
import { AreaTabs } from './AreaTabs.tsx'
import type { AreaEntry, Marks, Person } from './entry.ts'

interface AreaProps {
  /** Its name, for screen readers and above the admin's entries. */
  name: string
  /** Customers have a calm, light side; admins a deep one, so that nobody mistakes one for the other. */
  deep?: boolean
  entries: readonly AreaEntry[]
  /** How many new things wait behind an entry, by its address. */
  marks?: Marks
  person: Person
  /** The entries of the person's menu. */
  menu: ReactNode
  children: ReactNode
}

/** The frame of a signed-in area: entries at the side (below, on a phone), greeting and menu above the screen. */
export function Area({ name, deep = false, entries, marks = {}, person, menu, children }: AreaProps) {
  const main = useFocusOnArrival()
  return (
    <div className="lg:grid lg:grid-cols-[264px_minmax(0,1fr)]">
      <a
        href="#screen"
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded-control bg-primary px-4 py-2 text-on-primary focus:translate-y-0"
      >
        {m.site_skip()}
      </a>
      <AreaSidebar name={name} deep={deep} entries={entries} marks={marks} />
      <div className="flex min-h-dvh min-w-0 flex-col">
        <AreaHeader person={person} menu={menu} />
        <main
          id="screen"
          ref={main}
          tabIndex={-1}
          className="mx-auto w-full max-w-page flex-1 px-4 pt-6 pb-28 outline-none sm:px-6 lg:px-10 lg:pt-8 lg:pb-16"
        >
          {children}
        </main>
      </div>
      <AreaTabs name={name} entries={entries} marks={marks} />
    </div>
  )
}

/** Moving to another screen moves the focus there, so that a screen reader reads on from its start. */
function useFocusOnArrival() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const before = useRef(pathname)
  useEffect(() => {
    const { current: screen } = main
    // Unless the screen itself has led the person to something on it.
    const isThere = screen !== document.activeElement && screen?.contains(document.activeElement)
    if (before.current !== pathname && !isThere) screen?.focus({ preventScroll: true })
    before.current = pathname
  }, [pathname])
  return main
}
