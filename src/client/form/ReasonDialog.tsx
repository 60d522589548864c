import type { ReactNode } from 'react'
import { m } from '../../paraglide/messages.js'
import type { Sending } from './act.ts'
import { useStateForm } from './use-state-form.ts'
import { Button } from '../../kit/Button.tsx'
import { TextArea } from '../../kit/form/Field.tsx'
import { Dialog } from '../../kit/overlay/Dialog.tsx'

/** The field for the reason: its texts come with the dialog. */
const fields = {
  rejection: () => ({
    label: m.common_reason(),
    description: m.review_claim_reason_about(),
    missing: m.review_reason_required(),
    maxLength: 1000,
  }),
  payment: () => ({ label: m.common_reason(), missing: m.payments_reason_missing(), maxLength: 500 }),
}

export interface ReasonDialogProps extends Pick<Sending<unknown, string>, 'send' | 'onFailure' | 'stale'> {
  /** Of the dialog, and of the button that sends. */
  label: string
  about: string
  danger?: boolean
  /** What the reason is of. */
  reason: keyof typeof fields
  /** The toast once it is sent. */
  done: string
  onDone?: (() => void) | undefined
  /** What the dialog says of a failure. Without it the caller says it. */
  renderFailure?: (error: unknown) => ReactNode
}

/** A dialog that asks for a reason and sends it. */
export function ReasonDialog({
  open,
  onClose,
  label,
  about,
  danger = false,
  reason,
  send,
  onDone,
  renderFailure,
  ...sending
}: ReasonDialogProps & { open: boolean; onClose: () => void }) {
  const { missing, ...field } = fields[reason]()
  const form = useStateForm({
    ...sending,
    start: { text: '' },
    problemsOf: ({ text }) => ({ text: !text.trim() && missing }),
    send: ({ text }) => send(text.trim()),
    onDone() {
      onClose()
      onDone?.()
    },
  })
  return (
    <Dialog open={open} onClose={onClose} title={label} description={about}>
      <form noValidate className="flex flex-col gap-4" onSubmit={form.submit}>
        <TextArea {...field} {...form.field('text')} />
        {renderFailure?.(form.sending.error)}
        <Button type="submit" className="self-end" variant={danger ? 'danger' : 'primary'} busy={form.busy}>
          {label}
        </Button>
      </form>
    </Dialog>
  )
}
