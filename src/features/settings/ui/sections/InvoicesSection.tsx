import { m } from '../../../../paraglide/messages.js'
import { FormattedDate } from '../../../../kit/dates.tsx'
import { TextField } from '../../../../kit/form/Field.tsx'
import { isTimeZone } from '../../../../shared/calendar.ts'
import { fields } from '../../fields.data.ts'
import { dayInZone } from '../../vat.ts'
import { FieldsSection, type OwnField, type OwnFieldProps } from '../FieldsSection.tsx'
import type { ShownSettings } from '../use-section.tsx'

/** The present year of a shop, which the first number is for. A shop in an unknown time zone has that of UTC. */
const yearIn = (timeZone: unknown) =>
  Number(
    dayInZone(new Date(), typeof timeZone === 'string' && isTimeZone(timeZone) ? timeZone : 'UTC').slice(
      0,
      4,
    ),
  )

const firstNumber: OwnField<string> = {
  // The first number of an earlier year has done its work.
  toDraft: ({ 'papers.firstNumber': first, 'shop.timeZone': timeZone }) =>
    first?.year === yearIn(timeZone) ? String(first.number) : '',
  // A text is a number that the server refuses.
  toValues: (typed, draft) => ({
    'papers.firstNumber': typed.trim()
      ? { year: yearIn(draft['shop.timeZone']), number: Number(typed.trim()) }
      : null,
  }),
  textOf: (typed) => typed || '—',
  Field: FirstNumber,
}

function FirstNumber({ value, onChange, errorAt, draft }: OwnFieldProps<string>) {
  return (
    <TextField
      label={m.settings_first_number()}
      optional
      inputMode="numeric"
      description={m.settings_first_number_about({ year: String(yearIn(draft['shop.timeZone'])) })}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={errorAt([])}
      maxLength={9}
    />
  )
}

/** The name of a product that a VAT rate is for; empty for all products. */
const productLabel = (product: string) =>
  fields['papers.vatRates'].inputs?.['product']?.options
    ?.find(({ value }) => (value ?? '') === product)
    ?.label()

const rateSummary = ({ from, product }: { from: string; product: string }) => (
  <>
    {from ? <FormattedDate at={from} /> : null} · {productLabel(product)}
  </>
)

/** What invoices print about the business, and the rates of VAT. */
export const InvoicesSection = ({ shown }: { shown: ShownSettings }) => (
  <FieldsSection
    id="invoices"
    shown={shown}
    own={{ 'papers.firstNumber': firstNumber }}
    looks={{
      'papers.vatRates': {
        grid: 'grid @md:grid-cols-2 @lg:grid-cols-3',
        nameOf: ({ percent }) => percent && `${percent} %`,
        summaryOf: rateSummary,
        textOf: ({ from, percent, product }) => `${from}: ${percent} %, ${productLabel(product)}`,
      },
    }}
  />
)
