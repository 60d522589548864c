import { accountsApi } from '../accounts.api.ts'
import { m } from '../../../../paraglide/messages.js'
import { errorSentence } from '../../../../client/error-messages.ts'
import { Button } from '../../../../kit/Button.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { PasswordField } from '../../../../kit/form/Field.tsx'
import { signOut } from '../../../../client/session/session.ts'
import { useSubmitForm } from '../../../../client/form/use-submit-form.ts'

const refusalMessages: Record<string, () => string> = {
  PASSWORD_WRONG: m.security_password_wrong,
  LOG_IN_AGAIN: m.security_log_in_again,
  LAST_ADMIN: m.security_last_admin,
  TOO_MANY_REQUESTS: m.accounts_too_many,
}

/**
 * Deletes the account after the password was verified again. With open purchases it sends a request to the
 * admins instead.
 */
export function DeleteAccountForm({ onClose }: { onClose: () => void }) {
  const { sending, field, submit, busy, failure } = useSubmitForm({
    defaultValues: { password: '' },
    send: ({ password }) => accountsApi.leave.call(password.trim() ? { password: password.trim() } : {}),
    done: ({ outcome }) => (outcome === 'asked' ? undefined : m.security_deleted()),
    onDone: ({ outcome }) => (outcome === 'asked' ? undefined : signOut('local')),
    failure: errorSentence(m.security_delete_failed, refusalMessages),
  })
  return (
    <>
      {sending.data?.outcome === 'asked' ? (
        <>
          <Notice>{m.security_delete_asked()}</Notice>
          <Button className="mt-6" onClick={onClose}>
            {m.kit_close()}
          </Button>
        </>
      ) : (
        <form noValidate onSubmit={submit} className="grid gap-4">
          <p className="text-muted">{m.security_delete_text()}</p>
          <PasswordField label={m.common_password()} {...field('password')} />
          {failure ? <Notice tone="error">{failure}</Notice> : null}
          <div className="mt-2 flex flex-wrap justify-end gap-2">
            <Button variant="quiet" onClick={onClose}>
              {m.kit_cancel()}
            </Button>
            <Button type="submit" variant="danger" busy={busy}>
              {m.security_delete()}
            </Button>
          </div>
        </form>
      )}
    </>
  )
}
