import { type ReactNode, Suspense, useContext } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { loadedLater } from '../../../../kit/loaded-later.ts'
import { questionPresets } from '../../../catalogue/question-presets.ts'
import { questionLabel } from '../../../catalogue/ui/question-labels.ts'
import { shownPrice } from '../drafts.ts'
import { FieldsSection } from '../FieldsSection.tsx'
import { OpenSectionContext, type ShownSettings } from '../use-section.tsx'

// The costs weigh more than the rest of the section, and most shops have none.
const EndingCost = loadedLater(() => import('../costs/EndingCost.tsx').then((file) => file.EndingCost))

const costOf = (
  row: { ending: string; price: string; renewal: string },
  { values }: ShownSettings,
  brief = false,
) => (
  <Suspense>
    <EndingCost row={row} settings={values} brief={brief} />
  </Suspense>
)

const summaryWith = (texts: string, cost: ReactNode) => (
  <>
    {texts}
    {cost}
  </>
)

/** The domain endings that the shop sells, with their prices and what the registry demands. */
export function EndingsSection({ shown }: { shown: ShownSettings }) {
  // All sections are rendered, and only an open one asks for costs.
  const isOpen = useContext(OpenSectionContext) === 'endings'
  return (
    <FieldsSection
      id="endings"
      shown={shown}
      own={{}}
      looks={{
        'catalogue.domains': {
          grid: 'grid grid-cols-2 items-end @lg:grid-cols-4',
          nameOf: ({ ending }) => ending && `.${ending.replace(/^\./, '')}`,
          // The price of the first year, the one of a further year, and where the ending is shown.
          summaryOf(row, { currency }) {
            const { price, renewal, searched, shown: isListed } = row
            const texts = [
              price ? shownPrice(price, currency) : m.settings_on_request(),
              renewal && `${m.settings_renewal_price()}: ${shownPrice(renewal, currency)}`,
              searched && m.settings_searched(),
              isListed && m.settings_shown(),
            ]
            return summaryWith(texts.filter(Boolean).join(' · '), isOpen && costOf(row, shown, true))
          },
          noteOf: (row) => (isOpen ? costOf(row, shown) : null),
          textOf: ({ ending, price, renewal }, currency) =>
            [`.${ending}`, shownPrice(price, currency), shownPrice(renewal, currency)]
              .filter(Boolean)
              .join(' · '),
        },
        'domains.questions': {
          grid: 'grid grid-cols-2 items-end @lg:grid-cols-4',
          hasHeading: true,
          nameOf: ({ ending }) => ending && `.${ending.replace(/^\./, '')}`,
          summaryOf: (row, { locale }) =>
            [questionLabel(row, locale), row.required && m.settings_question_required()]
              .filter(Boolean)
              .join(' · '),
          textOf: (row) => `.${row.ending} · ${row.label || row.kind} · ${row.field}`,
          // A new question gets its id from its text; the others keep theirs, because answers are stored under it.
          complete: (row) => ({
            ...row,
            id: row['id'] || questionId(String(row['label'] || row['kind'])),
          }),
          presets: {
            about: m.settings_question_presets_about,
            rows: Object.fromEntries(
              Object.entries(questionPresets).map(([ending, rows]) => [`.${ending}`, rows]),
            ),
          },
        },
      }}
    />
  )
}

interface PlanPrices {
  monthlyPrice: string
  yearlyPrice: string
}

/** The prices of a month and a year. */
const planSummary = ({ monthlyPrice, yearlyPrice }: PlanPrices, currency: string) =>
  `${m.settings_monthly()} ${shownPrice(monthlyPrice, currency)} · ${m.settings_yearly()} ${shownPrice(yearlyPrice, currency)}`

const idOf = (name: string, other: string) =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replaceAll(/^-|-$/g, '') || other

/** A letter comes first, because the field of an answer is found by its name. */
const questionId = (label: string) => idOf(label.split('|')[0]!.replace(/^[^a-z]+/i, ''), 'question')

/** The prices. Existing requests and orders are not changed by them. */
export const PricesSection = ({ shown }: { shown: ShownSettings }) => (
  <FieldsSection
    id="prices"
    shown={shown}
    grid="grid items-end gap-4 @sm:grid-cols-2"
    own={{}}
    looks={{
      'catalogue.plans': {
        grid: 'grid grid-cols-2',
        hasHeading: true,
        nameOf: ({ name }) => name,
        summaryOf: (row, { currency }) => planSummary(row, currency),
        textOf: (row, currency) => `${row.name} · ${planSummary(row, currency)}`,
        // A new plan gets its id from its name; the others keep theirs.
        complete: (row) => ({ ...row, id: row['id'] || idOf(String(row['name']), 'plan') }),
      },
    }}
  />
)
