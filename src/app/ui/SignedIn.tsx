import { type ReactNode, useDeferredValue, useEffect } from 'react'
import { Navigate, useLocation } from 'react-router'
import { staleQueryKeys } from './stale-query-keys.ts'
import { QueryProvider } from '../../client/QueryProvider.tsx'
import { LiveProvider } from '../../client/live/live-updates.tsx'
import { FollowedCart } from '../../features/orders/ui/FollowedCart.tsx'
import { registerServiceWorker } from '../../client/live/service-worker.ts'
import { accessToken, useSession } from '../../client/session/session.ts'
import { LogoMark } from '../../kit/page/Logo.tsx'
import { useIsFetching, useQuery } from '@tanstack/react-query'
import { settingsApi } from '../../features/settings/ui/settings.api.ts'
import { LivePageContext, usePageData } from '../../kit/page/page-data.ts'

interface SignedInProps {
  /** The text while the session is being read. */
  waiting: string
  /** Whether the log-in returns to this address. */
  returns?: boolean
  /** Whether the area shows the cart. */
  hasCart?: boolean
  /** Renders the area for the account with this e-mail address. */
  children: (email: string) => ReactNode
}

/**
 * Requires a session for an area: without one, or when it ends in any tab, it redirects to the log-in. Each user gets a
 * query cache and a live connection of their own.
 */
export function SignedIn({ waiting, returns = true, hasCart = true, children }: SignedInProps) {
  // Deferred, so that the browser can answer input while it renders the area for the first time.
  const session = useDeferredValue(useSession())
  const { pathname, search } = useLocation()
  if (session.status === 'unknown') return <LoadingPage text={waiting} />
  if (session.status !== 'signed-in') {
    const comesBack = returns && !(session.status === 'signed-out' && session.left)
    return (
      <Navigate replace to={comesBack ? `/login?next=${encodeURIComponent(pathname + search)}` : '/login'} />
    )
  }
  return (
    <QueryProvider key={session.userId}>
      <LiveProvider person={session.userId} token={accessToken} staleKeys={staleQueryKeys}>
        {hasCart ? <FollowedCart account={session.userId} /> : null}
        <OfflineCopies account={session.userId} />
        <LiveShopData>{children(session.email)}</LiveShopData>
      </LiveProvider>
    </QueryProvider>
  )
}

/** Registers the service worker when the screen has its data, so that the two don't share a slow line. */
function OfflineCopies({ account }: { account: string }) {
  const isBusy = useIsFetching() > 0
  useEffect(() => {
    if (!isBusy) void registerServiceWorker(account).catch(() => {})
  }, [isBusy, account])
  return null
}

/** The whole page while the session or the role is being read. */
export function LoadingPage({ text }: { text: string }) {
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-3 p-6 text-muted">
      <LogoMark className="h-8 w-auto animate-breathe" />
      <p role="status">{text}</p>
    </main>
  )
}

/**
 * Updates name, logo, contact and prices on the screens inside. The page contains them, and they are fetched again
 * after a live event of the settings.
 */
function LiveShopData({ children }: { children: ReactNode }) {
  const page = usePageData()
  const { business, offers } = page
  const { data } = useQuery(
    settingsApi.shop.queryOptions({
      ...(offers && { initialData: { business, offers } }),
      staleTime: Infinity,
    }),
  )
  return <LivePageContext value={{ ...page, ...data }}>{children}</LivePageContext>
}
