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
const hasParameter = /\/-(?=[/?]|$)/

/**
 * Runs before any other script: the data comes while the code is still being loaded. A query would change the calls. A
 * call for which the stored role has no permission is not made.
 * @param filled an expression that gives the calls with the parameter of the browser's address
 */
const scriptOf = (filled: string) =>
  `try{let s=JSON.parse(localStorage["${STORAGE_KEY}"]||null),t=s&&s.access_token,d=document.currentScript.dataset;if(t&&!location.search&&s.expires_at*1e3-Date.now()>${EXPIRY_MARGIN_MS}){let r=JSON.parse(localStorage["${PERMISSIONS_KEY}"]||null);window.firstCalls={token:t,calls:Object.fromEntries(JSON.parse(d.calls)${filled}.filter(([,n])=>!n||!r||r.includes(n)).map(([p])=>[p,fetch(p,{headers:{authorization:"Bearer "+t}}).catch(()=>{})]))}}}catch{}`

const script = scriptOf('')
/** Where a call has the parameter, `w` is the call of an address without it. */
const scriptWithParameter = scriptOf(
  '.map(([p,n,w,x],_,a,v=location.pathname.split("/")[d.at])=>[x?v?p.replace("/-","/"+v):w:p,n]).filter(([p])=>p)',
)

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
        const permission = permissionFor?.('GET', path!.replace(/^\/api|\?.*$/g, ''))
        return hasParameter.test(path!) ? [path, permission, without, true] : [path, permission]
      }),
  )
  if (!calls.length) return null
  const at = calls.some((call) => call.length > 2) ? pathname.split('/').indexOf(PARAMETER) : 0
  return (
    <script
      suppressHydrationWarning
      data-calls={JSON.stringify(calls)}
      data-at={at > 0 ? at : undefined}
      dangerouslySetInnerHTML={{ __html: at > 0 ? scriptWithParameter : script }}
    />
  )
}

/** Forgets the answers that nobody has taken yet: they may be from before a change that was heard of since. */
export function discardFirstCalls() {
  if (globalThis.window) window.firstCalls = undefined
}

/** After this time an unused answer is too old. */
const USABLE_MS = 60_000

/** The answer to a call that the inline script has made, each once. A call that changes something discards the others. */
export function takeFirstCall({ method, url, headers }: Request): Promise<Response | undefined> | undefined {
  const first = globalThis.window?.firstCalls
  if (!first) return undefined
  if (method !== 'GET' || performance.now() > USABLE_MS) {
    discardFirstCalls()
    return undefined
  }
  if (headers.get('authorization') !== `Bearer ${first.token}`) return undefined
  const path = url.slice(window.location.origin.length)
  const call = first.calls[path]
  delete first.calls[path]
  return call
}
