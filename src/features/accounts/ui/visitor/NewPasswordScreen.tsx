import { useState } from 'react'
import { useNavigate } from 'react-router'
import { m } from '../../../../paraglide/messages.js'
import { LinkButton } from '../../../../kit/Button.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { pageTitle } from '../../../../kit/page/page-title.ts'
import { RedirectAfterLogin } from './RedirectAfterLogin.tsx'
import { callAuth, useSession } from '../../../../client/session/session.ts'
import { FieldProblem, useSubmitForm } from '../../../../client/form/use-submit-form.ts'
import { NewPasswordField, NonceField, rules } from '../account-fields.tsx'
import { authErrorMessage, orThrow } from '../auth-service.ts'
import { toastedAuthFailure, VisitorForm } from './VisitorForm.tsx'

export const meta = pageTitle(() => ({ title: m.common_new_password() }))

/** A new password after a recovery mail. All other sessions end with the change. */
export default function NewPasswordScreen() {
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
  const [needsNonce, setNeedsNonce] = useState(false)
  const form = useSubmitForm({
    defaultValues: { password: '', nonce: '' },
    async send({ password, nonce }) {
      const { error } = await callAuth((auth) => auth.updateUser({ password, ...(nonce && { nonce }) }))
      if (!error) return true
      // With a second factor the mailbox alone is not enough: the factor is verified first.
      if (error.code === 'insufficient_aal') await navigate('/login?next=/new-password')
      else if (error.code === 'reauthentication_needed') {
        orThrow(await callAuth((auth) => auth.reauthenticate()))
        setNeedsNonce(true)
      } else if (error.code === 'reauthentication_not_valid')
        throw new FieldProblem('nonce', authErrorMessage(error))
      else throw error
      return false
    },
    done: (isChanged) => (isChanged ? m.accounts_new_password_done() : undefined),
    onDone: (isChanged) => (isChanged ? onDone() : undefined),
    ...toastedAuthFailure,
  })

  return (
    <VisitorForm
      form={{ ...form, busy: form.busy || redirecting }}
      submit={m.accounts_new_password_submit()}
      ready={ready}
    >
      <NewPasswordField label={m.common_new_password()} {...form.field('password', rules.newPassword)} />
      {needsNonce ? <NonceField {...form.field('nonce')} /> : null}
    </VisitorForm>
  )
}
