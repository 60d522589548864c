import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { accountsApi } from '../api.ts'
import { m } from '../../../../paraglide/messages.js'
import { outageMessage } from '../../../../client/error-messages.ts'
import { Button } from '../../../../kit/Button.tsx'
import { toast } from '../../../../kit/overlay/toasts.tsx'
import { ProfileSection } from '../profile/ProfileSection.tsx'
import { download } from './RecoveryCodes.tsx'
import { classifyFailure } from '../../../../client/api.ts'
import { Dialog } from '../../../../kit/overlay/Dialog.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { PasswordField } from '../../../../kit/form/Field.tsx'
import { signOut } from '../../../../client/session.ts'
import { formText } from '../account-fields.tsx'

export function ExportAndDeleteSection() {
  const [isOpen, setOpen] = useState(false)
  const dataExport = useMutation({
    mutationFn: () => accountsApi.exportAccount.call(),
    onSuccess: (data) =>
      download(
        `account-${new Date().toISOString().slice(0, 10)}.json`,
        new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }),
      ),
    onError: (error) => toast.error(outageMessage(error) ?? m.security_export_failed()),
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

/**
 * Deletes the account after the password was verified again. With open purchases it sends a request to the
 * admins instead.
 */
function DeleteAccountDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const deletion = useMutation({
    mutationFn: (password: string) => accountsApi.leave.call(password ? { password } : {}),
    async onSuccess({ outcome }) {
      if (outcome === 'asked') return
      toast.success(m.security_deleted())
      await signOut('local')
    },
  })
  const close = () => {
    deletion.reset()
    onClose()
  }
  const confirm = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    deletion.mutate(formText(event.currentTarget, 'password'))
  }
  return (
    <Dialog open={open} onClose={close} title={m.security_delete_title()}>
      {deletion.data?.outcome === 'asked' ? (
        <>
          <Notice>{m.security_delete_asked()}</Notice>
          <Button className="mt-6" onClick={close}>
            {m.kit_close()}
          </Button>
        </>
      ) : (
        <form noValidate onSubmit={confirm} className="grid gap-4">
          <p className="text-muted">{m.security_delete_text()}</p>
          <PasswordField label={m.accounts_password()} name="password" />
          {deletion.isError ? <Notice tone="error">{deletionError(deletion.error)}</Notice> : null}
          <div className="mt-2 flex flex-wrap justify-end gap-2">
            <Button variant="quiet" onClick={close}>
              {m.kit_cancel()}
            </Button>
            <Button type="submit" variant="danger" busy={deletion.isPending}>
              {m.security_delete()}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  )
}

const refusalMessages: Record<string, () => string> = {
  PASSWORD_WRONG: m.security_password_wrong,
  LOG_IN_AGAIN: m.security_log_in_again,
  LAST_ADMIN: m.security_last_admin,
  TOO_MANY_REQUESTS: m.accounts_too_many,
}

function deletionError(error: unknown): string {
  const failure = classifyFailure(error)
  const message = failure.kind === 'refused' ? refusalMessages[failure.code] : undefined
  return message?.() ?? outageMessage(error) ?? m.security_delete_failed()
}
