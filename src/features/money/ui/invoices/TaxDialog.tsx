import { type ReactNode, useState } from 'react'
import { m } from '../../../../paraglide/messages.js'
import type { Sending } from '../../../../client/form/act.ts'
import { errorSentence, refusalCode } from '../../../../client/error-messages.ts'
import { useStateForm } from '../../../../client/form/use-state-form.ts'
import { Button } from '../../../../kit/Button.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { Dialog } from '../../../../kit/overlay/Dialog.tsx'

interface TaxFormProps<Values extends object> extends Sending<unknown, Values> {
  problemsOf?: (values: Values) => Partial<Record<keyof Values, string | false>>
  /** What is saved now. */
  values: Values
  /** The fields. */
  children: (form: ReturnType<typeof useStateForm<Values, unknown>>) => ReactNode
}

interface TaxDialogProps<Values extends object> extends TaxFormProps<Values> {
  label: string
  description: string
}

/** A button that opens a form about tax. */
export function TaxDialog<Values extends object>({ label, description, ...form }: TaxDialogProps<Values>) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="quiet" size="small" onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog open={open} onClose={close} title={label} description={description}>
        <TaxForm {...form} onDone={close} />
      </Dialog>
    </>
  )
}

function TaxForm<Values extends object>({ values, children, ...sending }: TaxFormProps<Values>) {
  const form = useStateForm<Values, unknown>({ start: values, failure: failureText, ...sending })
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={form.submit}>
      {children(form)}
      {form.failure ? <Notice tone="error">{form.failure}</Notice> : null}
      <Button type="submit" className="self-end" busy={form.busy}>
        {m.common_save()}
      </Button>
    </form>
  )
}

const failureText = (error: unknown) =>
  errorSentence(refusalCode(error) ? m.invoices_tax_invalid : m.invoices_tax_not_saved, {
    CONFLICT: m.invoices_tax_conflict,
  })(error)

/** What is sent of a text: null for an empty one. */
export const textOrNull = (text: string) => text.trim() || null
