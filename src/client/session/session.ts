import type { AuthError, AuthChangeEvent, GoTrueClient, Session as AuthSession } from '@supabase/auth-js'
import { useSyncExternalStore } from 'react'
import { deleteStoredAnswers } from '../live/service-worker.ts'
import { isFresh, STORAGE_KEY, storedSession } from './stored-session.ts'

/**
 * The log-in status as far as the browser knows.
 * - `second-factor`: the password was accepted, the second factor is still to be entered. Nothing else is open.
 * - `hasFactor`: the person has set up a second factor.
 * - `byPassword`: the session began with a password. A user who signs in another way may have none.
 * - `signed-out`: `left` if the person logged out in this tab, `ended` if the session ended elsewhere.
 */
export type Session =
  | { status: 'unknown' }
  | {
      status: 'signed-in' | 'second-factor'
      userId: string
      email: string
      byPassword: boolean
      hasFactor: boolean
    }
  | { status: 'signed-out'; left: boolean; ended: boolean }

const unknown: Session = { status: 'unknown' }
let session: Session = unknown
let isSigningOut = false
const listeners = new Set<() => void>()

type AuthModule = typeof import('./auth-client.ts')
let authModule: Promise<AuthModule> | undefined

/** Loads the auth client once. A failed attempt is repeated by the next call. */
function loadAuth(): Promise<AuthModule> {
  authModule ??= import('./auth-client.ts').then(
    (loaded) => {
      loaded.client.onAuthStateChange(onAuthStateChange)
      return loaded
    },
    (error: unknown) => {
      authModule = undefined
      throw error
    },
  )
  return authModule
}

/** Loads the auth client before it is needed, such as when a form of the log-in is entered. */
export const preloadAuth = () => void loadAuth().catch(() => {})

/** Calls the auth client. If it can't be loaded, the answer is the error of a call without network. */
export async function callAuth<Answer extends { error: AuthError | null }>(
  call: (auth: GoTrueClient) => Promise<Answer>,
): Promise<Answer> {
  const loaded = await loadAuth().catch(() => undefined)
  if (loaded) return call(loaded.client)
  const error = { name: 'AuthRetryableFetchError', status: 0, message: 'Failed to fetch' }
  return { data: {}, error } as unknown as Answer
}

function onAuthStateChange(event: AuthChangeEvent, next: AuthSession | null) {
  // Without a network the first event may contain no session although one is stored. The refresh timer tries again.
  if (event === 'INITIAL_SESSION' && !next && isStored()) return
  setSession(next ?? undefined)
}

function setSession(next: AuthSession | undefined) {
  const found = next ? signedInSession(next) : undefined
  if (found ? isSame(session, found) : session.status === 'signed-out') return
  session = found ?? {
    status: 'signed-out',
    left: isSigningOut,
    ended: session.status === 'signed-in' && !isSigningOut,
  }
  if (!found) {
    clearTabTexts()
    deleteStoredAnswers()
  }
  for (const listener of listeners) listener()
}

