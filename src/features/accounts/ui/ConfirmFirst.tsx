import { useLocation, useNavigate } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { toast } from '../../../kit/overlay/toasts.tsx'
import type { CaptchaOptions } from './captcha.tsx'
import { CodeForm } from './CodeForm.tsx'
import { MailedTo } from './MailedTo.tsx'
import { auth, absoluteUrl } from '../../../client/session.ts'

/**
 * After a sign-up that waits for the address to be confirmed: the code of the mail, or the link in it. It reads the
 * same whether the address was known or not.
 */
export function ConfirmFirst({ email }: { email: string }) {
  const navigate = useNavigate()
  const { search } = useLocation()
  const again = (options: CaptchaOptions) =>
    auth.resend({
      type: 'signup',
      email,
      options: { ...options, emailRedirectTo: absoluteUrl(`/login${search}`) },
    })
  return (
    <>
      <MailedTo heading={m.accounts_confirm_heading()} text={m.accounts_confirm_text({ email })} />
      <CodeForm
        email={email}
        type="signup"
        submit={m.accounts_confirm_submit()}
        again={again}
        onRight={() => {
          toast.success(m.accounts_confirmed())
          void navigate(`/login${search}`)
        }}
      />
    </>
  )
}
