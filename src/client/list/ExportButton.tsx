import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { m } from '../../paraglide/messages.js'
import { Button } from '../../kit/Button.tsx'
import { toast } from '../../kit/overlay/toasts.tsx'
import { downloadFile } from '../download.ts'

interface ExportButtonProps {
  /** The address of the list, such as `/api/admin/services`. */
  list: string
  /** Its filter and its sort. Without a value a field does not filter. */
  filter: object
}

/** Saves the filtered rows of a list as a CSV file. */
export function ExportButton({ list, filter }: ExportButtonProps) {
  const given = Object.entries(filter).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  )
  const save = useMutation({
    mutationFn: () => downloadFile(`${list}/export?${new URLSearchParams(given)}`, 'list.csv'),
    onError: () => toast.error(m.audit_export_failed()),
  })
  return (
    <Button variant="secondary" className="max-md:hidden" busy={save.isPending} onClick={() => save.mutate()}>
      {save.isPending ? null : <Download aria-hidden className="size-4" />}
      {m.audit_export()}
    </Button>
  )
}
