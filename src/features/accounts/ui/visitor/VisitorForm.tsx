import { type FormEventHandler, type ReactNode, useEffect, useRef, useState } from 'react'
import type { AuthError } from '@supabase/auth-js'
import { Button } from '../../../../kit/Button.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { toast } from '../../../../kit/overlay/toasts.tsx'
import { EmailField, rules } from '../account-fields.tsx'
import { type CaptchaOptions, useCaptcha } from './captcha.tsx'
import { authErrorMessage } from '../auth-service.ts'
import { preloadAuth, useSession } from '../../../../client/session.ts'
import { useSubmitForm, FieldProblem } from '../../../../client/use-submit-form.ts'
import { useLocation } from 'react-router'

interface VisitorFormProps {
  onSubmit: FormEventHandler<HTMLFormElement>
  /** A refusal that belongs to no single field. */
  refusal?: string | undefined
  submit: string
  busy: boolean
  /** False until the page is hydrated: before that a submit would do nothing. */
  ready: boolean
  children: ReactNode
}

/** The form of a page for visitors: fields, refusal and one button. */
export function VisitorForm({ onSubmit, refusal, submit, busy, ready, children }: VisitorFormProps) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const element = form.current
    element?.addEventListener('focusin', preloadAuth, { once: true })
    return () => element?.removeEventListener('focusin', preloadAuth)
  }, [])
  return (
    <form ref={form} method="post" noValidate onSubmit={onSubmit} className="mt-6 grid gap-4">
      {children}
      {refusal ? <Notice tone="error">{refusal}</Notice> : null}
      <Button type="submit" size="large" busy={busy} disabled={!ready} className="mt-2">
        {submit}
      </Button>
    </form>
  )
}

/** A failure of the auth client is shown in the form, and in a toast. */
export const toastedAuthFailure = {
  failure: (error: unknown) => authErrorMessage(error as AuthError),
  onFailure(error: unknown) {
    if (!(error instanceof FieldProblem)) toast.error(authErrorMessage(error as AuthError))
  },
}

/** The classes of a link within text. */
export const linkClasses = 'font-semibold text-primary underline underline-offset-4'

interface EmailFormProps {
  submit: string
  /** Requests the mail. */
  request: (email: string, options: CaptchaOptions) => Promise<{ error: AuthError | null }>
  onSent: (email: string) => void
}

/** Asks for the e-mail address to which a mail is sent. */
export function EmailForm({ submit, request, onSent }: EmailFormProps) {
  const ready = useSession().status !== 'unknown'
  const captcha = useCaptcha()
  const form = useSubmitForm({
    defaultValues: { email: '' },
    async send(input): Promise<string> {
      const email = input.email.trim()
      const { error } = await captcha.spend((options) => request(email, options))
      if (error) throw error
      return email
    },
    onDone: (email) => onSent(email),
    ...toastedAuthFailure,
  })

  return (
    <VisitorForm onSubmit={form.submit} refusal={form.failure} submit={submit} busy={form.busy} ready={ready}>
      <EmailField {...form.field('email', rules.email)} />
      {captcha.field}
    </VisitorForm>
  )
}

/**
 * The parameters in the fragment of the address. They are removed from the address bar and the history. Undefined until
 * the page is hydrated.
 */
export function useFragment(): URLSearchParams | undefined {
  const { hash, pathname } = useLocation()
  const isHydrated = useSession().status !== 'unknown'
  const [initialHash] = useState(() => hash)
  useEffect(() => {
    if (hash) window.history.replaceState(window.history.state, '', pathname)
  }, [hash, pathname])
  return isHydrated ? new URLSearchParams((initialHash || hash).slice(1)) : undefined
}
