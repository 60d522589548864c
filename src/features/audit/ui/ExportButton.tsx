import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../kit/Button.tsx'
import { toast } from '../../../kit/overlay/toasts.tsx'
import { accessToken } from '../../../client/session.ts'
import type { Filter } from './AuditFilters.tsx'

/** Saves what the filter shows as a CSV file. */
export function ExportButton({ filter }: { filter: Filter }) {
  const save = useMutation({
    mutationFn: () => saveFile(filter),
    onError: () => toast.error(m.audit_export_failed()),
  })
  return (
    <Button variant="secondary" busy={save.isPending} onClick={() => save.mutate()}>
      {save.isPending ? null : <Download aria-hidden className="size-4" />}
      {m.audit_export()}
    </Button>
  )
}

/** A link can't carry the token, and an address with the token in it would stay in histories and logs. */
async function saveFile(filter: Filter) {
  const answer = await fetch(`/api/admin/audit/export?${new URLSearchParams({ ...filter })}`, {
    headers: { authorization: `Bearer ${await accessToken()}` },
  })
  if (!answer.ok) throw new Error(`the export answered ${answer.status}`)
  const address = URL.createObjectURL(await answer.blob())
  const link = document.createElement('a')
  link.href = address
  link.download =
    /filename="([\w.-]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? 'audit.csv'
  link.click()
  // The browser has taken the file by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
