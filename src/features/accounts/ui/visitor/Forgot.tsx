import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { m } from '../../../../paraglide/messages.js'
import { pageTitle } from '../../../../kit/page/page-title.ts'
import type { CaptchaOptions } from './captcha.tsx'
import { CodeForm, MailedTo } from './CodeForm.tsx'
import { EmailForm, linkLook } from './VisitorForm.tsx'
import { auth, absoluteUrl } from '../../../../client/session.ts'

export const meta = pageTitle(() => ({ title: m.accounts_forgot_title() }))

/** The forgotten password: a mail with a code and a link, both of which lead to choosing another one. */
export default function Forgot() {
  const navigate = useNavigate()
  const [email, setEmail] = useState<string>()
  const ask = (to: string, options: CaptchaOptions) =>
    auth.resetPasswordForEmail(to, { ...options, redirectTo: absoluteUrl('/new-password') })
  return (
    <>
      {email === undefined ? (
        <>
          <h1 className="text-2xl font-black">{m.accounts_forgot_heading()}</h1>
          <p className="mt-2 text-muted">{m.accounts_forgot_text()}</p>
          <EmailForm submit={m.accounts_forgot_submit()} ask={ask} onAsked={setEmail} />
        </>
      ) : (
        <>
          <MailedTo heading={m.accounts_mailed_heading()} text={m.accounts_mailed_text({ email })} />
          <CodeForm
            email={email}
            type="recovery"
            submit={m.accounts_continue()}
            again={(options) => ask(email, options)}
            onRight={() => void navigate('/new-password')}
          />
        </>
      )}
      <p className="mt-6">
        <Link to="/login" className={linkLook}>
          {m.accounts_to_login()}
        </Link>
      </p>
    </>
  )
}
