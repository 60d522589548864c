import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { toast } from '../../../kit/overlay/toasts.tsx'
import { newPasswordInput } from './account-input.ts'
import { NewPasswordField } from './NewPasswordField.tsx'
import { NonceField } from './NonceField.tsx'
import { serviceWords } from './service-words.ts'
import { auth } from '../../../client/session.ts'
import { VisitorForm } from './VisitorForm.tsx'

interface NewPasswordFormProps {
  ready: boolean
  sendingOn: boolean
  onDone: () => void
}

/**
 * The new password, once. A refusal keeps what was typed. When the mailed link is some time ago a code is mailed, and
 * asked for beside it.
 */
export function NewPasswordForm({ ready, sendingOn, onDone }: NewPasswordFormProps) {
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
