import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { m } from '../../../../paraglide/messages.js'
import { LinkButton } from '../../../../kit/Button.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { pageTitle } from '../../../../kit/page/page-title.ts'
import { useFragment, VisitorForm } from './VisitorForm.tsx'
import { accountsApi } from '../api.ts'
import { classifyFailure } from '../../../../client/api.ts'
import { outageMessage } from '../../../../client/error-messages.ts'
import { TextField } from '../../../../kit/form/Field.tsx'
import { toast } from '../../../../kit/overlay/toasts.tsx'
import { EmailField, NewPasswordField, rules } from '../account-fields.tsx'

export const meta = pageTitle(() => ({ title: m.accounts_setup_title() }))

/** Creates the first admin, with the link that the first start printed. */
export default function SetUp() {
  const fragment = useFragment()
  const token = fragment && (fragment.get('token') ?? '')
  return (
    <>
      <h1 className="text-2xl font-black">{m.accounts_setup_heading()}</h1>
      <p className="mt-2 text-muted">{m.accounts_setup_text()}</p>
      {token === '' ? (
        <>
          <Notice tone="warning" className="mt-6">
            {m.accounts_setup_no_token()}
          </Notice>
          <LinkButton to="/login" variant="secondary" className="mt-6 self-start">
            {m.accounts_to_login()}
          </LinkButton>
        </>
      ) : (
        <SetUpForm token={token} />
      )}
    </>
  )
}

function SetUpForm({ token }: { token: string | undefined }) {
  const navigate = useNavigate()
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { full_name: '', email: '', password: '' },
  })
  const { errors, isSubmitting } = formState

  const setUp = handleSubmit(async (input) => {
    try {
      await accountsApi.setUp.call({ token: token ?? '', ...input })
      toast.success(m.accounts_setup_done())
      await navigate('/login')
    } catch (error) {
      const message = outageMessage(error) ?? setUpErrorMessage(error)
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
        {...register('full_name', rules.fullName)}
      />
      <EmailField error={errors.email?.message} {...register('email', rules.email)} />
      <NewPasswordField error={errors.password?.message} {...register('password', rules.newPassword)} />
    </VisitorForm>
  )
}

const refusalMessages: Record<string, () => string> = {
  LINK_INVALID: m.accounts_setup_link_invalid,
  EMAIL_INVALID: m.accounts_email_invalid,
  PASSWORD_WEAK: m.accounts_password_weak,
  PASSWORD_COMMON: m.accounts_password_common,
  TOO_MANY_REQUESTS: m.accounts_too_many,
}

function setUpErrorMessage(error: unknown): string {
  const failure = classifyFailure(error)
  if (failure.kind !== 'refused') return m.failure_server_down()
  return refusalMessages[failure.code]?.() ?? failure.message
}
