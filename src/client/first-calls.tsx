import { createContext, use, useState } from 'react'
import { useLocation, useMatches } from 'react-router'
import type { Permission } from '../shared/people/permissions.ts'
import { PERMISSIONS_KEY } from './session/stored-permissions.ts'
import { EXPIRY_MARGIN_MS, STORAGE_KEY } from './session/stored-session.ts'

/** What a route's `handle` may say about its first visit. */
interface FirstVisit {
  /**
   * The paths of the API calls with which the screen begins, with their queries. The server renders one page for all
   * addresses of a pattern, with `-` in place of its parameter, which a path may contain as a segment. A pair is for an
   * address with the parameter, and for one without it.
   */
  firstCalls?: (pathname: string) => FirstCall[]
}

type FirstCall = string | readonly [withParameter: string, without: string]

interface FirstCalls {
  token: string
  calls: Record<string, Promise<Response | undefined>>
}

declare global {
  interface Window {
    firstCalls?: FirstCalls | undefined
  }
}

/** The parameter in the address of a rendered page, and in the paths of its first calls. */
const PARAMETER = '-'

/**
 * Runs before any other script: the data comes while the code is still being loaded. A query would change the calls. A
 * call for which the stored role has no permission is not made. The address of the browser has the parameter.
 */
const script = `try{let s=JSON.parse(localStorage["${STORAGE_KEY}"]||null),t=s&&s.access_token;if(t&&!location.search&&s.expires_at*1e3-Date.now()>${EXPIRY_MARGIN_MS}){let r=JSON.parse(localStorage["${PERMISSIONS_KEY}"]||null),d=document.currentScript.dataset,v=location.pathname.split("/")[d.at];window.firstCalls={token:t,calls:Object.fromEntries(JSON.parse(d.calls).map(([p,n,w])=>[/\\/-(\\/|\\?|$)/.test(p)?v?p.replace("/-","/"+v):w:p,n]).filter(([p,n])=>p&&(!n||!r||r.includes(n))).map(([p])=>[p,fetch(p,{headers:{authorization:"Bearer "+t}}).catch(()=>{})]))}}}catch{}`

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
      .map((call) => {
        const [path, without] = typeof call === 'string' ? [call] : call
        return [path, permissionFor?.('GET', path!.replace(/^\/api|\?.*$/g, '')), without]
      }),
  )
  if (!calls.length) return null
  return (
    <script
      suppressHydrationWarning
      data-calls={JSON.stringify(calls)}
      data-at={pathname.split('/').indexOf(PARAMETER)}
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
