import { Download } from 'lucide-react'
import { Suspense, useState } from 'react'
import { accountsApi } from '../accounts.api.ts'
import { m } from '../../../../paraglide/messages.js'
import { errorSentence } from '../../../../client/error-messages.ts'
import { Button } from '../../../../kit/Button.tsx'
import { ProfileSection } from '../profile/ProfileSection.tsx'
import { download } from './RecoveryCodes.tsx'
import { Dialog } from '../../../../kit/overlay/Dialog.tsx'
import { Skeleton } from '../../../../kit/Skeleton.tsx'
import { loadedLater } from '../../../../kit/loaded-later.ts'
import { useAct } from '../../../../client/form/act.ts'

const DeleteAccountForm = loadedLater(() =>
  import('./DeleteAccountForm.tsx').then((module) => module.DeleteAccountForm),
)

export function ExportAndDeleteSection() {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
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
      <Dialog open={isOpen} onClose={close} title={m.security_delete_title()}>
        <Suspense fallback={<Skeleton className="h-44 w-full" />}>
          <DeleteAccountForm onClose={close} />
        </Suspense>
      </Dialog>
    </ProfileSection>
  )
}
