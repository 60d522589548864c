import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { m } from '../../../../paraglide/messages.js'
import { LinkButton } from '../../../../kit/Button.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { pageTitle } from '../../../../kit/page/page-title.ts'
import { RedirectAfterLogin } from './RedirectAfterLogin.tsx'
import { callAuth, useSession } from '../../../../client/session.ts'
import { toast } from '../../../../kit/overlay/toasts.tsx'
import { NewPasswordField, NonceField, rules } from '../account-fields.tsx'
import { authErrorMessage } from '../auth-service.ts'
import { VisitorForm } from './VisitorForm.tsx'

export const meta = pageTitle(() => ({ title: m.accounts_new_password_title() }))

/** A new password after a recovery mail. All other sessions end with the change. */
export default function NewPassword() {
  const session = useSession()
  const [isDone, setDone] = useState(false)
  return (
    <>
      <h1 className="text-2xl font-black">{m.accounts_new_password_heading()}</h1>
      {session.status === 'signed-out' ? (
        <>
          <Notice tone="warning" className="mt-6">
            {m.accounts_new_password_out()}
          </Notice>
          <LinkButton to="/forgot" className="mt-6">
            {m.accounts_forgot_submit()}
          </LinkButton>
        </>
      ) : (
        <>
          {session.status === 'signed-in' ? (
            <p className="mt-2 text-muted wrap-anywhere">
              {m.accounts_new_password_text({ email: session.email })}
            </p>
          ) : null}
          <NewPasswordForm
            ready={session.status === 'signed-in'}
            redirecting={isDone}
            onDone={() => setDone(true)}
          />
        </>
      )}
      {isDone && session.status === 'signed-in' ? <RedirectAfterLogin next={null} /> : null}
    </>
  )
}

interface NewPasswordFormProps {
  ready: boolean
  redirecting: boolean
  onDone: () => void
}

/**
 * The new password. If the log-in by the mailed link is too old, the server mails a code, and the form asks for it.
 */
function NewPasswordForm({ ready, redirecting, onDone }: NewPasswordFormProps) {
  const navigate = useNavigate()
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { password: '', nonce: '' },
  })
  const { errors, isSubmitting } = formState

  const [needsNonce, setNeedsNonce] = useState(false)

  const change = handleSubmit(async ({ password, nonce }) => {
    const { error } = await callAuth((auth) => auth.updateUser({ password, ...(nonce && { nonce }) }))
    if (!error) {
      toast.success(m.accounts_new_password_done())
      return onDone()
    }
    // With a second factor the mailbox alone is not enough: the factor is verified first.
    if (error.code === 'insufficient_aal') return navigate('/login?next=/new-password')
    if (error.code === 'reauthentication_needed') {
      const sent = await callAuth((auth) => auth.reauthenticate())
      if (!sent.error) return setNeedsNonce(true)
      return setError('root', { message: authErrorMessage(sent.error) })
    }
    const message = authErrorMessage(error)
    if (error.code === 'reauthentication_not_valid') return setError('nonce', { message })
    setError('root', { message })
    toast.error(message)
  })

  return (
    <VisitorForm
      onSubmit={(event) => void change(event)}
      refusal={errors.root?.message}
      submit={m.accounts_new_password_submit()}
      busy={isSubmitting || redirecting}
      ready={ready}
    >
      <NewPasswordField
        label={m.accounts_new_password()}
        error={errors.password?.message}
        {...register('password', rules.newPassword)}
      />
      {needsNonce ? <NonceField error={errors.nonce?.message} {...register('nonce')} /> : null}
    </VisitorForm>
  )
}
