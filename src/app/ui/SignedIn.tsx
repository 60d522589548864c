import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { oldBy } from './topics.ts'
import { QueryProvider } from '../../client/QueryProvider.tsx'
import { LiveProvider } from '../../client/live-updates.tsx'
import { FollowedCart } from '../../features/orders/ui/FollowedCart.tsx'
import { FollowedShop } from '../../features/settings/ui/FollowedShop.tsx'
import { accessToken, useSession } from '../../client/session.ts'
import { LogoMark } from '../../kit/page/Logo.tsx'

interface SignedInProps {
  /** What is read until it is known who is here. */
  waiting: string
  /** Whether the log-in leads back to this address. */
  returns?: boolean
  /** The area, for the account with this e-mail address. */
  children: (email: string) => ReactNode
}

/**
 * The door of an area: without a session, or once it ends anywhere, it leads to the log-in. QueryProvider and the live
 * log belong to one person and go with them.
 */
export function SignedIn({ waiting, returns = true, children }: SignedInProps) {
  const session = useSession()
  const { pathname, search } = useLocation()
  if (session.status === 'unknown') return <Waiting words={waiting} />
  if (session.status !== 'signed-in') {
    const comesBack = returns && !(session.status === 'signed-out' && session.left)
    return (
      <Navigate replace to={comesBack ? `/login?next=${encodeURIComponent(pathname + search)}` : '/login'} />
    )
  }
  return (
    <QueryProvider key={session.userId}>
      <LiveProvider person={session.userId} token={accessToken} staleKeys={oldBy}>
        <FollowedCart account={session.userId} />
        <FollowedShop>{children(session.email)}</FollowedShop>
      </LiveProvider>
    </QueryProvider>
  )
}

/** The whole page while it is not yet known who is looking at it. */
export function Waiting({ words }: { words: string }) {
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-3 p-6 text-muted">
      <LogoMark className="h-8 w-auto animate-breathe" />
      <p role="status">{words}</p>
    </main>
  )
}
