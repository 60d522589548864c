import { Download } from 'lucide-react'
import { useState } from 'react'
import { accountsApi } from '../accounts.api.ts'
import { m } from '../../../../paraglide/messages.js'
import { errorSentence } from '../../../../client/error-messages.ts'
import { Button } from '../../../../kit/Button.tsx'
import { ProfileSection } from '../profile/ProfileSection.tsx'
import { download } from './RecoveryCodes.tsx'
import { Dialog } from '../../../../kit/overlay/Dialog.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { PasswordField } from '../../../../kit/form/Field.tsx'
import { signOut } from '../../../../client/session/session.ts'
import { useAct } from '../../../../client/form/act.ts'
import { useSubmitForm } from '../../../../client/form/use-submit-form.ts'

export function ExportAndDeleteSection() {
  const [isOpen, setOpen] = useState(false)
  const dataExport = useAct({
    send: () => accountsApi.exportAccount.call(),
    onDone: (data) =>
      download(
        `account-${new Date().toISOString().slice(0, 10)}.json`,
        new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }),
      ),
    failure: errorSentence(m.security_export_failed),
  })
  return (
    <ProfileSection title={m.security_leave()} about={m.security_leave_about()}>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" busy={dataExport.isPending} onClick={() => dataExport.mutate()}>
          <Download aria-hidden className="size-4" />
          {m.security_export()}
        </Button>
        <Button variant="danger" onClick={() => setOpen(true)}>
          {m.security_delete()}
        </Button>
      </div>
      <DeleteAccountDialog open={isOpen} onClose={() => setOpen(false)} />
    </ProfileSection>
  )
}

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
function DeleteAccountDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { sending, reset, field, submit, busy, failure } = useSubmitForm({
    defaultValues: { password: '' },
    send: ({ password }) => accountsApi.leave.call(password.trim() ? { password: password.trim() } : {}),
    done: ({ outcome }) => (outcome === 'asked' ? undefined : m.security_deleted()),
    onDone: ({ outcome }) => (outcome === 'asked' ? undefined : signOut('local')),
    failure: errorSentence(m.security_delete_failed, refusalMessages),
  })
  const close = () => {
    sending.reset()
    reset()
    onClose()
  }
  return (
    <Dialog open={open} onClose={close} title={m.security_delete_title()}>
      {sending.data?.outcome === 'asked' ? (
        <>
          <Notice>{m.security_delete_asked()}</Notice>
          <Button className="mt-6" onClick={close}>
            {m.kit_close()}
          </Button>
        </>
      ) : (
        <form noValidate onSubmit={submit} className="grid gap-4">
          <p className="text-muted">{m.security_delete_text()}</p>
          <PasswordField label={m.common_password()} {...field('password')} />
          {failure ? <Notice tone="error">{failure}</Notice> : null}
          <div className="mt-2 flex flex-wrap justify-end gap-2">
            <Button variant="quiet" onClick={close}>
              {m.kit_cancel()}
            </Button>
            <Button type="submit" variant="danger" busy={busy}>
              {m.security_delete()}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  )
}
