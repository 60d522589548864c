import { zodResolver } from '@hookform/resolvers/zod'
import type { AuthError, EmailOtpType } from '@supabase/auth-js'
import { useForm } from 'react-hook-form'
import { m } from '../../../paraglide/messages.js'
import { TextField } from '../../../kit/form/Field.tsx'
import { toast } from '../../../kit/overlay/toasts.tsx'
import { codeInput } from './account-input.ts'
import type { CaptchaOptions } from './captcha.tsx'
import { SendAgain } from './SendAgain.tsx'
import { serviceWords } from './service-words.ts'
import { auth } from '../../../client/session.ts'
import { VisitorForm } from './VisitorForm.tsx'

interface CodeFormProps {
  email: string
  /** What the code was sent for. */
  type: EmailOtpType
  submit: string
  /** Sends another one. */
  again: (options: CaptchaOptions) => Promise<{ error: AuthError | null }>
  /** The code was right and its owner is signed in. */
  onRight: () => void
}

/** The six digits of a mail. They read the same whether the address was known or not. */
export function CodeForm({ email, type, submit, again, onRight }: CodeFormProps) {
  const { register, handleSubmit, setError, formState } = useForm({ resolver: zodResolver(codeInput) })
  const { errors, isSubmitting } = formState

  const show = handleSubmit(async ({ code }) => {
    const { error } = await auth.verifyOtp({ email, token: code.replace(/\s/g, ''), type })
    if (!error) return onRight()
    // Guesses of strangers may have used up the tries: a mailed link is never refused for them.
    const message =
      error.code === 'over_request_rate_limit' ? m.accounts_too_many_codes() : serviceWords(error)
    setError('code', { message }, { shouldFocus: true })
    toast.error(message)
  })

  return (
    <>
      <VisitorForm onSubmit={(event) => void show(event)} submit={submit} busy={isSubmitting} ready>
        <TextField
          label={m.accounts_code()}
          description={m.accounts_code_about()}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          className="[&_input]:font-mono [&_input]:text-lg [&_input]:tracking-[0.3em]"
          error={errors.code?.message}
          {...register('code')}
        />
      </VisitorForm>
      <p className="mt-6 text-muted">{m.accounts_confirm_hint()}</p>
      <SendAgain send={again} />
    </>
  )
}
