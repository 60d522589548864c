import type { FormEventHandler, ReactNode } from 'react'
import { zodResolver } from '@hookform/resolvers/zod'
import type { AuthError } from '@supabase/auth-js'
import { useForm } from 'react-hook-form'
import { Button } from '../../../../kit/Button.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { toast } from '../../../../kit/overlay/toasts.tsx'
import { EmailField, emailInput } from '../account-fields.tsx'
import { type CaptchaOptions, useCaptcha } from './captcha.tsx'
import { serviceWords } from '../auth-service.ts'
import { useSession } from '../../../../client/session.ts'

interface VisitorFormProps {
  onSubmit: FormEventHandler
  /** Why it was refused, as a whole. */
  refusal?: string | undefined
  submit: string
  busy: boolean
  /** Not before the page's script runs: until then a press would send the form nowhere. */
  ready: boolean
  children: ReactNode
}

/** A form of somebody who is not signed in: its fields, what went wrong, and one button. */
export function VisitorForm({ onSubmit, refusal, submit, busy, ready, children }: VisitorFormProps) {
  return (
    <form method="post" noValidate onSubmit={onSubmit} className="mt-6 grid gap-4">
      {children}
      {refusal ? <Notice tone="error">{refusal}</Notice> : null}
      <Button type="submit" size="large" busy={busy} disabled={!ready} className="mt-2">
        {submit}
      </Button>
    </form>
  )
}

/** A link in the running text of the visitors' forms. */
export const linkLook = 'font-semibold text-primary underline underline-offset-4'

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
