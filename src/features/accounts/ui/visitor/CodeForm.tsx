import { useState } from 'react'
import type { AuthError, EmailOtpType } from '@supabase/auth-js'
import { MailCheck } from 'lucide-react'
import { m } from '../../../../paraglide/messages.js'
import { TextField } from '../../../../kit/form/Field.tsx'
import { toast } from '../../../../kit/overlay/toasts.tsx'
import { rules } from '../account-fields.tsx'
import { type CaptchaOptions, useCaptcha } from './captcha.tsx'
import { authErrorMessage } from '../auth-service.ts'
import { callAuth } from '../../../../client/session/session.ts'
import { FieldProblem, useSubmitForm } from '../../../../client/form/use-submit-form.ts'
import { useAct } from '../../../../client/form/act.ts'
import { EmailForm, VisitorForm } from './VisitorForm.tsx'
import { Button } from '../../../../kit/Button.tsx'

interface CodeFormProps {
  email: string
  type: EmailOtpType
  submit: string
  /** Sends another code. */
  sendAgain: (options: CaptchaOptions) => Promise<{ error: AuthError | null }>
  /** The code was right and the person is signed in. */
  onVerified: () => void
}

/** Asks for the six digits of a mail. The texts are the same whether the address has an account or not. */
export function CodeForm({ email, type, submit, sendAgain, onVerified }: CodeFormProps) {
  const form = useSubmitForm({
    defaultValues: { code: '' },
    async send({ code }) {
      const { error } = await callAuth((auth) =>
        auth.verifyOtp({ email, token: code.replace(/\s/g, ''), type }),
      )
      // Guesses by others may have used up the tries. A mailed link still works then.
      if (error)
        throw new FieldProblem(
          'code',
          error.code === 'over_request_rate_limit' ? m.accounts_too_many_codes() : authErrorMessage(error),
        )
    },
    onDone: onVerified,
    onFailure: (error) => toast.error((error as FieldProblem).message),
  })

  return (
    <>
      <VisitorForm form={form} submit={submit}>
        <TextField
          label={m.accounts_code()}
          description={m.accounts_code_about()}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          className="[&_input]:font-mono [&_input]:text-lg [&_input]:tracking-[0.3em]"
          {...form.field('code', rules.code)}
        />
      </VisitorForm>
      <p className="mt-6 text-muted">{m.accounts_confirm_hint()}</p>
      <ResendCode send={sendAgain} />
    </>
  )
}

interface MailedCodeProps extends Pick<CodeFormProps, 'type' | 'onVerified'> {
  heading: string
  text: string
  /** The labels of the buttons that request the mail and verify its code. */
  request: string
  verify: string
  /** Requests the mail. */
  send: (email: string, options: CaptchaOptions) => Promise<{ error: AuthError | null }>
}

/** Asks for the address to which a code is mailed, then for the code. */
export function MailedCode({ heading, text, request, verify, send, ...code }: MailedCodeProps) {
  const [email, setEmail] = useState<string>()
  if (email === undefined)
    return (
      <>
        <h1 className="text-2xl font-black">{heading}</h1>
        <p className="mt-2 text-muted">{text}</p>
        <EmailForm submit={request} request={send} onSent={setEmail} />
      </>
    )
  return (
    <>
      <MailSentNotice heading={m.accounts_mailed_heading()} text={m.accounts_mailed_text({ email })} />
      <CodeForm {...code} email={email} submit={verify} sendAgain={(options) => send(email, options)} />
    </>
  )
}

interface ResendCodeProps {
  send: (options: CaptchaOptions) => Promise<{ error: AuthError | null }>
}

/** Sends the mail again. The server sends at most one a minute and answers the same when it sends none. */
function ResendCode({ send }: ResendCodeProps) {
  const captcha = useCaptcha()
  const sending = useAct({
    async send() {
      const { error } = await captcha.spend(send)
      if (error) throw error
    },
    done: m.accounts_sent_again(),
    failure: authErrorMessage,
  })
  return (
    <>
      <Button
        variant="quiet"
        className="mt-1 -ml-4 underline underline-offset-4"
        busy={sending.isPending}
        onClick={() => sending.mutate()}
      >
        {m.accounts_send_again()}
      </Button>
      {captcha.field}
    </>
  )
}

/** Says that a mail was sent, above the field for its code. */
export function MailSentNotice({ heading, text }: { heading: string; text: string }) {
  return (
    <div role="status">
      <MailCheck aria-hidden className="size-10 text-primary" />
      <h1 className="mt-4 text-2xl font-black">{heading}</h1>
      <p className="mt-3 text-lg wrap-anywhere">{text}</p>
    </div>
  )
}
