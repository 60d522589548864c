import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { m } from '../../../paraglide/messages.js'
import { PasswordField } from '../../../kit/form/Field.tsx'
import { toast } from '../../../kit/overlay/toasts.tsx'
import { logInInput } from './account-input.ts'
import { useCaptcha } from './captcha.tsx'
import { EmailField } from './EmailField.tsx'
import { serviceWords } from './service-words.ts'
import { auth } from '../../../client/session.ts'
import { VisitorForm } from './VisitorForm.tsx'

/** E-mail and password. A refusal keeps what was typed. */
export function LoginForm({ ready, sendingOn }: { ready: boolean; sendingOn: boolean }) {
  const { register, handleSubmit, setError, formState } = useForm({ resolver: zodResolver(logInInput) })
  const { errors, isSubmitting } = formState
  const captcha = useCaptcha()

  const logIn = handleSubmit(async (input) => {
    const { data, error } = await captcha.spend((options) => auth.signInWithPassword({ ...input, options }))
    if (!error) {
      const isDone = !data.user.factors?.some((factor) => factor.status === 'verified')
      if (isDone) toast.success(m.accounts_login_done())
      return
    }
    // Guesses of strangers may have used up the tries: a mailed link is never refused for them.
    const message =
      error.code === 'over_request_rate_limit' ? m.accounts_too_many_passwords() : serviceWords(error)
    setError('root', { message })
    toast.error(message)
  })

  return (
    <VisitorForm
      onSubmit={(event) => void logIn(event)}
      refusal={errors.root?.message}
      submit={m.site_login()}
      busy={isSubmitting || sendingOn}
      ready={ready}
    >
      <EmailField error={errors.email?.message} {...register('email')} />
      <PasswordField
        label={m.accounts_password()}
        error={errors.password?.message}
        {...register('password')}
      />
      {captcha.field}
    </VisitorForm>
  )
}
