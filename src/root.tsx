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
import { pageDefaults, toLocale, toNotice, type PageData } from './shared/pages.ts'
import { ErrorPage } from './kit/page/MessagePage.tsx'
import { pageContext, usePageData } from './kit/page/page-data.ts'
import { pageTitle } from './kit/page/page-title.ts'
import { Toasts } from './kit/overlay/toasts.tsx'
import './kit/theme.css'

/** Hands the page its data. Without a renderer that set them (development), defaults and the cookie's language. */
export function loader({ context, request }: LoaderFunctionArgs): PageData {
  const given = context.get(pageContext)
  if (given) return given
  const cookie = /kikoa_language=(\w+)/.exec(request.headers.get('cookie') ?? '')
  const notice = toNotice(new URL(request.url).searchParams.get('notice'))
  return { ...pageDefaults, locale: toLocale(cookie?.[1]), notice }
}

/** The title of every screen that has none of its own. */
export const meta = pageTitle(({ business }) => ({ title: business.name }))

/** What came with the page stays true while somebody moves about in it. */
export const shouldRevalidate = () => false

const never = () => () => {}

/**
 * Whether this is the server's own document. Scripts are written by the server alone and then left as they are:
 * a document that the browser builds anew (around an error) runs on with those it has, and Trusted Types would
 * refuse new ones.
 */
const useFromServer = () =>
  useSyncExternalStore(
    never,
    () => false,
    () => true,
  )

/** The document around every page. Pages whose `handle.plain` is set carry no script at all. */
export function Layout({ children }: { children: ReactNode }) {
  const matches = useMatches()
  const { locale } = usePageData()
  // Decided once: in a running application, moving to a page without script takes nothing away.
  const [plain] = useState(() =>
    matches.some(({ handle }) => (handle as { plain?: boolean } | undefined)?.plain),
  )
  const [scripted] = useState(useFromServer() && !plain)
  return (
    <html lang={locale}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#fbf7ef" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0f1a1b" media="(prefers-color-scheme: dark)" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        {plain ? null : <Toasts />}
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
