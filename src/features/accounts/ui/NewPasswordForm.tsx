import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { toast } from '../../../platform/ui/toasts.tsx'
import { newPasswordInput } from './account-input.ts'
import { NewPasswordField } from './NewPasswordField.tsx'
import { serviceWords } from './service-words.ts'
import { auth } from './session.ts'
import { VisitorForm } from './VisitorForm.tsx'

interface NewPasswordFormProps {
  ready: boolean
  sendingOn: boolean
  onDone: () => void
}

/** The new password, once. A refusal keeps what was typed. */
export function NewPasswordForm({ ready, sendingOn, onDone }: NewPasswordFormProps) {
  const navigate = useNavigate()
  const { register, handleSubmit, setError, formState } = useForm({ resolver: zodResolver(newPasswordInput) })
  const { errors, isSubmitting } = formState

  const change = handleSubmit(async ({ password }) => {
    const { error } = await auth.updateUser({ password })
    if (!error) {
      toast.success(m.accounts_new_password_done())
      return onDone()
    }
    // The mailbox alone must not be enough for who has a second factor: it is asked for first.
    if (error.code === 'insufficient_aal') return navigate('/login?next=/new-password')
    const message = serviceWords(error)
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
    </VisitorForm>
  )
}
