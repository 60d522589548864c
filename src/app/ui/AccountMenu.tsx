import { useQuery } from '@tanstack/react-query'
import { ChevronDown, LayoutDashboard } from 'lucide-react'
import { accountsApi } from '../../features/accounts/ui/api.ts'
import { m } from '../../paraglide/messages.js'
import { Initials } from './area/Initials.tsx'
import { Menu, MenuHeading, MenuLink } from '../../kit/overlay/Menu.tsx'
import { givenName } from '../../shared/person.ts'
import { PersonMenu } from './PersonMenu.tsx'

/** Whoever is signed in, on a page that visitors see too: the way to the own area, and the person's menu. */
export function AccountMenu({ email }: { email: string }) {
  const { data: profile } = useQuery(accountsApi.profile.queryOptions())
  const name = givenName(profile ?? {})
  return (
    <Menu
      label={
        <>
          <span className="sr-only">{m.area_menu()}</span>
          <Initials person={{ name, email }} />
          <ChevronDown aria-hidden className="size-4 text-muted" />
        </>
      }
    >
      <MenuHeading>{email}</MenuHeading>
      <MenuLink to="/dashboard">
        <LayoutDashboard aria-hidden className="size-4 shrink-0 text-muted" />
        {m.area_dashboard_home()}
      </MenuLink>
      <PersonMenu profile="/dashboard/profile" isAdmin={profile?.role === 'admin'} />
    </Menu>
  )
}
