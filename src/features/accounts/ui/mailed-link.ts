import { type AuthError, isAuthRetryableFetchError, type EmailOtpType } from '@supabase/auth-js'
import { m } from '../../../paraglide/messages.js'
import { serviceWords } from './service-words.ts'
import { auth } from '../../../client/session.ts'

/** What a mailed link is for, and where its button leads. */
export interface MailedLink {
  token: string
  type: EmailOtpType
  /** Where its owner goes on to; the server has checked it. */
  to: URL
}

/** Reads the fragment of the address that every mailed link leads to. Undefined for one that is not whole. */
export function mailedLink(fragment: URLSearchParams): MailedLink | undefined {
  const [token, type, to] = ['token', 'type', 'redirect_to'].map((name) => fragment.get(name) ?? '')
  if (!token || !type || !to || !URL.canParse(to)) return undefined
  return { token, type: type as EmailOtpType, to: new URL(to) }
}

/** Whether the link leads to a page of this site. The server's own name of itself counts, whatever it is here. */
export const staysHere = ({ to }: MailedLink) => to.origin === window.location.origin || isSiteRoot(to)

const isSiteRoot = ({ pathname, search }: URL) => pathname === '/' && search === ''

export type Followed = { went: 'in'; path: string } | { went: 'half' } | { went: 'wrong'; message: string }

/** Uses a link of this site: its owner is signed in and goes on to a path. */
export async function followHere({ token, type, to }: MailedLink): Promise<Followed> {
  const { data, error } = await auth.verifyOtp({ token_hash: token, type })
  if (error) return { went: 'wrong', message: wordsOf(error) }
  if (!data.session) return { went: 'half' }
  const choosesPassword = type === 'recovery' || type === 'invite'
  const path = to.pathname + to.search
  return { went: 'in', path: path !== '/' ? path : choosesPassword ? '/new-password' : '/login' }
}

/** Uses a link of a program elsewhere, and gives the address to go on to. */
export async function followElsewhere({ token, type, to }: MailedLink): Promise<string | undefined> {
  const wish = new URLSearchParams({ redirect_to: to.href }).toString()
  const answer = await fetch(`/auth/v1/verify/link?${wish}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, type }),
  }).catch(() => undefined)
  if (!answer?.ok) return undefined
  return ((await answer.json()) as { url: string }).url
}

const wordsOf = (error: AuthError) =>
  error.code === 'otp_expired' && !isAuthRetryableFetchError(error)
    ? m.accounts_link_void()
    : serviceWords(error)
