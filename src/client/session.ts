import {
  AuthSessionMissingError,
  GoTrueClient,
  isAuthApiError,
  type AuthError,
  type Session as Kept,
} from '@supabase/auth-js'
import { useSyncExternalStore } from 'react'

const STORAGE_KEY = 'kikoa-session'

/** The browser's session: kept, refreshed and shared between tabs by the auth protocol's own client. */
export const auth = new GoTrueClient({
  url: '/auth/v1',
  storageKey: STORAGE_KEY,
  flowType: 'pkce',
  detectSessionInUrl: true,
  autoRefreshToken: true,
  persistSession: true,
  experimental: { recoveryCodes: true },
})

/**
 * Who is signed in, as far as the browser knows. Half in is who has shown the password and has a second factor to show:
 * nothing of the shop is open to them yet. By password is who began with it; others may have none. Out is whoever never signed in, `left` by own choice in this tab, or
 * whose session `ended` elsewhere: at the server, or in another tab.
 */
export type Session =
  | { is: 'unknown' }
  | { is: 'in' | 'half'; userId: string; email: string; byPassword: boolean }
  | { is: 'out'; left: boolean; ended: boolean }

const unknown: Session = { is: 'unknown' }
let session: Session = unknown
let leaving = false
const listeners = new Set<() => void>()

auth.onAuthStateChange((event, next) => {
  // Without a network the first look can find nothing though a session is kept: the refresh timer goes on trying.
  if (event === 'INITIAL_SESSION' && !next && isKept()) return
  const found = next ? signedIn(next) : undefined
  if (found ? isSame(session, found) : session.is === 'out') return
  session = found ?? { is: 'out', left: leaving, ended: session.is === 'in' && !leaving }
  if (!found) forgetTheirs()
  for (const tell of listeners) tell()
})

/** What a tab keeps for whoever is signed in, such as what they are typing: it is for nobody after them. */
const KEPT = 'kikoa-theirs '
const tab = () => (typeof sessionStorage === 'undefined' ? undefined : sessionStorage)

function forgetTheirs() {
  for (const place of Object.keys(tab() ?? {})) if (place.startsWith(KEPT)) tab()?.removeItem(place)
}

/** A text that this tab keeps for a person through a reload, until they have left. Empty where nothing is kept. */
export const tabTextFor = (person: string, name: string) => tab()?.getItem(`${KEPT}${person} ${name}`) ?? ''

export function saveTabTextFor(person: string, name: string, text: string) {
  const place = `${KEPT}${person} ${name}`
  if (text) tab()?.setItem(place, text)
  else tab()?.removeItem(place)
}

type In = Extract<Session, { userId: string }>

const signedIn = ({ user, access_token }: Kept): In => {
  const protects = user.factors?.some((factor) => factor.status === 'verified') ?? false
  const { aal, amr } = claimsOf(access_token)
  return {
    is: protects && aal === 'aal1' ? 'half' : 'in',
    userId: user.id,
    email: user.email ?? '',
    byPassword: amr.some(({ method }) => method === 'password'),
  }
}

/** How the person of a token has shown who they are: how surely (`aal`) and by what (`amr`). */
function claimsOf(token: string): { aal: string; amr: { method: string }[] } {
  const payload = token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/')
  const { aal, amr = [] } = JSON.parse(atob(payload)) as { aal: string; amr?: { method: string }[] }
  return { aal, amr }
}

const isSame = (known: Session, { is, userId, email, byPassword }: In) =>
  known.is === is && known.userId === userId && known.email === email && known.byPassword === byPassword

const isKept = () => typeof localStorage !== 'undefined' && localStorage.getItem(STORAGE_KEY) !== null

/** The session, followed: log-ins and log-outs of other tabs too. `unknown` while a page is being rendered. */
export const useSession = () =>
  useSyncExternalStore(
    follow,
    () => session,
    () => unknown,
  )

/** The session at this moment, and its changes, for what is no component. Gives the way to stop listening. */
export function subscribeToSession(tell: (now: Session) => void): () => void {
  const listener = () => tell(session)
  if (session.is !== 'unknown') listener()
  return follow(listener)
}

function follow(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Leaves this session (`local`), all but this one (`others`) or all (`global`). Gives the error of the service when
 * it refuses; `local` always takes effect in this browser.
 */
export async function signOut(scope: 'local' | 'others' | 'global'): Promise<AuthError | null> {
  leaving = true
  try {
    return (await auth.signOut({ scope })).error
  } finally {
    leaving = false
  }
}

/**
 * The access token of this session, refreshed when it is about to end, or `fresh`. Undefined for a visitor, and
 * where the session has ended: a refused refresh ends it in the browser too.
 */
export async function accessToken(fresh = false): Promise<string | undefined> {
  const { data, error } = fresh ? await auth.refreshSession() : await auth.getSession()
  if (fresh && error && isRefusal(error)) await auth.signOut({ scope: 'local' })
  return data.session?.access_token
}

/** The whole address of a path of this site, for a mail that leads back to it. */
export const absoluteUrl = (path: string) => new URL(path, window.location.origin).href

/** No network, a busy server and too many refreshes end nobody's session. */
const isRefusal = (error: AuthError) =>
  error instanceof AuthSessionMissingError ||
  (isAuthApiError(error) && [400, 401, 403].includes(error.status))
