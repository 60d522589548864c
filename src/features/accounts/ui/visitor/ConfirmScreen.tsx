import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { AuthError, EmailOtpType } from '@supabase/auth-js'
import { m } from '../../../../paraglide/messages.js'
import { Button, LinkButton } from '../../../../kit/Button.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { pageTitle } from '../../../../kit/page/page-title.ts'
import { useFragment } from './VisitorForm.tsx'
import { toast } from '../../../../kit/overlay/toasts.tsx'
import { callAuth, useSession } from '../../../../client/session/session.ts'
import { authErrorMessage, isUnanswered } from '../auth-service.ts'

export const meta = pageTitle(() => ({ title: m.accounts_link_title() }))

/** The page of every mailed link. Mail scanners open links, so that only the button redeems one. */
export default function ConfirmScreen() {
  const fragment = useFragment()
  const link = fragment && parseMailedLink(fragment)
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

interface LinkTexts {
  heading: () => string
  button: () => string
  done: () => string
}

const linkTexts: Record<string, LinkTexts> = {
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
const loginTexts: LinkTexts = {
  heading: m.accounts_link_login,
  button: m.common_login,
  done: m.accounts_login_done,
}

/** The button that redeems a mailed link. Before hydration the type of the link is unknown. */
function ConfirmLink({ link }: { link: MailedLink | undefined }) {
  const session = useSession()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [result, setResult] = useState<LinkResult>()
  const { heading, button, done } = linkTexts[link?.type ?? ''] ?? loginTexts

  async function redeem(mailed: MailedLink) {
    setBusy(true)
    if (!isOwnLink(mailed)) {
      const url = await redeemLinkElsewhere(mailed)
      if (url) return window.location.assign(url)
    }
    const redeemed: LinkResult = isOwnLink(mailed)
      ? await redeemLink(mailed)
      : { status: 'failed', message: m.failure_server_down() }
    setBusy(false)
    if (redeemed.status !== 'signed-in') return setResult(redeemed)
    toast.success(done())
    await navigate(redeemed.path, { replace: true })
  }

  if (result?.status === 'half-confirmed')
    return (
      <div role="status">
        <h1 className="text-2xl font-black">{m.accounts_link_half_heading()}</h1>
        <p className="mt-3 text-lg">{m.accounts_link_half()}</p>
      </div>
    )
  return (
    <>
      <h1 className="text-2xl font-black">{link ? heading() : m.accounts_link_title()}</h1>
      {result ? null : <p className="mt-2 text-muted">{m.accounts_link_text()}</p>}
      {link && !isOwnLink(link) ? (
        <p className="mt-2 wrap-anywhere">
          {m.accounts_link_elsewhere({ site: link.to.host || link.to.protocol })}
        </p>
      ) : null}
      {session.status === 'signed-in' && link && isOwnLink(link) ? (
        <Notice className="mt-4">{m.accounts_link_other({ email: session.email })}</Notice>
      ) : null}
      {result?.status === 'failed' ? (
        <>
          <Notice tone="error" className="mt-6">
            {result.message}
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
          onClick={() => link && void redeem(link)}
        >
          {button()}
        </Button>
      )}
    </>
  )
}

/** A mailed link's token, its purpose and its destination. */
interface MailedLink {
  token: string
  type: EmailOtpType
  /** The destination; the server has checked it. */
  to: URL
}

/** Reads the fragment of a mailed link. Undefined if a part is missing. */
function parseMailedLink(fragment: URLSearchParams): MailedLink | undefined {
  const [token, type, to] = ['token', 'type', 'redirect_to'].map((name) => fragment.get(name) ?? '')
  if (!token || !type || !to || !URL.canParse(to)) return undefined
  return { token, type: type as EmailOtpType, to: new URL(to) }
}

/** Whether the link leads to a page of this site. The site's root counts under any host. */
const isOwnLink = ({ to }: MailedLink) => to.origin === window.location.origin || isSiteRoot(to)

const isSiteRoot = ({ pathname, search }: URL) => pathname === '/' && search === ''

type LinkResult =
  | { status: 'signed-in'; path: string }
  | { status: 'half-confirmed' }
  | { status: 'failed'; message: string }

/** Redeems a link of this site. The person is signed in and continues at `path`. */
async function redeemLink({ token, type, to }: MailedLink): Promise<LinkResult> {
  const { data, error } = await callAuth((auth) => auth.verifyOtp({ token_hash: token, type }))
  if (error) return { status: 'failed', message: linkErrorMessage(error) }
  if (!data.session) return { status: 'half-confirmed' }
  const choosesPassword = type === 'recovery' || type === 'invite'
  const path = to.pathname + to.search
  return { status: 'signed-in', path: path !== '/' ? path : choosesPassword ? '/new-password' : '/login' }
}

/** Redeems a link for another program. Returns the address to continue at. */
async function redeemLinkElsewhere({ token, type, to }: MailedLink): Promise<string | undefined> {
  const wish = new URLSearchParams({ redirect_to: to.href }).toString()
  const answer = await fetch(`/auth/v1/verify/link?${wish}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, type }),
  }).catch(() => undefined)
  if (!answer?.ok) return undefined
  return ((await answer.json()) as { url: string }).url
}

const linkErrorMessage = (error: AuthError) =>
  error.code === 'otp_expired' && !isUnanswered(error) ? m.accounts_link_void() : authErrorMessage(error)
