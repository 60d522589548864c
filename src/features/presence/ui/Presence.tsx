import { useQuery } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { useEffect } from 'react'
import { m } from '../../../paraglide/messages.js'
import { randomUUID } from '../../../client/random-uuid.ts'
import { storedSession } from '../../../client/session/stored-session.ts'
import { classes } from '../../../kit/classes.ts'
import { useMay } from '../../../client/session/staff.tsx'
import type { PresenceEntity } from '../presence.contract.ts'
import { presenceApi } from './presence.api.ts'

/** What is open: a row and its id. */
export interface Opened {
  entity: PresenceEntity
  id: string
}

const AGAIN_MS = 10_000

/** Tells other admins that this page has something open, while it is mounted and the page is visible. */
function useEntered({ entity, id }: Opened) {
  const mayWork = useMay()('inbox.write')
  useEffect(() => {
    if (!mayWork) return undefined
    const page = randomUUID()
    // Others who miss a word of it lose nothing but the note.
    let entering: Promise<unknown> = Promise.resolve()
    const enter = () => {
      if (document.visibilityState === 'visible')
        entering = presenceApi.enter.call({ page, entity, id }).catch(() => {})
    }
    const leave = () => leavePage(page)
    enter()
    const timer = setInterval(enter, AGAIN_MS)
    document.addEventListener('visibilitychange', enter)
    window.addEventListener('pagehide', leave)
    window.addEventListener('pageshow', enter)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', enter)
      window.removeEventListener('pagehide', leave)
      window.removeEventListener('pageshow', enter)
      // A call to enter that arrives after it would stay.
      void entering.then(leave)
    }
  }, [entity, id, mayWork])
}

/** The contract's client can't send a call that outlives the page, and a page that is left does not wait for a token. */
function leavePage(page: string) {
  const token = storedSession()?.access_token
  if (!token) return
  fetch(`/api/admin/presence/${page}`, {
    method: 'DELETE',
    keepalive: true,
    headers: { authorization: `Bearer ${token}` },
  }).catch(() => {})
}

/** The least time between two looks for what was not renewed. */
const LEAST_MS = 5_000

/** The names of the other admins who have something open. Fetched after events, and when one should have ended. */
function useOthers({ entity, id }: Opened): string[] {
  const { data } = useQuery(
    presenceApi.list.queryOptions({
      staleTime: LEAST_MS,
      refetchInterval: ({ state }) => {
        const ends = state.data?.items.map(({ until }) => Date.parse(until) - Date.now()) ?? []
        return ends.length > 0 && Math.max(LEAST_MS, Math.min(...ends) + 500)
      },
    }),
  )
  return (data?.items ?? [])
    .filter((one) => one.entity === entity && one.id === id)
    .map(({ name }) => name ?? '—')
}

/** Names the other admins who have a row open. Nothing where nobody has. */
export function OpenBy({ className, ...opened }: Opened & { className?: string }) {
  const names = useOthers(opened)
  if (names.length === 0) return null
  return (
    <p
      role="status"
      className={classes('flex items-center gap-1.5 text-sm font-semibold text-primary', className)}
    >
      <Eye aria-hidden className="size-4 shrink-0" />
      <span className="min-w-0 wrap-anywhere">
        {names.length === 1
          ? m.presence_open({ name: names[0]! })
          : m.presence_open_several({ names: names.join(', ') })}
      </span>
    </p>
  )
}

/** In a form: tells others that it is open, and names the others who have it open. */
export function Presence(props: Opened & { className?: string }) {
  useEntered(props)
  return <OpenBy {...props} />
}
