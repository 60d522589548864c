import { currencySign } from '../../../shared/money/currencies.ts'
import { decimalTextOf, formatDecimal, moneyFromDecimal } from '../../../shared/money/money.ts'
import { keysOf } from '../../../shared/pick.ts'
import { featureLines, lineFeatures } from '../../catalogue/ui/plan-texts.tsx'
import { type FieldKey, fields } from '../fields.data.ts'
import type { Field, Input, Message, SectionId } from '../fields.ts'
import type { settings } from '../settings.ts'

/** What is typed, by setting or by the name of an input. */
export type Draft = Record<string, unknown>
export type ShownInput = Input<Message>
export type ShownField = Field<Message>

/** The settings of a section, in the order of the screen. */
export const fieldsOf = (section: SectionId): FieldKey[] =>
  keysOf(fields).filter((key) => fields[key].section === section && fields[key].kind !== 'within')

/** The label of an input. That of a price has the sign of the currency. */
export const labelOf = ({ kind, label }: Pick<ShownField, 'kind' | 'label'>, currency: string) =>
  kind === 'price' ? `${label()} (${currencySign(currency)})` : label()

/** The labels of a field with a component of its own, by their names in the table. */
export const labelsOf = <Key extends FieldKey>(key: Key) =>
  Object.fromEntries(
    Object.entries(fields[key].labels ?? {}).map(([name, label]) => [
      name,
      typeof label === 'string' ? () => label : label,
    ]),
  ) as Record<keyof NonNullable<(typeof settings)[Key]['field']['labels']>, Message>

/** The decimal number of an input's text, with comma or point; NaN for anything else. */
export const priceOf = (typed: string) => (typed.trim() ? Number(typed.trim().replace(',', '.')) : NaN)

/** A typed price as the screens show it; other text as it was typed. */
export const shownPrice = (typed: string, currency: string) =>
  Number.isFinite(priceOf(typed)) ? formatDecimal(priceOf(typed), currency) : typed

/** What an input shows for a stored value: a text, or the value itself of a choice and of a checkbox. */
function typedOf({ kind }: ShownInput, value: unknown, currency: string): unknown {
  switch (kind) {
    case 'check':
    case 'choice':
      return value
    case 'list':
      return (value as string[]).join(', ')
    case 'lines':
      return (value as string[]).join('\n')
    case 'features':
      return featureLines(value as string[])
    case 'whatsapp':
      return value ? `+${value as string}` : ''
    case 'price':
      return value == null ? '' : decimalTextOf(moneyFromDecimal(value as number, currency))
    default:
      return value === null ? '' : String(value as string | number)
  }
}

/** The value of what is typed. A text that is no number stays a text, which the server refuses. */
function valueOf({ kind, empty = '', options = [] }: ShownInput, typed: unknown): unknown {
  if (typeof typed !== 'string' || kind === 'choice') return typed
  const text = typed.trim()
  switch (kind) {
    case 'list':
      return text.split(/[\s,]+/).filter(Boolean)
    case 'lines':
      return text
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean)
    case 'features':
      return lineFeatures(text)
    case 'ending':
      return text.toLowerCase().replace(/^\./, '')
    case 'whatsapp':
      // wa.me takes digits only.
      return text.replaceAll(/[\s+().-]/g, '') || empty
    case 'select':
      return options.find(({ value }) => String(value ?? '') === typed)?.value
    case 'number':
    case 'price':
      return !text ? empty : Number.isFinite(priceOf(text)) ? priceOf(text) : text
    default:
      return text || empty
  }
}

const partsOf = (
  { inputs = {} }: ShownField,
  values: Draft,
  change: (input: ShownInput, value: unknown) => unknown,
): Draft => ({
  ...values,
  ...Object.fromEntries(Object.entries(inputs).map(([name, input]) => [name, change(input, values[name])])),
})

/** What the fields of a setting show for its value. */
export function draftOf(field: ShownField, value: unknown, currency: string): unknown {
  const typed = (input: ShownInput, part: unknown) => typedOf(input, part, currency)
  if (field.kind === 'parts') return partsOf(field, value as Draft, typed)
  if (field.kind === 'rows') return (value as Draft[]).map((row) => partsOf(field, row, typed))
  return typed(field as ShownInput, value)
}

/** The value of a setting for what is typed into its fields. The rows keep their order, so that an error finds its row. */
export function settingOf(field: ShownField, draft: unknown): unknown {
  if (field.kind === 'parts') return partsOf(field, draft as Draft, valueOf)
  if (field.kind !== 'rows') return valueOf(field as ShownInput, draft)
  const { dropWithout } = field
  return (draft as Draft[])
    .filter((row) => !dropWithout || dropWithout.some((name) => String(row[name]).trim()))
    .map((row) => partsOf(field, row, valueOf))
}

/** A new row. */
export const blankRow = ({ inputs = {} }: ShownField): Draft =>
  Object.fromEntries(
    Object.entries(inputs).map(([name, { kind, start = kind === 'check' ? false : '' }]) => [name, start]),
  )

/** What is typed as a text, to compare it with what another admin has saved. */
export function textOf(
  { kind, options = [] }: ShownField | ShownInput,
  typed: unknown,
  currency: string,
): string {
  if (kind === 'choice') return options.find(({ value }) => value === typed)?.label() ?? ''
  const text = String(typed)
  return (kind === 'price' ? shownPrice(text, currency) : text) || '—'
}
