import { useNavigate } from 'react-router'
import { m } from '../../../../paraglide/messages.js'
import { LinkButton } from '../../../../kit/Button.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { pageTitle } from '../../../../kit/page/page-title.ts'
import { useFragment, VisitorForm } from './VisitorForm.tsx'
import { accountsApi } from '../accounts.api.ts'
import { classifyFailure } from '../../../../client/api.ts'
import { errorSentence } from '../../../../client/error-messages.ts'
import { useSubmitForm } from '../../../../client/form/use-submit-form.ts'
import { toastOf } from '../../../../client/form/act.ts'
import { TextField } from '../../../../kit/form/Field.tsx'
import { EmailField, NewPasswordField, rules } from '../account-fields.tsx'

export const meta = pageTitle(() => ({ title: m.accounts_setup_title() }))

/** Creates the first admin, with the link that the first start printed. */
export default function SetUpScreen() {
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
  const form = useSubmitForm({
    defaultValues: { full_name: '', email: '', password: '' },
    send: (input) => accountsApi.setUp.call({ token: token ?? '', ...input }),
    done: m.accounts_setup_done(),
    onDone: () => navigate('/login'),
    onFailure: toastOf(setUpFailure),
    failure: setUpFailure,
  })

  return (
    <VisitorForm form={form} submit={m.accounts_setup_submit()} ready={token !== undefined}>
      <TextField
        label={m.common_full_name()}
        autoComplete="name"
        {...form.field('full_name', rules.fullName)}
      />
      <EmailField {...form.field('email', rules.email)} />
      <NewPasswordField {...form.field('password', rules.newPassword)} />
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

const setUpFailure = (error: unknown) => {
  const failure = classifyFailure(error)
  const failed = () => (failure.kind === 'refused' ? failure.message : m.failure_server_down())
  return errorSentence(failed, refusalMessages)(error)
}
