import { useState } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { toastOf, useSending } from '../../../../client/form/act.ts'
import { blank, CurrencyForm } from '../../../settings/ui/sections/CurrencySection.tsx'
import { type StepProps, stepFailure, useSaveStep } from './save-step.ts'

/** The currency of all prices: another one, or the present one confirmed. */
export function CurrencyStep({ shown, onSaved }: StepProps) {
  const save = useSaveStep(shown)
  const [typed, setTyped] = useState({ ...blank, currency: shown.values['shop.currency'] })
  const keep = useSending({
    send: () => save({}, 'currency'),
    onDone: () => onSaved(),
    onFailure: toastOf(stepFailure),
  })
  return (
    <>
      <p className="mb-4 max-w-text text-muted">{m.setup_currency_about()}</p>
      <CurrencyForm
        shown={shown}
        typed={typed}
        setTyped={setTyped}
        onClose={() => onSaved()}
        onKeep={() => keep.mutate()}
      />
    </>
  )
}
