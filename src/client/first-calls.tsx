import { createContext, use, useState } from 'react'
import { useLocation, useMatches } from 'react-router'
import type { Permission } from '../shared/people/permissions.ts'
import { PERMISSIONS_KEY } from './session/stored-permissions.ts'
import { EXPIRY_MARGIN_MS, STORAGE_KEY } from './session/stored-session.ts'

/** What a route's `handle` may say about its first visit. */
interface FirstVisit {
  /** The paths of the API calls with which the screen begins, with their queries. */
  firstCalls?: (pathname: string) => string[]
}

interface FirstCalls {
  token: string
  calls: Record<string, Promise<Response | undefined>>
}

declare global {
  interface Window {
    firstCalls?: FirstCalls | undefined
  }
}

/**
 * Runs before any other script: the data comes while the code is still being loaded. A query would change the calls. A
 * call for which the stored role has no permission is not made.
 */
const script = `try{let s=JSON.parse(localStorage["${STORAGE_KEY}"]||null),t=s&&s.access_token;if(t&&!location.search&&s.expires_at*1e3-Date.now()>${EXPIRY_MARGIN_MS}){let r=JSON.parse(localStorage["${PERMISSIONS_KEY}"]||null);window.firstCalls={token:t,calls:Object.fromEntries(JSON.parse(document.currentScript.dataset.calls).filter(([,n])=>!n||!r||r.includes(n)).map(([p])=>[p,fetch(p,{headers:{authorization:"Bearer "+t}}).catch(()=>{})]))}}}catch{}`

/** The permission that a call needs, by method and address below `/api`. Only the server knows the contract. */
export const PermissionContext = createContext<
  ((method: string, address: string) => Permission | undefined) | undefined
>(undefined)

/** The inline script that makes the first calls of a screen for a signed-in user. The layout renders it on the server. */
export function FirstCallsScript() {
  const { pathname } = useLocation()
  const handles = useMatches().map(({ handle }) => handle as FirstVisit | undefined)
  const permissionFor = use(PermissionContext)
  const [calls] = useState(() =>
    handles
      .flatMap((handle) => handle?.firstCalls?.(pathname) ?? [])
      .map((path) => [path, permissionFor?.('GET', path.replace(/^\/api|\?.*$/g, ''))]),
  )
  if (!calls.length) return null
  return (
    <script
      suppressHydrationWarning
      data-calls={JSON.stringify(calls)}
      dangerouslySetInnerHTML={{ __html: script }}
    />
  )
}

/** After this time an unused answer is too old. */
const USABLE_MS = 60_000

/** The answer to a call that the inline script has made, each once. A call that changes something discards the others. */
export function takeFirstCall({ method, url, headers }: Request): Promise<Response | undefined> | undefined {
  const first = globalThis.window?.firstCalls
  if (!first) return undefined
  if (method !== 'GET' || performance.now() > USABLE_MS) {
    window.firstCalls = undefined
    return undefined
  }
  if (headers.get('authorization') !== `Bearer ${first.token}`) return undefined
  const path = url.slice(window.location.origin.length)
  const call = first.calls[path]
  delete first.calls[path]
  return call
}
