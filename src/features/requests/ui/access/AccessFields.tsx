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

/** The fields of an admin for the facts and secrets of a service. */
export function AccessFields({ product, typed, isChecked, onChange, states }: AccessFieldsProps) {
  const propsOf = (name: string) => ({
    value: typed[name] ?? '',
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...typed, [name]: target.value }),
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
  })
  const facts = factsOfProduct(product)
  return (
    <div className="@container max-w-3xl">
      <div className="grid grid-cols-1 items-start gap-4 @lg:grid-cols-4">
        {facts.map(({ name, kind, label }, index) => {
          const problem = isChecked ? factProblem(kind, typed[name]) : undefined
          const className = widthOf(kind, facts[index + 1]?.kind)
          const props = { label, error: problem, className, ...propsOf(name) }
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

/** A port stands beside its host. */
function widthOf(kind: FactKind, next: FactKind | undefined): string {
  if (kind === 'port') return '@lg:col-span-1'
  if (next === 'port') return '@lg:col-span-3'
  return kind === 'url' ? '@lg:col-span-4' : '@lg:col-span-2'
}

const inputModes: Partial<Record<FactKind, 'numeric' | 'url'>> = { port: 'numeric', url: 'url' }
