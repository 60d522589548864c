import { useState } from 'react'
import { useLocation } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { toast } from '../../../kit/overlay/toasts.tsx'
import type { CaptchaOptions } from './captcha.tsx'
import { CodeForm } from './CodeForm.tsx'
import { EmailForm } from './EmailForm.tsx'
import { MailedTo } from './MailedTo.tsx'
import { auth, absoluteUrl } from '../../../client/session.ts'

/** Log-in without a password: a code by mail. It makes no account, and does not say whether there is one. */
export function CodeLogIn() {
  const { search } = useLocation()
  const [email, setEmail] = useState<string>()
  const ask = (to: string, options: CaptchaOptions) =>
    auth.signInWithOtp({
      email: to,
      options: { ...options, shouldCreateUser: false, emailRedirectTo: absoluteUrl(`/login${search}`) },
    })
  if (email === undefined)
    return (
      <>
        <h1 className="text-2xl font-black">{m.accounts_code_heading()}</h1>
        <p className="mt-2 text-muted">{m.accounts_code_text()}</p>
        <EmailForm submit={m.accounts_code_send()} ask={ask} onAsked={setEmail} />
      </>
    )
  return (
    <>
      <MailedTo heading={m.accounts_mailed_heading()} text={m.accounts_mailed_text({ email })} />
      <CodeForm
        email={email}
        type="email"
        submit={m.site_login()}
        again={(options) => ask(email, options)}
        onRight={() => toast.success(m.accounts_login_done())}
      />
    </>
  )
}
