import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, type SyntheticEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useParams } from 'react-router'
import { m } from '../../../../paraglide/messages.js'
import { keysOf } from '../../../../shared/pick.ts'
import { LivePageContext, usePageData } from '../../../../kit/page/page-data.ts'
import { pageTitle } from '../../../../kit/page/page-title.ts'
import { Skeleton } from '../../../../kit/Skeleton.tsx'
import { type Settings, settings as definitions } from '../../../settings/settings.ts'
import { payableAccounts, shopOf } from '../../../settings/shop.ts'
import { settingsApi } from '../../../settings/ui/settings.api.ts'
import { previews } from './previews.tsx'

/** It is a part of the page around it, which has the landmarks: headers and footers in an article are none. */
export const handle = { framed: true }

export const meta = pageTitle(() => ({ title: m.seen_title(), noIndex: true }))

/** What customers see of one subject of the settings, with what an admin is typing in the page around this frame. */
export default function PreviewScreen() {
  const { part } = useParams()
  const typed = useTypedSettings()
  const shown = useRef<HTMLElement>(null)
  useEffect(() => {
    const observer = new ResizeObserver(() => tell({ height: Math.ceil(shown.current!.scrollHeight) }))
    observer.observe(shown.current!)
    return () => observer.disconnect()
  }, [])
  const Preview = previews[part as keyof typeof previews] as (typeof previews)['contact'] | undefined
  return (
    <article ref={shown} onClickCapture={leaveAlone} onSubmitCapture={leaveAlone} className="p-5">
      <h1 className="sr-only">{m.seen_title()}</h1>
      {typed && Preview ? (
        <WithSettings settings={typed}>
          <Preview settings={typed} />
        </WithSettings>
      ) : (
        <Skeleton className="h-40 w-full" />
      )}
    </article>
  )
}

/** In a preview nothing is bought, sent or opened. */
function leaveAlone(event: SyntheticEvent) {
  if (event.type === 'click' && !(event.target as Element).closest('a, button')) return
  event.preventDefault()
  event.stopPropagation()
}

const tell = (message: object) => window.parent.postMessage(message, window.location.origin)

/** The settings that the page around this frame sends. A value that could not be saved is left as it was. */
function useTypedSettings(): Settings | undefined {
  const [typed, setTyped] = useState<Settings>()
  useEffect(() => {
    const listen = ({ origin, source, data }: MessageEvent) => {
      if (origin !== window.location.origin || source !== window.parent || source === window) return
      const { settings: sent } = data as { settings?: Record<string, unknown> }
      if (sent) setTyped((before) => validOf(sent, before))
    }
    window.addEventListener('message', listen)
    tell({})
    return () => window.removeEventListener('message', listen)
  }, [])
  return typed
}

const validOf = (sent: Record<string, unknown>, before: Settings | undefined) =>
  Object.fromEntries(
    keysOf(definitions).map((key) => {
      const { schema, standard } = definitions[key]
      const read = schema.safeParse(sent[key])
      return [key, read.success ? read.data : (before?.[key] ?? standard)]
    }),
  ) as Settings

const setAccounts = (client: QueryClient, settings: Settings) => {
  client.setQueryData(settingsApi.paymentAccounts.queryKey(), payableAccounts(settings))
}

/** The shop as pages have it, and what the screens would fetch of the settings. */
function WithSettings({ settings, children }: { settings: Settings; children: ReactNode }) {
  const page = usePageData()
  const [client] = useState(() => {
    const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } })
    setAccounts(queries, settings)
    return queries
  })
  useEffect(() => setAccounts(client, settings), [client, settings])
  const shop = useMemo(() => shopOf(settings), [settings])
  return (
    <LivePageContext value={{ ...page, ...shop, logInAfterSignUp: settings['accounts.logInAfterSignUp'] }}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </LivePageContext>
  )
}
