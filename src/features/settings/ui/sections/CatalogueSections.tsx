import { m } from '../../../../paraglide/messages.js'
import { TextArea, TextField } from '../../../../kit/form/Field.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import {
  blankEnding,
  blankPlan,
  priceOf,
  endingRows,
  endingValues,
  type EndingRow,
  optionalPrice,
  planRows,
  type PlanRow,
  planValues,
  typedPrice,
} from '../../form-values.ts'
import { CheckField, MoneyField, RowList } from '../form-fields.tsx'
import { type SectionForm, type SectionProps, useSectionForm } from '../use-section.tsx'
import { SettingsSection } from '../SettingsSection.tsx'
import { formatDecimal } from '../../../../shared/money.ts'
import { featureLines, lineFeatures } from '../../../catalogue/ui/plan-texts.tsx'

interface EndingsDraft {
  currency: string
  rows: EndingRow[]
  glued: string
}

const endingForm: SectionForm<EndingsDraft> = {
  toDraft: (values) => ({
    currency: values['shop.currency'],
    rows: endingRows(values['catalogue.domains'], values['shop.currency']),
    glued: values['domains.gluedEndings'].join(', '),
  }),
  toValues: ({ rows, glued }) => ({
    'catalogue.domains': endingValues(rows),
    'domains.gluedEndings': glued.split(/[\s,]+/).filter(Boolean),
  }),
  summary: ({ currency, rows, glued }) => ({
    [m.settings_endings()]: rows
      .map(({ ending, price, renewal }) =>
        [`.${ending}`, shown(price, currency), shown(renewal, currency)].filter(Boolean).join(' · '),
      )
      .join('\n'),
    [m.settings_glued()]: glued || '—',
  }),
}

/** The price of the first year, the one of a further year, and where the ending is shown. */
const endingSummary = ({ price, renewal, searched, shown: isListed }: EndingRow, currency: string) =>
  [
    price ? shown(price, currency) : m.settings_on_request(),
    renewal && `${m.settings_renewal_price()}: ${shown(renewal, currency)}`,
    searched && m.settings_searched(),
    isListed && m.settings_shown(),
  ]
    .filter(Boolean)
    .join(' · ')

/** The domain endings that the shop sells, with their prices and what the registry demands. */
export function EndingsSection({ id, shown }: SectionProps) {
  const section = useSectionForm(id, endingForm, shown)
  const { draft, set, errorAt } = section
  const hasRowError = draft.rows.some((_, at) => errorAt('catalogue.domains', at))
  const tableError = hasRowError ? undefined : errorAt('catalogue.domains')
  return (
    <SettingsSection
      id={id}
      title={m.settings_endings()}
      about={m.settings_endings_about()}
      section={section}
      preview="endings"
    >
      <RowList
        label={m.settings_endings()}
        rows={draft.rows}
        onChange={(rows) => set({ rows })}
        blank={blankEnding}
        add={m.settings_add_ending()}
        nameOf={({ ending }) => ending && `.${ending.replace(/^\./, '')}`}
        summaryOf={(row) => endingSummary(row, draft.currency)}
        isRefused={(_, at) => errorAt('catalogue.domains', at) !== undefined}
        most={40}
      >
        {(row, change, at) => (
          <div className="grid flex-1 grid-cols-2 items-end gap-3 @lg:grid-cols-4">
            <TextField
              label={m.settings_ending()}
              value={row.ending}
              onChange={(event) => change({ ending: event.target.value })}
              error={errorAt('catalogue.domains', at, 'ending')}
              autoCapitalize="none"
              spellCheck={false}
              placeholder="co.tz"
            />
            <MoneyField
              currency={draft.currency}
              label={m.settings_first_year()}
              placeholder={m.settings_on_request()}
              value={row.price}
              onChange={(price) => change({ price })}
              error={errorAt('catalogue.domains', at, 'price')}
            />
            <MoneyField
              currency={draft.currency}
              label={m.settings_renewal_price()}
              placeholder={m.settings_on_request()}
              value={row.renewal}
              onChange={(renewal) => change({ renewal })}
              error={errorAt('catalogue.domains', at, 'renewal')}
            />
            <TextField
              label={m.settings_years()}
              inputMode="numeric"
              value={row.years}
              onChange={(event) => change({ years: event.target.value })}
              error={errorAt('catalogue.domains', at, 'years')}
            />
            <TextField
              label={m.settings_needs()}
              optional
              className="col-span-2"
              placeholder={m.settings_needs_example()}
              value={row.needs}
              onChange={(event) => change({ needs: event.target.value })}
              error={errorAt('catalogue.domains', at, 'needs')}
            />
            <CheckField
              label={m.settings_searched()}
              checked={row.searched}
              onChange={(searched) => change({ searched })}
            />
            <CheckField
              label={m.settings_shown()}
              checked={row.shown}
              onChange={(shown) => change({ shown })}
            />
          </div>
        )}
      </RowList>
      {tableError ? <Notice tone="error">{tableError}</Notice> : null}
      <TextField
        label={m.settings_glued()}
        description={m.settings_glued_about()}
        value={draft.glued}
        onChange={(event) => set({ glued: event.target.value })}
        error={errorAt('domains.gluedEndings')}
        autoCapitalize="none"
        spellCheck={false}
      />
    </SettingsSection>
  )
}

const optionalTyped = (price: number | null, currency: string) =>
  price === null ? '' : typedPrice(price, currency)

/** The prices of a month and a year. */
const planSummary = ({ monthlyPrice, yearlyPrice }: PlanRow, currency: string) =>
  `${m.settings_monthly()} ${shown(monthlyPrice, currency)} · ${m.settings_yearly()} ${shown(yearlyPrice, currency)}`

