import { m } from '../../../../paraglide/messages.js'
import { TextField } from '../../../../kit/form/Field.tsx'
import type { Settings } from '../../settings.ts'
import { labelsOf } from '../drafts.ts'
import { FieldsSection, type OwnField, type OwnFieldProps } from '../FieldsSection.tsx'
import type { ShownSettings } from '../use-section.tsx'

const products = ['domain', 'email', 'hosting'] as const satisfies (keyof Settings['services.afterExpiry'])[]
const steps = ['grace', 'suspend', 'end'] as const
type Product = (typeof products)[number]
/** The days as typed. An empty field is never, and without a grace 0. */
type Typed = Record<Product, Record<(typeof steps)[number], string>>

const labels = labelsOf('services.afterExpiry')

const forEach = <Value,>(work: (product: Product) => Value) =>
  Object.fromEntries(products.map((product) => [product, work(product)])) as Record<Product, Value>

const daysText = (days: number | null) => (days ? String(days) : '')
/** A text that is no whole number becomes one that is refused. */
const daysIn = (typed: string) => {
  const days = Number(typed)
  return typed.trim() === '' ? null : Number.isInteger(days) ? days : -1
}

const afterExpiry: OwnField<Typed> = {
  toDraft: ({ 'services.afterExpiry': rules }) =>
    forEach((product) => {
      const { grace, suspend, end } = rules[product]
      return { grace: daysText(grace), suspend: daysText(suspend), end: daysText(end) }
    }),
  toValues: (typed) => ({
    'services.afterExpiry': forEach((product) => {
      const { grace, suspend, end } = typed[product]
      return { grace: daysIn(grace) ?? 0, suspend: daysIn(suspend), end: daysIn(end) }
    }),
  }),
  textOf: (typed) =>
    products
      .map((product) =>
        [labels[product](), ...steps.map((step) => `${labels[step]()}: ${typed[product][step] || '—'}`)].join(
          '\n',
        ),
      )
      .join('\n\n'),
  Field: AfterExpiryFields,
}

function AfterExpiryFields({ value, onChange, errorAt }: OwnFieldProps<Typed>) {
  return products.map((product) => (
    <fieldset key={product} className="grid items-end gap-3 @lg:grid-cols-3">
      <legend className="mb-1.5 text-sm font-semibold">{labels[product]()}</legend>
      {steps.map((step) => (
        <TextField
          key={step}
          label={labels[step]()}
          placeholder={step === 'grace' ? '0' : m.common_never()}
          inputMode="numeric"
          autoComplete="off"
          value={value[product][step]}
          onChange={(event) =>
            onChange({ ...value, [product]: { ...value[product], [step]: event.target.value } })
          }
          error={errorAt([product, step])}
        />
      ))}
    </fieldset>
  ))
}

/** What follows the expiry of a service, by product. */
export const AfterExpirySection = ({ shown }: { shown: ShownSettings }) => (
  <FieldsSection id="after-expiry" shown={shown} own={{ 'services.afterExpiry': afterExpiry }} looks={{}} />
)
