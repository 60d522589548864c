import { zodResolver } from '@hookform/resolvers/zod'
import type { AuthError } from '@supabase/auth-js'
import { useForm } from 'react-hook-form'
import { toast } from '../../../kit/overlay/toasts.tsx'
import { emailInput } from './account-input.ts'
import { type CaptchaOptions, useCaptcha } from './captcha.tsx'
import { EmailField } from './EmailField.tsx'
import { serviceWords } from './service-words.ts'
import { useSession } from '../../../client/session.ts'
import { VisitorForm } from './VisitorForm.tsx'

interface EmailFormProps {
  submit: string
  /** Asks for a mail; gives the service's refusal. */
  ask: (email: string, options: CaptchaOptions) => Promise<{ error: AuthError | null }>
  onAsked: (email: string) => void
}

/** One e-mail address, to which something is sent. */
export function EmailForm({ submit, ask, onAsked }: EmailFormProps) {
  const ready = useSession().status !== 'unknown'
  const { register, handleSubmit, setError, formState } = useForm({ resolver: zodResolver(emailInput) })
  const { errors, isSubmitting } = formState
  const captcha = useCaptcha()

  const send = handleSubmit(async (input) => {
    const email = input.email.trim()
    const { error } = await captcha.spend((options) => ask(email, options))
    if (!error) return onAsked(email)
    const message = serviceWords(error)
    setError('root', { message })
    toast.error(message)
  })

  return (
    <VisitorForm
      onSubmit={(event) => void send(event)}
      refusal={errors.root?.message}
      submit={submit}
      busy={isSubmitting}
      ready={ready}
    >
      <EmailField error={errors.email?.message} {...register('email')} />
      {captcha.field}
    </VisitorForm>
  )
}
