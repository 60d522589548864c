import { Link, useNavigate } from 'react-router'
import { m } from '../../../../paraglide/messages.js'
import { pageTitle } from '../../../../kit/page/page-title.ts'
import type { CaptchaOptions } from './captcha.tsx'
import { MailedCode } from './CodeForm.tsx'
import { linkClasses } from './VisitorForm.tsx'
import { callAuth, absoluteUrl } from '../../../../client/session/session.ts'

export const meta = pageTitle(() => ({ title: m.accounts_forgot_title() }))

/** Mails a code and a link, either of which leads to a new password. */
export default function ForgotScreen() {
  const navigate = useNavigate()
  const requestMail = (to: string, options: CaptchaOptions) =>
    callAuth((auth) =>
      auth.resetPasswordForEmail(to, { ...options, redirectTo: absoluteUrl('/new-password') }),
    )
  return (
    <>
      <MailedCode
        heading={m.accounts_forgot_heading()}
        text={m.accounts_forgot_text()}
        request={m.accounts_forgot_submit()}
        send={requestMail}
        type="recovery"
        verify={m.accounts_continue()}
        onVerified={() => void navigate('/new-password')}
      />
      <p className="mt-6">
        <Link to="/login" className={linkClasses}>
          {m.accounts_to_login()}
        </Link>
      </p>
    </>
  )
}
