import { m } from '../../../../paraglide/messages.js'
import { useStateForm } from '../../../../client/form/use-state-form.ts'
import { Button } from '../../../../kit/Button.tsx'
import { TextField } from '../../../../kit/form/Field.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { CheckField } from '../../../settings/ui/form-fields.tsx'
import { keptAccounts, type TypedWay, waysOf } from '../../ways-to-pay.ts'
import { type StepProps, refusedAt, stepFailure, useSaveStep } from './save-step.ts'

/** The number or account of each way to pay. The ways without one are gone with the same press. */
export function PaymentsStep({ shown, onSaved }: StepProps) {
  const save = useSaveStep(shown)
  const form = useStateForm({
    start: { ways: waysOf(shown.values), isTidied: true },
    problemsOf: ({ ways }) => ({
      ways: ways.every(({ account }) => !account.trim()) && m.setup_account_needed(),
    }),
    send: ({ ways, isTidied }) => save(keptAccounts(shown.values, ways, isTidied), 'payments'),
    onDone: () => onSaved(),
    failure: stepFailure,
  })
  const { ways } = form.values
  const change = (at: number, part: Partial<TypedWay>) =>
    form.set({ ways: ways.map((way, index) => (index === at ? { ...way, ...part } : way)) })
  const refused = refusedAt(form.sending.error)
  return (
    <form
      noValidate
      aria-label={m.common_ways_to_pay()}
      className="flex flex-col gap-4"
      onSubmit={form.submit}
    >
      <p className="max-w-text text-muted">{m.setup_payments_about()}</p>
      {ways.map(({ method, account, holder }, at) => (
        <fieldset key={method} className="grid gap-x-4 gap-y-2 @lg:grid-cols-2">
          <legend className="mb-1 font-semibold">{method}</legend>
          <TextField
            label={m.settings_account()}
            name={at === 0 ? 'ways' : undefined}
            autoComplete="off"
            maxLength={100}
            value={account}
            onChange={({ target }) => change(at, { account: target.value })}
            error={at === 0 ? form.errorOf('ways') : undefined}
          />
          <TextField
            label={m.settings_holder()}
            optional
            autoComplete="off"
            maxLength={100}
            value={holder}
            onChange={({ target }) => change(at, { holder: target.value })}
          />
        </fieldset>
      ))}
      <CheckField
        label={m.setup_payments_tidy()}
        checked={form.values.isTidied}
        onChange={(isTidied) => form.set({ isTidied })}
      />
      {form.failure ? <Notice tone="error">{refused?.text ?? form.failure}</Notice> : null}
      <Button type="submit" className="self-start" busy={form.busy}>
        {m.common_save()}
      </Button>
    </form>
  )
}
