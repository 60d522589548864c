import { useState } from 'react'
import { useNavigate } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { Button, LinkButton } from '../../../kit/Button.tsx'
import { Notice } from '../../../kit/Notice.tsx'
import { toast } from '../../../kit/overlay/toasts.tsx'
import { type Followed, followElsewhere, followHere, type MailedLink, staysHere } from './mailed-link.ts'
import { useSession } from '../../../client/session.ts'

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
export function ConfirmLink({ link }: { link: MailedLink | undefined }) {
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
