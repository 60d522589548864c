import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { accountsApi } from '../api.ts'
import { m } from '../../../../paraglide/messages.js'
import { outageMessage } from '../../../../client/error-messages.ts'
import { Button } from '../../../../kit/Button.tsx'
import { toast } from '../../../../kit/overlay/toasts.tsx'
import { ProfileSection } from '../ProfileSection.tsx'
import { DeleteAccount } from './DeleteAccount.tsx'
import { download } from './download.ts'

/** One's data to take along, and the end of the account. */
export function LeaveSection() {
  const [asking, setAsking] = useState(false)
  const exporting = useMutation({
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
        <Button variant="secondary" busy={exporting.isPending} onClick={() => exporting.mutate()}>
          <Download aria-hidden className="size-4" />
          {m.security_export()}
        </Button>
        <Button variant="danger" onClick={() => setAsking(true)}>
          {m.security_delete()}
        </Button>
      </div>
      <DeleteAccount open={asking} onClose={() => setAsking(false)} />
    </ProfileSection>
  )
}
