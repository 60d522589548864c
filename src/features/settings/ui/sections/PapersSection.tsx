import { m } from '../../../../paraglide/messages.js'
import { FormattedDate } from '../../../../kit/dates.tsx'
import { Select, TextField } from '../../../../kit/form/Field.tsx'
import { isTimeZone } from '../../../../shared/calendar.ts'
import type { Settings } from '../../settings.ts'
import { dayInZone } from '../../vat.ts'
import { ChoiceList, RowList } from '../form-fields.tsx'
import { type SectionForm, type SectionProps, useSectionForm } from '../use-section.tsx'
import { SettingsSection } from '../SettingsSection.tsx'

const texts = {
  'papers.legalName': m.settings_legal_name,
  'papers.address': m.settings_papers_address,
  'papers.tin': m.settings_tin,
  'papers.vrn': m.settings_vrn,
  'papers.invoiceSeries': m.settings_invoice_series,
  'papers.creditSeries': m.settings_credit_series,
  'shop.timeZone': m.settings_time_zone,
} as const
type TextKey = keyof typeof texts
const textKeys = Object.keys(texts) as TextKey[]

/** Those that have to be filled. */
const needed: readonly TextKey[] = ['papers.invoiceSeries', 'papers.creditSeries', 'shop.timeZone']

type Product = Settings['papers.vatRates'][number]['product']

const productLabels: Record<NonNullable<Product>, () => string> = {
  domain: m.settings_vat_domain,
  email: m.settings_vat_email,
  hosting: m.settings_vat_hosting,
}
const products = Object.keys(productLabels) as NonNullable<Product>[]
const productLabel = (product: Product) => (product ? productLabels[product]() : m.settings_vat_everything())

interface RateRow {
  from: string
  percent: string
  product: Product
}

interface Draft {
  texts: Record<TextKey, string>
  rates: RateRow[]
  prices: Settings['papers.prices']
  first: string
  restarts: Settings['papers.numbersRestart']
}

const priceLabels = { inclusive: m.settings_prices_inclusive, exclusive: m.settings_prices_exclusive }

const restartLabels = { yearly: m.settings_numbers_yearly, never: m.settings_numbers_on }

/** The present year of a shop, which the first number is for. A shop in an unknown time zone has that of UTC. */
const yearIn = (timeZone: string) =>
  Number(dayInZone(new Date(), isTimeZone(timeZone) ? timeZone : 'UTC').slice(0, 4))

/** What is typed as a number: nothing is none, and text is a number that the server refuses. */
const numberOf = (typed: string) => (typed.trim() ? Number(typed.trim()) : null)

const form: SectionForm<Draft> = {
  toDraft: (values) => ({
    texts: Object.fromEntries(textKeys.map((key) => [key, values[key] ?? ''])) as Record<TextKey, string>,
    rates: values['papers.vatRates'].map((rate) => ({ ...rate, percent: String(rate.percent) })),
    prices: values['papers.prices'],
    // The first number of an earlier year has done its work.
    first:
      values['papers.firstNumber']?.year === yearIn(values['shop.timeZone'])
        ? String(values['papers.firstNumber'].number)
        : '',
    restarts: values['papers.numbersRestart'],
  }),
  toValues: (draft) => ({
    ...Object.fromEntries(
      textKeys.map((key) => [key, draft.texts[key].trim() || (needed.includes(key) ? '' : null)]),
    ),
    'papers.vatRates': draft.rates.map(({ percent, ...rate }) => ({
      ...rate,
      percent: percent.trim() ? Number(percent.trim().replace(',', '.')) : NaN,
    })),
    'papers.prices': draft.prices,
    'papers.firstNumber':
      numberOf(draft.first) === null
        ? null
        : { year: yearIn(draft.texts['shop.timeZone']), number: numberOf(draft.first)! },
    'papers.numbersRestart': draft.restarts,
  }),
  summary: (draft) => ({
    ...Object.fromEntries(textKeys.map((key) => [texts[key](), draft.texts[key] || '—'])),
    [m.settings_vat_rates()]:
      draft.rates
        .map(({ from, percent, product }) => `${from}: ${percent} %, ${productLabel(product)}`)
        .join('\n') || '—',
    [m.settings_vat_prices()]: priceLabels[draft.prices](),
    [m.settings_first_number()]: draft.first || '—',
    [m.settings_numbers_restart()]: restartLabels[draft.restarts](),
  }),
}

