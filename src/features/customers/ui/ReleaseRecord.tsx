import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { customersApi } from './api.ts'
import { type ProductRecord, recordsApi } from '../../requests/ui/api.ts'
import { m } from '../../../paraglide/messages.js'
import { ConfirmDialog } from '../../../kit/overlay/Dialog.tsx'
import { Button } from '../../../kit/Button.tsx'
import { toast } from '../../../kit/overlay/toasts.tsx'
import { domainProduct } from '../../domains/ui/domain-product.ts'
import { useNow } from '../../../kit/dates.tsx'
import { failureReason } from '../../../client/error-messages.ts'

/** An admin gives an expired name free, so that somebody else may hold it; asked once, for it can't be taken back. */
export function ReleaseRecord({ holding, name }: { holding: ProductRecord; name: string }) {
  const [asking, setAsking] = useState(false)
  const now = useNow()
  const client = useQueryClient()
  const release = useMutation({
    mutationFn: () => recordsApi.release.call({ id: holding.id }),
    onSuccess: ({ open_renewal }) => {
      toast.success(m.customers_released({ name }))
      if (open_renewal) toast.notice(m.customers_release_renewal({ name }))
    },
    onError: (error) => toast.error(`${m.customers_release_failed()} ${failureReason(error, domainProduct)}`),
    onSettled: () => {
      setAsking(false)
      return client.invalidateQueries({ queryKey: customersApi.key() })
    },
  })
  if (holding.expires_at === null || Date.parse(holding.expires_at) > now) return null
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        className="sm:-my-1.5"
        aria-label={m.customers_release_name({ name })}
        onClick={() => setAsking(true)}
      >
        {m.customers_release()}
      </Button>
      <ConfirmDialog
        danger
        open={asking}
        onClose={() => setAsking(false)}
        title={m.customers_release_title({ name })}
        confirm={m.customers_release()}
        onConfirm={() => release.mutate()}
        busy={release.isPending}
      >
        {m.customers_release_about()}
      </ConfirmDialog>
    </>
  )
}
