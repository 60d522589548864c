import { useState, useSyncExternalStore, type ReactNode } from 'react'
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
  type LoaderFunctionArgs,
} from 'react-router'
import { FirstCallsScript } from './client/first-calls.tsx'
import { pageDefaults, toLocale, toNotice, type PageData } from './shared/pages.ts'
import { ErrorPage } from './kit/page/MessagePage.tsx'
import { pageContext, usePageData } from './kit/page/page-data.ts'
import { pageTitle } from './kit/page/page-title.ts'
import { Toasts } from './kit/overlay/toasts.tsx'
import './kit/theme.css'

/** Returns the page data. In development no renderer sets it: defaults and the language of the cookie are used. */
export function loader({ context, request }: LoaderFunctionArgs): PageData {
  const given = context.get(pageContext)
  if (given) return given
  const cookie = /kikoa_language=(\w+)/.exec(request.headers.get('cookie') ?? '')
  const notice = toNotice(new URL(request.url).searchParams.get('notice'))
  return { ...pageDefaults, locale: toLocale(cookie?.[1]), notice }
}

/** The title of every screen that has none of its own. */
export const meta = pageTitle(({ business }) => ({ title: business.name }))

/** The page data stays valid during navigation. */
export const shouldRevalidate = () => false

const never = () => () => {}

/**
 * Whether this is the server's own document. Only the server writes scripts, and the browser must not change them:
 * a document that the browser renders again after an error uses the scripts it has, and Trusted Types would refuse
 * new ones.
 */
const useFromServer = () =>
  useSyncExternalStore(
    never,
    () => false,
    () => true,
  )

/** The document around every page. Pages whose `handle.plain` is set contain no script. */
export function Layout({ children }: { children: ReactNode }) {
  const matches = useMatches()
  const { locale } = usePageData()
  // Decided once: a running application that navigates to a page without script does not remove its scripts.
  const [plain] = useState(() =>
    matches.some(({ handle }) => (handle as { plain?: boolean } | undefined)?.plain),
  )
  const framed = matches.some(({ handle }) => (handle as { framed?: boolean } | undefined)?.framed)
  const [scripted] = useState(useFromServer() && !plain)
  return (
    <html lang={locale}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#fbf7ef" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0f1a1b" media="(prefers-color-scheme: dark)" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {plain ? null : (
          <>
            <link rel="manifest" href="/manifest.webmanifest" />
            <link rel="apple-touch-icon" href="/icon-192.png" />
          </>
        )}
        <Meta />
        {scripted ? <FirstCallsScript /> : null}
        <Links />
      </head>
      <body>
        {children}
        {plain || framed ? null : <Toasts />}
        {scripted ? (
          <>
            <ScrollRestoration />
            <Scripts />
          </>
        ) : null}
      </body>
    </html>
  )
}

export default function Root() {
  return <Outlet />
}

export function ErrorBoundary() {
  return <ErrorPage />
}
