import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '../../../paraglide/messages.js'
import { Menu, MenuHeading, MenuLine } from '../../../kit/overlay/Menu.tsx'
import { Skeleton } from '../../../kit/Skeleton.tsx'
import { LanguageSwitch } from '../../../kit/page/LanguageSwitch.tsx'
import { useIsDisconnected } from '../../../client/live-updates.tsx'
import { LogoMark } from '../../../kit/page/Logo.tsx'
import type { Person } from './entry.ts'
import { Initials } from './Initials.tsx'
import { Reconnecting } from './Reconnecting.tsx'

/** Greeting, the way back to the public pages, the language, and the person's menu. */
export function AreaHeader({ person, menu }: { person: Person; menu: ReactNode }) {
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-ground">
      <div className="mx-auto flex h-16 max-w-page items-center gap-3 px-4 sm:px-6 lg:px-10">
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
