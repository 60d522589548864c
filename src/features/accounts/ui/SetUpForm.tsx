import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { accountsApi } from './api.ts'
import { m } from '../../../paraglide/messages.js'
import { classifyFailure } from '../../../client/api.ts'
import { outageMessage } from '../../../client/error-messages.ts'
import { TextField } from '../../../kit/form/Field.tsx'
import { toast } from '../../../kit/overlay/toasts.tsx'
import { setUpInput } from './account-input.ts'
import { EmailField } from './EmailField.tsx'
import { NewPasswordField } from './NewPasswordField.tsx'
import { VisitorForm } from './VisitorForm.tsx'

/** Name, address and password of the first admin. A refusal keeps what was typed. */
export function SetUpForm({ token }: { token: string | undefined }) {
  const navigate = useNavigate()
  const { register, handleSubmit, setError, formState } = useForm({ resolver: zodResolver(setUpInput) })
  const { errors, isSubmitting } = formState

  const setUp = handleSubmit(async (input) => {
    try {
      await accountsApi.setUp.call({ token: token ?? '', ...input })
      toast.success(m.accounts_setup_done())
      await navigate('/login')
    } catch (error) {
      const message = outageMessage(error) ?? refusalWords(error)
      setError('root', { message })
      toast.error(message)
    }
  })

  return (
    <VisitorForm
      onSubmit={(event) => void setUp(event)}
      refusal={errors.root?.message}
      submit={m.accounts_setup_submit()}
      busy={isSubmitting}
      ready={token !== undefined}
    >
      <TextField
        label={m.accounts_full_name()}
        autoComplete="name"
        error={errors.full_name?.message}
        {...register('full_name')}
      />
      <EmailField error={errors.email?.message} {...register('email')} />
      <NewPasswordField error={errors.password?.message} {...register('password')} />
    </VisitorForm>
  )
}

const sentences: Record<string, () => string> = {
  LINK_INVALID: m.accounts_setup_link_invalid,
  EMAIL_INVALID: m.accounts_email_invalid,
  PASSWORD_WEAK: m.accounts_password_weak,
  PASSWORD_COMMON: m.accounts_password_common,
  TOO_MANY_REQUESTS: m.accounts_too_many,
}

function refusalWords(error: unknown): string {
  const failure = classifyFailure(error)
  if (failure.kind !== 'refused') return m.failure_server_down()
  return sentences[failure.code]?.() ?? failure.message
}