interface PricesDraft {
  currency: string
  comFrom: string
  hostingFrom: string
  email: string
  website: string
  plans: PlanRow[]
}

const priceForm: SectionForm<PricesDraft> = {
  toDraft: (values) => {
    const { 'shop.currency': currency, 'catalogue.marketing': from } = values
    return {
      currency,
      comFrom: typedPrice(from.comFrom, currency),
      hostingFrom: typedPrice(from.hostingFrom, currency),
      email: optionalTyped(values['catalogue.email'], currency),
      website: optionalTyped(values['catalogue.website'], currency),
      plans: planRows(values['catalogue.plans'], currency, featureLines),
    }
  },
  toValues: (draft) => ({
    'catalogue.marketing': { comFrom: priceOf(draft.comFrom), hostingFrom: priceOf(draft.hostingFrom) },
    'catalogue.email': optionalPrice(draft.email),
    'catalogue.website': optionalPrice(draft.website),
    'catalogue.plans': planValues(draft.plans, lineFeatures),
  }),
  summary: (draft) => ({
    [m.settings_com_from()]: shown(draft.comFrom, draft.currency),
    [m.settings_hosting_from()]: shown(draft.hostingFrom, draft.currency),
    [m.settings_email_price()]: shown(draft.email, draft.currency),
    [m.settings_website_price()]: shown(draft.website, draft.currency),
    [m.settings_plans()]: draft.plans
      .map((row) => [row.name, planSummary(row, draft.currency)].join(' · '))
      .join('\n'),
  }),
}

/** A typed price as the screens show it; other text as it was typed. */
const shown = (typed: string, currency: string) =>
  Number.isFinite(priceOf(typed)) ? formatDecimal(priceOf(typed), currency) : typed

/** The prices. Existing requests and orders are not changed by them. */
export function PricesSection({ id, shown: settings }: SectionProps) {
  const section = useSectionForm(id, priceForm, settings)
  const { draft, set, errorAt } = section
  return (
    <SettingsSection
      id={id}
      title={m.settings_prices()}
      about={m.settings_prices_about()}
      section={section}
      preview="prices"
    >
      <div className="grid items-end gap-4 @sm:grid-cols-2">
        <MoneyField
          currency={draft.currency}
          label={m.settings_com_from()}
          value={draft.comFrom}
          onChange={(comFrom) => set({ comFrom })}
          error={errorAt('catalogue.marketing', 'comFrom')}
        />
        <MoneyField
          currency={draft.currency}
          label={m.settings_hosting_from()}
          value={draft.hostingFrom}
          onChange={(hostingFrom) => set({ hostingFrom })}
          error={errorAt('catalogue.marketing', 'hostingFrom')}
        />
        <MoneyField
          currency={draft.currency}
          label={m.settings_email_price()}
          placeholder={m.settings_on_request()}
          value={draft.email}
          onChange={(email) => set({ email })}
          error={errorAt('catalogue.email')}
        />
        <MoneyField
          currency={draft.currency}
          label={m.settings_website_price()}
          placeholder={m.settings_on_request()}
          value={draft.website}
          onChange={(website) => set({ website })}
          error={errorAt('catalogue.website')}
        />
      </div>
      <h3 className="font-semibold">{m.settings_plans()}</h3>
      <RowList
        label={m.settings_plans()}
        rows={draft.plans}
        onChange={(rows) => set({ plans: rows })}
        blank={blankPlan}
        add={m.settings_add_plan()}
        nameOf={({ name }) => name}
        summaryOf={(row) => planSummary(row, draft.currency)}
        isRefused={(_, at) => errorAt('catalogue.plans', at) !== undefined}
        most={12}
      >
        {(row, change, at) => (
          <div className="grid flex-1 grid-cols-2 gap-3">
            <TextField
              label={m.settings_plan_name()}
              className="col-span-2"
              value={row.name}
              onChange={(event) => change({ name: event.target.value })}
              error={errorAt('catalogue.plans', at, 'name') ?? errorAt('catalogue.plans', at, 'id')}
              maxLength={100}
            />
            <MoneyField
              currency={draft.currency}
              label={m.settings_monthly()}
              value={row.monthlyPrice}
              onChange={(monthlyPrice) => change({ monthlyPrice })}
              error={errorAt('catalogue.plans', at, 'monthlyPrice')}
            />
            <MoneyField
              currency={draft.currency}
              label={m.settings_yearly()}
              value={row.yearlyPrice}
              onChange={(yearlyPrice) => change({ yearlyPrice })}
              error={errorAt('catalogue.plans', at, 'yearlyPrice')}
            />
            <TextField
              label={m.settings_disk()}
              placeholder="50 GB"
              value={row.disk}
              onChange={(event) => change({ disk: event.target.value })}
              error={errorAt('catalogue.plans', at, 'disk')}
              maxLength={100}
            />
            <TextField
              label={m.settings_bandwidth()}
              placeholder="unlimited"
              value={row.bandwidth}
              onChange={(event) => change({ bandwidth: event.target.value })}
              error={errorAt('catalogue.plans', at, 'bandwidth')}
              maxLength={100}
            />
            <TextArea
              label={m.settings_features()}
              description={m.settings_features_about()}
              className="col-span-2"
              rows={4}
              value={row.features}
              onChange={(event) => change({ features: event.target.value })}
              error={errorAt('catalogue.plans', at, 'features')}
            />
            <CheckField
              label={m.settings_recommended()}
              checked={row.recommended}
              onChange={(recommended) => change({ recommended })}
            />
          </div>
        )}
      </RowList>
    </SettingsSection>
  )
}