const rateSummary = ({ from, product }: { from: string; product: Product }) => (
  <>
    {from ? <FormattedDate at={from} /> : null} · {productLabel(product)}
  </>
)

/** What papers print about the business, and the rates of VAT. */
export function PapersSection({ id, shown }: SectionProps) {
  const section = useSectionForm(id, form, shown)
  const { draft, set, errorAt } = section
  const field = (key: TextKey, description?: string) => (
    <TextField
      key={key}
      label={texts[key]()}
      optional={!needed.includes(key)}
      description={description}
      value={draft.texts[key]}
      onChange={(event) => set({ texts: { ...draft.texts, [key]: event.target.value } })}
      error={errorAt(key)}
      maxLength={200}
    />
  )
  return (
    <SettingsSection
      id={id}
      title={m.settings_papers()}
      about={m.settings_papers_about()}
      section={section}
      preview="papers"
    >
      <div className="grid gap-4 @lg:grid-cols-2">
        {field('papers.legalName', m.settings_legal_name_about())}
        {field('papers.address')}
        {field('papers.tin')}
        {field('papers.vrn', m.settings_vrn_about())}
        {field('papers.invoiceSeries', m.settings_series_about())}
        <TextField
          label={m.settings_first_number()}
          optional
          inputMode="numeric"
          description={m.settings_first_number_about({
            year: String(yearIn(draft.texts['shop.timeZone'])),
          })}
          value={draft.first}
          onChange={(event) => set({ first: event.target.value })}
          error={errorAt('papers.firstNumber')}
          maxLength={9}
        />
        {field('papers.creditSeries')}
        {field('shop.timeZone', m.settings_time_zone_about())}
      </div>
      <ChoiceList<Settings['papers.numbersRestart']>
        label={m.settings_numbers_restart()}
        value={draft.restarts}
        onChange={(restarts) => set({ restarts })}
        options={[
          { value: 'yearly', label: restartLabels.yearly(), about: m.settings_numbers_yearly_about() },
          { value: 'never', label: restartLabels.never(), about: m.settings_numbers_on_about() },
        ]}
      />
      <ChoiceList<Settings['papers.prices']>
        label={m.settings_vat_prices()}
        value={draft.prices}
        onChange={(prices) => set({ prices })}
        options={[
          { value: 'inclusive', label: priceLabels.inclusive(), about: m.settings_prices_inclusive_about() },
          { value: 'exclusive', label: priceLabels.exclusive(), about: m.settings_prices_exclusive_about() },
        ]}
      />
      <RowList
        label={m.settings_vat_rates()}
        rows={draft.rates}
        onChange={(rates) => set({ rates })}
        blank={{ from: '', percent: '', product: null }}
        add={m.settings_add_vat_rate()}
        nameOf={({ percent }) => percent && `${percent} %`}
        summaryOf={rateSummary}
        isRefused={(_, at) => errorAt('papers.vatRates', at) !== undefined}
        most={40}
      >
        {(row, change, at) => (
          <div className="grid flex-1 gap-3 @md:grid-cols-2 @lg:grid-cols-3">
            <TextField
              label={m.settings_vat_percent()}
              inputMode="decimal"
              value={row.percent}
              onChange={(event) => change({ percent: event.target.value })}
              error={errorAt('papers.vatRates', at, 'percent')}
            />
            <TextField
              type="date"
              label={m.settings_vat_from()}
              value={row.from}
              onChange={(event) => change({ from: event.target.value })}
              error={errorAt('papers.vatRates', at, 'from')}
            />
            <Select
              label={m.settings_vat_product()}
              value={row.product ?? ''}
              onChange={(event) =>
                change({ product: products.find((name) => name === event.target.value) ?? null })
              }
              options={[
                { value: '', label: m.settings_vat_everything() },
                ...products.map((value) => ({ value, label: productLabels[value]() })),
              ]}
            />
          </div>
        )}
      </RowList>
    </SettingsSection>
  )
}
