import { m } from '../../../../paraglide/messages.js'
import { TextField } from '../../../../kit/form/Field.tsx'
import type { Settings } from '../../settings.ts'
import { SettingsSection } from '../SettingsSection.tsx'
import { type SectionForm, type SectionProps, useSectionForm } from '../use-section.tsx'

const KEY = 'services.afterExpiry'
type Product = keyof Settings[typeof KEY]
/** The days as typed. An empty field is never, and without a grace 0. */
type Draft = Record<Product, { grace: string; suspend: string; end: string }>

const productLabels: Record<Product, () => string> = {
  domain: m.area_domains,
  email: m.area_emails,
  hosting: m.area_hosting,
}
const fields = {
  grace: m.settings_grace,
  suspend: m.settings_suspend_after,
  end: m.settings_end_after,
} as const
const productList = Object.keys(productLabels) as Product[]
const forEach = <Value,>(work: (product: Product) => Value) =>
  Object.fromEntries(productList.map((product) => [product, work(product)])) as Record<Product, Value>

const daysText = (days: number | null) => (days ? String(days) : '')
/** A text that is no whole number becomes one that is refused. */
const daysIn = (typed: string) => {
  const days = Number(typed)
  return typed.trim() === '' ? null : Number.isInteger(days) ? days : -1
}

const form: SectionForm<Draft> = {
  toDraft: ({ [KEY]: rules }) =>
    forEach((product) => {
      const { grace, suspend, end } = rules[product]
      return { grace: daysText(grace), suspend: daysText(suspend), end: daysText(end) }
    }),
  toValues: (draft) => ({
    [KEY]: forEach((product) => {
      const { grace, suspend, end } = draft[product]
      return { grace: daysIn(grace) ?? 0, suspend: daysIn(suspend), end: daysIn(end) }
    }),
  }),
  summary: (draft) =>
    Object.fromEntries(
      productList.map((product) => [
        productLabels[product](),
        (Object.keys(fields) as (keyof typeof fields)[])
          .map((field) => `${fields[field]()}: ${draft[product][field] || '—'}`)
          .join('\n'),
      ]),
    ),
}

/** What follows the expiry of a service, by product. */
export function AfterExpirySection({ id, shown }: SectionProps) {
  const section = useSectionForm(id, form, shown)
  const { draft, set, errorAt } = section
  return (
    <SettingsSection
      id={id}
      title={m.settings_after_expiry()}
      about={m.settings_after_expiry_about()}
      section={section}
    >
      {productList.map((product) => (
        <fieldset key={product} className="grid items-end gap-3 @lg:grid-cols-3">
          <legend className="mb-1.5 text-sm font-semibold">{productLabels[product]()}</legend>
          {(Object.keys(fields) as (keyof typeof fields)[]).map((field) => (
            <TextField
              key={field}
              label={fields[field]()}
              placeholder={field === 'grace' ? '0' : m.settings_never()}
              inputMode="numeric"
              autoComplete="off"
              value={draft[product][field]}
              onChange={(event) =>
                set({ [product]: { ...draft[product], [field]: event.target.value } } as Partial<Draft>)
              }
              error={errorAt(KEY, product, field)}
            />
          ))}
        </fieldset>
      ))}
    </SettingsSection>
  )
}
