import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type AuthError, type EmailOtpType, isAuthRetryableFetchError } from '@supabase/auth-js'
import { m } from '../../../../paraglide/messages.js'
import { Button, LinkButton } from '../../../../kit/Button.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { pageTitle } from '../../../../kit/page/page-title.ts'
import { useFragment } from './use-fragment.ts'
import { toast } from '../../../../kit/overlay/toasts.tsx'
import { auth, useSession } from '../../../../client/session.ts'
import { serviceWords } from '../auth-service.ts'

export const meta = pageTitle(() => ({ title: m.accounts_link_title() }))

/** Where every mailed link leads: nothing happens before the press, for programs that look through mail open links. */
export default function Confirm() {
  const fragment = useFragment()
  const link = fragment && mailedLink(fragment)
  if (!fragment || link) return <ConfirmLink link={link} />
  return (
    <>
      <h1 className="text-2xl font-black">{m.accounts_link_title()}</h1>
      <Notice tone="warning" className="mt-6">
        {m.accounts_link_incomplete()}
      </Notice>
      <LinkButton to="/login" variant="secondary" className="mt-6">
        {m.accounts_to_login()}
      </LinkButton>
    </>
  )
}

interface Words {
  heading: () => string
  button: () => string
  done: () => string
}

const words: Record<string, Words> = {
  signup: { heading: m.accounts_link_signup, button: m.accounts_confirm_submit, done: m.accounts_confirmed },
  invite: { heading: m.accounts_link_invite, button: m.accounts_continue, done: m.accounts_confirmed },
  recovery: {
    heading: m.accounts_new_password_heading,
    button: m.accounts_continue,
    done: m.accounts_login_done,
  },
  email_change: {
    heading: m.accounts_link_change,
    button: m.accounts_confirm_submit,
    done: m.accounts_link_changed,
  },
}
const logIn: Words = { heading: m.accounts_link_login, button: m.site_login, done: m.accounts_login_done }

/** The press that a mailed link waits for. While the page is still the server's, what it is for is not known. */
function ConfirmLink({ link }: { link: MailedLink | undefined }) {
  const session = useSession()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [after, setAfter] = useState<Followed>()
  const { heading, button, done } = words[link?.type ?? ''] ?? logIn

  async function press(pressed: MailedLink) {
    setBusy(true)
    if (!staysHere(pressed)) {
      const url = await followElsewhere(pressed)
      if (url) return window.location.assign(url)
    }
    const followed: Followed = staysHere(pressed)
      ? await followHere(pressed)
      : { went: 'wrong', message: m.failure_server_down() }
    setBusy(false)
    if (followed.went !== 'in') return setAfter(followed)
    toast.success(done())
    await navigate(followed.path, { replace: true })
  }

  if (after?.went === 'half')
    return (
      <div role="status">
        <h1 className="text-2xl font-black">{m.accounts_link_half_heading()}</h1>
        <p className="mt-3 text-lg">{m.accounts_link_half()}</p>
      </div>
    )
  return (
    <>
      <h1 className="text-2xl font-black">{link ? heading() : m.accounts_link_title()}</h1>
      {after ? null : <p className="mt-2 text-muted">{m.accounts_link_text()}</p>}
      {link && !staysHere(link) ? (
        <p className="mt-2 wrap-anywhere">
          {m.accounts_link_elsewhere({ site: link.to.host || link.to.protocol })}
        </p>
      ) : null}
      {session.status === 'signed-in' && link && staysHere(link) ? (
        <Notice className="mt-4">{m.accounts_link_other({ email: session.email })}</Notice>
      ) : null}
      {after?.went === 'wrong' ? (
        <>
          <Notice tone="error" className="mt-6">
            {after.message}
          </Notice>
          <LinkButton
            to={link?.type === 'recovery' ? '/forgot' : '/login'}
            variant="secondary"
            className="mt-6"
          >
            {link?.type === 'recovery' ? m.accounts_forgot_submit() : m.accounts_to_login()}
          </LinkButton>
        </>
      ) : (
        <Button
          size="large"
          className="mt-6 w-full"
          busy={busy}
          disabled={!link}
          onClick={() => link && void press(link)}
        >
          {button()}
        </Button>
      )}
    </>
  )
}

/** What a mailed link is for, and where its button leads. */
interface MailedLink {
  token: string
  type: EmailOtpType
  /** Where its owner goes on to; the server has checked it. */
  to: URL
}

/** Reads the fragment of the address that every mailed link leads to. Undefined for one that is not whole. */
function mailedLink(fragment: URLSearchParams): MailedLink | undefined {
  const [token, type, to] = ['token', 'type', 'redirect_to'].map((name) => fragment.get(name) ?? '')
  if (!token || !type || !to || !URL.canParse(to)) return undefined
  return { token, type: type as EmailOtpType, to: new URL(to) }
}

/** Whether the link leads to a page of this site. The server's own name of itself counts, whatever it is here. */
const staysHere = ({ to }: MailedLink) => to.origin === window.location.origin || isSiteRoot(to)

const isSiteRoot = ({ pathname, search }: URL) => pathname === '/' && search === ''

type Followed = { went: 'in'; path: string } | { went: 'half' } | { went: 'wrong'; message: string }

/** Uses a link of this site: its owner is signed in and goes on to a path. */
async function followHere({ token, type, to }: MailedLink): Promise<Followed> {
  const { data, error } = await auth.verifyOtp({ token_hash: token, type })
  if (error) return { went: 'wrong', message: wordsOf(error) }
  if (!data.session) return { went: 'half' }
  const choosesPassword = type === 'recovery' || type === 'invite'
  const path = to.pathname + to.search
  return { went: 'in', path: path !== '/' ? path : choosesPassword ? '/new-password' : '/login' }
}

/** Uses a link of a program elsewhere, and gives the address to go on to. */
async function followElsewhere({ token, type, to }: MailedLink): Promise<string | undefined> {
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
