import { useState } from 'react'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { m } from '../../../../paraglide/messages.js'
import { LinkButton } from '../../../../kit/Button.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { pageTitle } from '../../../../kit/page/page-title.ts'
import { SentOn } from './RedirectAfterLogin.tsx'
import { auth, useSession } from '../../../../client/session.ts'
import { toast } from '../../../../kit/overlay/toasts.tsx'
import { NewPasswordField, newPasswordInput, NonceField } from '../account-fields.tsx'
import { serviceWords } from '../auth-service.ts'
import { VisitorForm } from './VisitorForm.tsx'

export const meta = pageTitle(() => ({ title: m.accounts_new_password_title() }))

/** Another password, for who has just come in by a mail. Every other session ends with the old one. */
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
            sendingOn={isDone}
            onDone={() => setDone(true)}
          />
        </>
      )}
      {isDone && session.status === 'signed-in' ? <SentOn next={null} /> : null}
    </>
  )
}

interface NewPasswordFormProps {
  ready: boolean
  sendingOn: boolean
  onDone: () => void
}

/**
 * The new password, once. A refusal keeps what was typed. When the mailed link is some time ago a code is mailed, and
 * asked for beside it.
 */
function NewPasswordForm({ ready, sendingOn, onDone }: NewPasswordFormProps) {
  const navigate = useNavigate()
  const { register, handleSubmit, setError, formState } = useForm({ resolver: zodResolver(newPasswordInput) })
  const { errors, isSubmitting } = formState

  const [asksNonce, setAsksNonce] = useState(false)

  const change = handleSubmit(async ({ password, nonce }) => {
    const { error } = await auth.updateUser({ password, ...(nonce && { nonce }) })
    if (!error) {
      toast.success(m.accounts_new_password_done())
      return onDone()
    }
    // The mailbox alone must not be enough for who has a second factor: it is asked for first.
    if (error.code === 'insufficient_aal') return navigate('/login?next=/new-password')
    if (error.code === 'reauthentication_needed') {
      const sent = await auth.reauthenticate()
      if (!sent.error) return setAsksNonce(true)
      return setError('root', { message: serviceWords(sent.error) })
    }
    const message = serviceWords(error)
    if (error.code === 'reauthentication_not_valid') return setError('nonce', { message })
    setError('root', { message })
    toast.error(message)
  })

  return (
    <VisitorForm
      onSubmit={(event) => void change(event)}
      refusal={errors.root?.message}
      submit={m.accounts_new_password_submit()}
      busy={isSubmitting || sendingOn}
      ready={ready}
    >
      <NewPasswordField
        label={m.accounts_new_password()}
        error={errors.password?.message}
        {...register('password')}
      />
      {asksNonce ? <NonceField error={errors.nonce?.message} {...register('nonce')} /> : null}
    </VisitorForm>
  )
}
