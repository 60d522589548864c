import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../kit/Button.tsx'
import { Dialog } from '../../../kit/overlay/Dialog.tsx'
import { TextArea } from '../../../kit/form/Field.tsx'
import { toast } from '../../../kit/overlay/toasts.tsx'
import { type FailureTexts, SaveFailure } from './SaveFailure.tsx'

interface RejectPaymentProps<Row> {
  /** What was paid for. */
  name: string
  send: (reason: string) => Promise<Row>
  onRejected: (row: Row) => void
  failureTexts: (error: unknown) => FailureTexts
}

/** The button and dialog that reject a claim of payment. The customer reads the reason above the payment form. */
export function RejectPayment<Row>({ name, send, onRejected, failureTexts }: RejectPaymentProps<Row>) {
  const [open, setOpen] = useState(false)
  const formId = useId()
  const form = useForm({ defaultValues: { reason: '' } })
  const reject = useMutation({
    mutationFn: send,
    onSuccess: (rejected) => {
      toast.success(m.review_payment_rejected())
      setOpen(false)
      onRejected(rejected)
    },
  })
  const required = (reason: string) => reason.trim() !== '' || m.review_reason_required()
  return (
    <>
      <Button variant="danger" className="sm:ml-auto" onClick={() => setOpen(true)}>
        {m.review_reject_payment()}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={m.review_reject_payment()}
        description={m.review_reject_payment_about({ name })}
      >
        <form
          id={formId}
          noValidate
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            // React events of a dialog also reach the form that opened it.
            event.stopPropagation()
            void form.handleSubmit(({ reason }) => reject.mutate(reason.trim()))(event)
          }}
        >
          <TextArea
            label={m.review_reason()}
            description={m.review_claim_reason_about()}
            {...form.register('reason', { validate: required })}
            error={form.formState.errors.reason?.message}
            maxLength={1000}
          />
          <SaveFailure error={reject.error} textsOf={failureTexts} />
          <Button type="submit" variant="danger" className="self-end" busy={reject.isPending}>
            {m.review_reject_payment()}
          </Button>
        </form>
      </Dialog>
    </>
  )
}
