import { type ReactNode, useId, useState } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { classifyFailure } from '../../../../client/api.ts'
import { outageMessage } from '../../../../client/error-messages.ts'
import { Button } from '../../../../kit/Button.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { Dialog } from '../../../../kit/overlay/Dialog.tsx'

interface TaxDialogProps {
  label: string
  description: string
  saving: { isPending: boolean; error: unknown }
  /** Called with the entered fields. It rejects when they are not saved. */
  onSave: (entered: FormData) => Promise<unknown>
  /** The fields. Rendered while the dialog is open, with the newest values. */
  children: () => ReactNode
}

/** A button that opens a form about tax. */
export function TaxDialog({ label, description, saving, onSave, children }: TaxDialogProps) {
  const [open, setOpen] = useState(false)
  const formId = useId()
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="quiet" size="small" onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog open={open} onClose={close} title={label} description={description}>
        <form
          id={formId}
          noValidate
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            // React events of a dialog also reach the form that opened it.
            event.stopPropagation()
            // The error is shown from the mutation.
            onSave(new FormData(event.currentTarget)).then(close, () => undefined)
          }}
        >
          {open ? children() : null}
          {saving.error ? <Notice tone="error">{failureText(saving.error)}</Notice> : null}
          <Button type="submit" className="self-end" busy={saving.isPending}>
            {m.settings_save()}
          </Button>
        </form>
      </Dialog>
    </>
  )
}

function failureText(error: unknown): string {
  const failure = classifyFailure(error)
  if (failure.kind !== 'refused') return outageMessage(error) ?? m.papers_tax_not_saved()
  return failure.code === 'CONFLICT' ? m.papers_tax_conflict() : m.papers_tax_invalid()
}

/** A text field's value; null if it is empty. */
export function enteredText(entered: FormData, name: string): string | null {
  const value = entered.get(name)
  return (typeof value === 'string' && value.trim()) || null
}
