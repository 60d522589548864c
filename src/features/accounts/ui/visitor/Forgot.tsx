import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { m } from '../../../../paraglide/messages.js'
import { pageTitle } from '../../../../kit/page/page-title.ts'
import type { CaptchaOptions } from './captcha.tsx'
import { CodeForm, MailSentNotice } from './CodeForm.tsx'
import { EmailForm, linkClasses } from './VisitorForm.tsx'
import { callAuth, absoluteUrl } from '../../../../client/session.ts'

export const meta = pageTitle(() => ({ title: m.accounts_forgot_title() }))

/** Mails a code and a link, either of which leads to a new password. */
export default function Forgot() {
  const navigate = useNavigate()
  const [email, setEmail] = useState<string>()
  const requestMail = (to: string, options: CaptchaOptions) =>
    callAuth((auth) =>
      auth.resetPasswordForEmail(to, { ...options, redirectTo: absoluteUrl('/new-password') }),
    )
  return (
    <>
      {email === undefined ? (
        <>
          <h1 className="text-2xl font-black">{m.accounts_forgot_heading()}</h1>
          <p className="mt-2 text-muted">{m.accounts_forgot_text()}</p>
          <EmailForm submit={m.accounts_forgot_submit()} request={requestMail} onSent={setEmail} />
        </>
      ) : (
        <>
          <MailSentNotice heading={m.accounts_mailed_heading()} text={m.accounts_mailed_text({ email })} />
          <CodeForm
            email={email}
            type="recovery"
            submit={m.accounts_continue()}
            sendAgain={(options) => requestMail(email, options)}
            onVerified={() => void navigate('/new-password')}
          />
        </>
      )}
      <p className="mt-6">
        <Link to="/login" className={linkClasses}>
          {m.accounts_to_login()}
        </Link>
      </p>
    </>
  )
}
