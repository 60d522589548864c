import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, LayoutDashboard } from 'lucide-react'
import { staleQueryKeys } from './stale-query-keys.ts'
import { QueryProvider } from '../../client/QueryProvider.tsx'
import { LiveProvider } from '../../client/live/live-updates.tsx'
import { accessToken, useSession } from '../../client/session/session.ts'
import { PublicFrame } from '../../features/landing/ui/PublicFrame.tsx'
import { useCart } from '../../features/orders/ui/cart-store.ts'
import { FollowedCart } from '../../features/orders/ui/FollowedCart.tsx'
import { accountsApi } from '../../features/accounts/ui/accounts.api.ts'
import { m } from '../../paraglide/messages.js'
import { Initials, PersonMenu } from './PersonMenu.tsx'
import { Menu, MenuHeading, MenuLink } from '../../kit/overlay/Menu.tsx'
import { givenName } from '../../shared/people/person.ts'

/**
 * The frame of the storefront's screens, for visitors and customers. It shows the number of names in the cart,
 * synchronized with a customer's other devices, and the account menu of a signed-in user instead of the log-in
 * links.
 */
export function StoreFrame({ children }: { children: ReactNode }) {
  const session = useSession()
  const inCart = useCart().length
  return (
    <QueryProvider key={session.status === 'signed-in' ? session.userId : ''}>
      {session.status === 'signed-in' ? (
        <LiveProvider person={session.userId} token={accessToken} staleKeys={staleQueryKeys}>
          <FollowedCart account={session.userId} />
        </LiveProvider>
      ) : null}
      <PublicFrame
        inCart={inCart}
        {...(session.status === 'signed-in' && { account: <AccountMenu email={session.email} /> })}
      >
        {children}
      </PublicFrame>
    </QueryProvider>
  )
}

/** The menu of a signed-in user on public pages: dashboard, profile and log-out. */
function AccountMenu({ email }: { email: string }) {
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
