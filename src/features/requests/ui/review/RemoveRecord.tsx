import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { recordsApi } from '../api.ts'
import { m } from '../../../../paraglide/messages.js'
import { ConfirmDialog } from '../../../../kit/overlay/Dialog.tsx'
import { Button } from '../../../../kit/Button.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { toast } from '../../../../kit/overlay/toasts.tsx'
import type { Product } from '../product.ts'
import { failureReason } from '../../../../client/error-messages.ts'

interface RemoveRecordProps {
  product: Product
  name: string
  /** The id of the record that is left. */
  record: string
}

/** What is left of an activation that was set back: the customer holds it until an admin takes it back, asked once. */
export function RemoveRecord({ product, name, record }: RemoveRecordProps) {
  const [asking, setAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () => recordsApi.release.call({ id: record }),
    // The queue hears of it and shows the request anew.
    onSuccess: ({ open_renewal }) => {
      toast.success(m.review_record_removed())
      if (open_renewal) toast.notice(m.customers_release_renewal({ name }))
    },
    onError: (error) => toast.error(`${m.review_remove_failed()} ${failureReason(error, product)}`),
    onSettled: () => setAsking(false),
  })
  return (
    <>
      <Notice
        action={
          <Button variant="secondary" size="small" onClick={() => setAsking(true)}>
            {m.review_remove_record()}
          </Button>
        }
      >
        {m.review_record_left({ name })}
      </Notice>
      <ConfirmDialog
        danger
        open={asking}
        onClose={() => setAsking(false)}
        title={m.review_remove_title({ name })}
        confirm={m.review_remove_record()}
        onConfirm={() => remove.mutate()}
        busy={remove.isPending}
      >
        {m.review_remove_about()}
      </ConfirmDialog>
    </>
  )
}
