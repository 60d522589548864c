import type { ReactNode } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { Select, TextArea, TextField } from '../../../../kit/form/Field.tsx'
import { type FactKind, factText, hasNeeded, securities, securityNames } from '../../../products/facts.ts'
import { productAccess } from '../../access.data.ts'
import type { ProductName } from '../../../products/products.ts'
import {
  factProblem,
  factsOfProduct,
  secretLabel,
  secretsOfProduct,
  type TypedAccess,
} from './access-labels.ts'
import { useShopFacts } from './shop-facts.ts'

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
  const ofShop = useShopFacts(product) ?? {}
  return (
    <div className="@container max-w-3xl">
      {Object.keys(ofShop).length > 0 ? (
        <p className="mb-4 text-sm text-muted">
          {hasNeeded(productAccess[product], ofShop) ? m.handover_covered() : m.handover_partly_covered()}
        </p>
      ) : null}
      <div className="grid grid-cols-1 items-start gap-4 @lg:grid-cols-6">
        {facts.map(({ name, kind, label }) => {
          const problem = isChecked ? factProblem(kind, typed[name]) : undefined
          const className = widthOf(kind)
          const placeholder = ofShop[name] === undefined ? undefined : factText(ofShop[name])
          const props = { label, error: problem, className, ...propsOf(name) }
          if (kind === 'security')
            return (
              <Select
                key={name}
                label={label}
                className={className}
                value={typed[name] ?? ''}
                onChange={({ target }) => onChange({ ...typed, [name]: target.value })}
                placeholder={m.handover_security_by_port()}
                options={securities.map((value) => ({ value, label: securityNames[value] }))}
              />
            )
          return kind === 'hosts' ? (
            <TextArea
              key={name}
              {...props}
              placeholder={placeholder}
              rows={2}
              description={m.handover_one_per_line()}
            />
          ) : (
            <TextField
              key={name}
              {...props}
              placeholder={placeholder}
              inputMode={inputModes[kind]}
              maxLength={500}
            />
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

/** A port and its encryption stand beside their host. */
function widthOf(kind: FactKind): string {
  if (kind === 'port') return '@lg:col-span-1'
  if (kind === 'security') return '@lg:col-span-2'
  return kind === 'url' ? '@lg:col-span-6' : '@lg:col-span-3'
}

const inputModes: Partial<Record<FactKind, 'numeric' | 'url'>> = { port: 'numeric', url: 'url' }
