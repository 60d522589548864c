import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { AuthError } from '@supabase/auth-js'
import type { FieldValues } from 'react-hook-form'
import { Button } from '../../../../kit/Button.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { toast } from '../../../../kit/overlay/toasts.tsx'
import { EmailField, rules } from '../account-fields.tsx'
import { type CaptchaOptions, useCaptcha } from './captcha.tsx'
import { authErrorMessage } from '../auth-service.ts'
import { preloadAuth, useSession } from '../../../../client/session/session.ts'
import { nameWished, wishFor } from '../../../../client/wish.ts'
import { FieldProblem, type SubmitForm, useSubmitForm } from '../../../../client/form/use-submit-form.ts'
import { useLocation } from 'react-router'

interface VisitorFormProps {
  form: Pick<SubmitForm<FieldValues, unknown>, 'submit' | 'failure' | 'busy'>
  /** The label of the button. */
  submit: string
  /** False until the page is hydrated: before that a submit would do nothing. */
  ready?: boolean
  children: ReactNode
}

/** The form of a page for visitors: fields, refusal and one button. */
export function VisitorForm({ form, submit, ready = true, children }: VisitorFormProps) {
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const { current } = element
    current?.addEventListener('focusin', preloadAuth, { once: true })
    return () => current?.removeEventListener('focusin', preloadAuth)
  }, [])
  return (
    <form ref={element} method="post" noValidate onSubmit={form.submit} className="mt-6 grid gap-4">
      {children}
      {form.failure ? <Notice tone="error">{form.failure}</Notice> : null}
      <Button type="submit" size="large" busy={form.busy} disabled={!ready} className="mt-2">
        {submit}
      </Button>
    </form>
  )
}

/** A failure of the auth client is shown in the form, and in a toast. */
export const toastedAuthFailure = {
  failure: authErrorMessage,
  onFailure(error: unknown) {
    if (!(error instanceof FieldProblem)) toast.error(authErrorMessage(error))
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
    <VisitorForm form={form} submit={submit} ready={ready}>
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

/** Says what is sent after the log-in: a request that was pressed on a public screen. */
export function WishNotice({ text }: { text: (of: { name: string }) => string }) {
  const { search } = useLocation()
  const isHydrated = useSession().status !== 'unknown'
  const name = isHydrated ? nameWished(new URLSearchParams(search).get('next')) : undefined
  if (!name || !wishFor(name)) return null
  return <Notice className="mt-4 wrap-anywhere">{text({ name })}</Notice>
}
