import type { ReactNode } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { TextArea, TextField } from '../../../../kit/form/Field.tsx'
import type { FactKind } from '../../../products/facts.ts'
import type { ProductName } from '../../../products/products.ts'
import {
  factProblem,
  factsOfProduct,
  secretLabel,
  secretsOfProduct,
  type TypedAccess,
} from './access-labels.ts'

interface AccessFieldsProps {
  product: ProductName
  typed: TypedAccess
  /** Whether the form was sent, so that problems are shown. */
  isChecked: boolean
  onChange: (typed: TypedAccess) => void
  /** What is known of the secrets, by name. */
  states?: Record<string, ReactNode>
}

/** The fields of an admin for the facts and secrets of a record. */
export function AccessFields({ product, typed, isChecked, onChange, states }: AccessFieldsProps) {
  const propsOf = (name: string) => ({
    value: typed[name] ?? '',
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...typed, [name]: target.value }),
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
  })
  return (
    <div className="@container">
      <div className="grid grid-cols-1 items-start gap-4 @lg:grid-cols-2">
        {factsOfProduct(product).map(({ name, kind, label }) => {
          const problem = isChecked ? factProblem(kind, typed[name]) : undefined
          const props = { label, error: problem, ...propsOf(name) }
          return kind === 'hosts' ? (
            <TextArea key={name} {...props} rows={2} description={m.handover_one_per_line()} />
          ) : (
            <TextField key={name} {...props} inputMode={inputModes[kind]} maxLength={500} />
          )
        })}
      </div>
      <h3 className="mt-6 font-bold">{m.handover_admin_secrets()}</h3>
      <p className="mb-4 text-sm text-muted">{m.handover_admin_secrets_about()}</p>
      <div className="grid grid-cols-1 items-start gap-4 @lg:grid-cols-2">
        {secretsOfProduct(product).map((name) => (
          <TextField
            key={name}
            label={secretLabel(name)}
            description={states?.[name]}
            {...propsOf(name)}
            maxLength={500}
          />
        ))}
      </div>
    </div>
  )
}

const inputModes: Partial<Record<FactKind, 'numeric' | 'url'>> = { port: 'numeric', url: 'url' }
