import { type ReactNode, useState } from 'react'
import type { Sending } from './act.ts'
import { useStateForm } from './use-state-form.ts'
import { Button, type ButtonProps } from '../../kit/Button.tsx'
import { TextArea } from '../../kit/form/Field.tsx'
import { Dialog } from '../../kit/overlay/Dialog.tsx'

interface ReasonDialogProps<Answer> extends Pick<Sending<Answer, string>, 'onFailure' | 'stale'> {
  /** Of the button that opens it, and of the one that sends. */
  label: string
  about: string
  send: (reason: string) => Promise<Answer>
  /** The toast once it is sent. */
  done: string
  onDone?: ((answer: Answer) => void) | undefined
  button: Pick<ButtonProps, 'variant' | 'size' | 'className'>
  reason: { label: string; description?: string; missing: string; maxLength: number }
  /** What the dialog says of a failure. Without it the caller says it. */
  renderFailure?: (error: unknown) => ReactNode
}

/** A button that opens a dialog, which asks for a reason and sends it. */
export function ReasonDialog<Answer>({
  label,
  about,
  button,
  reason: { missing, ...reason },
  send,
  onDone,
  renderFailure,
  ...sending
}: ReasonDialogProps<Answer>) {
  const [open, setOpen] = useState(false)
  const form = useStateForm<{ text: string }, Answer>({
    ...sending,
    start: { text: '' },
    problemsOf: ({ text }) => ({ text: !text.trim() && missing }),
    send: ({ text }) => send(text.trim()),
    onDone(answer) {
      setOpen(false)
      onDone?.(answer)
    },
  })
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={label} description={about}>
        <form noValidate className="flex flex-col gap-4" onSubmit={form.submit}>
          <TextArea {...reason} {...form.field('text')} />
          {renderFailure?.(form.sending.error)}
          <Button
            type="submit"
            className="self-end"
            variant={button.variant === 'danger' ? 'danger' : 'primary'}
            busy={form.busy}
          >
            {label}
          </Button>
        </form>
      </Dialog>
    </>
  )
}
