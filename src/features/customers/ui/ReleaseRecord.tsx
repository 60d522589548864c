import { useState } from 'react'
import { m } from '../../../paraglide/messages.js'
import { useAct } from '../../../client/act.ts'
import { errorSentence } from '../../../client/error-messages.ts'
import { Button } from '../../../kit/Button.tsx'
import { useNow } from '../../../kit/dates.tsx'
import { ConfirmDialog } from '../../../kit/overlay/Dialog.tsx'
import { toast } from '../../../kit/overlay/toasts.tsx'
import { type ProductRecord, recordsApi } from '../../requests/ui/api.ts'
import { customersApi } from './api.ts'

/** Releases an expired name after a confirmation. It can't be undone. */
export function ReleaseRecord({ record, name }: { record: ProductRecord; name: string }) {
  const [isOpen, setOpen] = useState(false)
  const now = useNow()
  const release = useAct({
    send: () => recordsApi.release.call({ id: record.id }),
    done: m.customers_released({ name }),
    onDone({ open_renewal }) {
      if (open_renewal) toast.notice(m.customers_release_renewal({ name }))
    },
    failure: (error) =>
      `${m.customers_release_failed({ name })} ${errorSentence(m.requests_try_again)(error)}`,
    stale: [customersApi.key()],
    onEnd: () => setOpen(false),
  })
  if (record.expires_at === null || Date.parse(record.expires_at) > now) return null
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        className="-ml-3 sm:-my-1.5"
        aria-label={m.customers_release_name({ name })}
        onClick={() => setOpen(true)}
      >
        {m.customers_release()}
      </Button>
      <ConfirmDialog
        danger
        open={isOpen}
        onClose={() => setOpen(false)}
        title={m.customers_release_title({ name })}
        confirm={m.customers_release()}
        onConfirm={() => release.mutate()}
        busy={release.isPending}
      >
        {m.customers_release_about({ name })}
      </ConfirmDialog>
    </>
  )
}