/** Whether the address answers a log-in at a provider, which the auth client reads. */
const isAuthAnswer = () => /[?&#](?:code|access_token|error|error_code)=/.test(window.location.href)

/**
 * Reads the stored session. The auth client is loaded only for one that must be refreshed: until then its screens show
 * what was last seen, also without a network, and a refused refresh ends it.
 */
function readSession() {
  const stored = storedSession()
  if (isAuthAnswer() || (stored ? !isFresh(stored) : isStored())) void loadUntilDone()
  if (!isAuthAnswer() && (stored || !isStored())) setSession(stored)
}

const RETRY_MS = 3_000

async function loadUntilDone() {
  while (!(await loadAuth().catch(() => undefined))) await new Promise((done) => setTimeout(done, RETRY_MS))
}

/** Prefix of the texts that a tab stores for the signed-in user. They are removed when the user signs out. */
const TAB_TEXT_PREFIX = 'kikoa-theirs '
const tabStorage = () => (typeof sessionStorage === 'undefined' ? undefined : sessionStorage)

function clearTabTexts() {
  for (const key of Object.keys(tabStorage() ?? {}))
    if (key.startsWith(TAB_TEXT_PREFIX)) tabStorage()?.removeItem(key)
}

const tabTextKey = (person: string, name: string) => `${TAB_TEXT_PREFIX}${person} ${name}`

/** A text that this tab stores for a user, such as a draft. Survives a reload but not a log-out; empty if none. */
export const tabTextFor = (person: string, name: string) =>
  tabStorage()?.getItem(tabTextKey(person, name)) ?? ''

export function saveTabTextFor(person: string, name: string, text: string) {
  if (text) tabStorage()?.setItem(tabTextKey(person, name), text)
  else tabStorage()?.removeItem(tabTextKey(person, name))
}

type SignedInSession = Extract<Session, { userId: string }>

const signedInSession = ({ user, access_token }: AuthSession): SignedInSession => {
  const hasFactor = user.factors?.some((factor) => factor.status === 'verified') ?? false
  const { aal, amr } = claimsOf(access_token)
  return {
    status: hasFactor && aal === 'aal1' ? 'second-factor' : 'signed-in',
    userId: user.id,
    email: user.email ?? '',
    hasFactor,
    byPassword: amr.some(({ method }) => method === 'password'),
  }
}

/** The authentication claims of an access token: assurance level (`aal`) and methods (`amr`, RFC 8176). */
function claimsOf(token: string): { aal: string; amr: { method: string }[] } {
  const payload = token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/')
  const { aal, amr = [] } = JSON.parse(atob(payload)) as { aal: string; amr?: { method: string }[] }
  return { aal, amr }
}

const isSame = (current: Session, { status, userId, email, byPassword, hasFactor }: SignedInSession) =>
  current.status === status &&
  current.userId === userId &&
  current.email === email &&
  current.byPassword === byPassword &&
  current.hasFactor === hasFactor

const isStored = () => typeof localStorage !== 'undefined' && localStorage.getItem(STORAGE_KEY) !== null

/** The session, updated by log-ins and log-outs in other tabs too. `unknown` while a page is rendered on the server. */
export const useSession = () =>
  useSyncExternalStore(
    subscribe,
    () => session,
    () => unknown,
  )

/** Calls the listener with the session, now and at every change. Returns the function that unsubscribes. */
export function subscribeToSession(onSession: (session: Session) => void): () => void {
  const listener = () => onSession(session)
  if (session.status !== 'unknown') listener()
  return subscribe(listener)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Ends this session (`local`), all others (`others`) or all (`global`). Returns the error if the server refuses;
 * `local` always takes effect in this browser.
 */
export async function signOut(scope: 'local' | 'others' | 'global'): Promise<AuthError | null> {
  isSigningOut = true
  try {
    return (await callAuth((auth) => auth.signOut({ scope }))).error
  } finally {
    isSigningOut = false
  }
}

/** A refresh that takes longer is no longer waited for. The server refuses an expired token, which then waits for it. */
const REFRESH_MS = 3_000

/**
 * The access token, refreshed if it is about to expire or if `fresh` is set. Undefined for a visitor and after the
 * session has ended: a refused refresh ends the session in the browser too. Without a network it is the expired token,
 * with which the service worker finds the account's last answers.
 */
export async function accessToken(fresh = false): Promise<string | undefined> {
  if (!fresh && !authModule) {
    const stored = storedSession()
    if (!stored && !isStored()) return undefined
    if (stored && isFresh(stored)) return stored.access_token
  }
  const refreshed = loadAuth().then((loaded) => loaded.currentToken(fresh))
  if (fresh) return refreshed
  const late = new Promise<undefined>((done) => setTimeout(done, navigator.onLine ? REFRESH_MS : 0))
  const token = await Promise.race([refreshed.catch(() => undefined), late])
  return token ?? storedSession()?.access_token
}

/** The absolute URL of a path on this site, for links in mails. */
export const absoluteUrl = (path: string) => new URL(path, window.location.origin).href

if (typeof window !== 'undefined') {
  readSession()
  // A log-in or log-out in another tab. With the auth client loaded it reports them itself.
  window.addEventListener('storage', ({ key }) => {
    if ((key === STORAGE_KEY || key === null) && !authModule) readSession()
  })
}
