import type { ReactNode } from 'react'
import { oldBy } from './topics.ts'
import { QueryProvider } from '../../client/QueryProvider.tsx'
import { LiveProvider } from '../../client/live-updates.tsx'
import { AccountMenu } from './AccountMenu.tsx'
import { accessToken, useSession } from '../../client/session.ts'
import { PublicPage } from '../../features/landing/ui/PublicPage.tsx'
import { useCart } from '../../features/orders/ui/cart-store.ts'
import { FollowedCart } from '../../features/orders/ui/FollowedCart.tsx'

/**
 * The frame of the storefront's screens with a script, for visitors and customers alike: it counts the cart, which
 * follows a customer's other devices, and shows whoever is signed in their account in place of the ways in.
 */
export function StoreFrame({ children }: { children: ReactNode }) {
  const session = useSession()
  const inCart = useCart().length
  return (
    <QueryProvider key={session.status === 'signed-in' ? session.userId : ''}>
      {session.status === 'signed-in' ? (
        <LiveProvider person={session.userId} token={accessToken} staleKeys={oldBy}>
          <FollowedCart account={session.userId} />
        </LiveProvider>
      ) : null}
      <PublicPage
        inCart={inCart}
        {...(session.status === 'signed-in' && { account: <AccountMenu email={session.email} /> })}
      >
        {children}
      </PublicPage>
    </QueryProvider>
  )
}
