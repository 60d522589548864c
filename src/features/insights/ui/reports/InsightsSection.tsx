import { dateLocales } from '../../../../shared/dates.ts'
import { m } from '../../../../paraglide/messages.js'
import { useMay } from '../../../../client/session/staff.tsx'
import { outageMessage } from '../../../../client/error-messages.ts'
import { ErrorState } from '../../../../kit/list/list-states.tsx'
import { Skeleton } from '../../../../kit/Skeleton.tsx'
import { RequestsByStatus } from './RequestsByStatus.tsx'
import { type Insights, useInsights, type Month } from '../insights.api.ts'
import { Card } from '../../../../kit/Card.tsx'
import { products, productList } from '../../../product-screens/ui/products.ts'
import { decimalsOf, priceDecimalsOf } from '../../../../shared/money/currencies.ts'
import { readOffers } from '../../../catalogue/catalogue.ts'
import { Link } from 'react-router'
import type { Product } from '../../../requests/ui/product.ts'
import { usePageData } from '../../../../kit/page/page-data.ts'
import { formatDecimal } from '../../../../shared/money/money.ts'
import { changeOf } from './change.ts'
import { Figure, linearScale, type Series } from './Figure.tsx'
import { type FigureColumn, FigureTable } from './FigureTable.tsx'

/** The shop's figures: by month, by status, and expiries. */
export function InsightsSection({ months }: { months: number }) {
  const { data, error, isError, isFetching, refetch } = useInsights()
  return (
    <section aria-busy={!data && !isError}>
      {data ? (
        <div className="grid grid-cols-1 gap-4">
          <Months months={data.months} count={months} />
          <RequestsByStatus requests={data.requests} />
          <Expiries expiries={data.expiries} />
        </div>
      ) : isError ? (
        <ErrorState title={m.insights_failed()} query={{ refetch, isFetching }}>
          {outageMessage(error)}
        </ErrorState>
      ) : (
        <div className="grid gap-4 xl:grid-cols-2">
          <Skeleton className="h-80 w-full" />
          <Skeleton className="h-80 w-full" />
          <span className="sr-only">{m.kit_loading()}</span>
        </div>
      )}
    </section>
  )
}

type Row = Insights['expiries'][number]

/** The number of services by the time of their expiry. */
function Expiries({ expiries }: { expiries: Insights['expiries'] }) {
  return (
    <Card>
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-lg font-bold">{m.insights_expiries()}</h2>
        <Link
          to="/admin/services?due=90"
          className="inline-flex touch items-center text-primary underline underline-offset-4"
        >
          {m.insights_expiries_open()}
        </Link>
      </div>
      <FigureTable
        label={m.insights_expiries()}
        columns={columns()}
        rows={expiries}
        keyOf={({ kind }) => kind}
      />
    </Card>
  )
}

const columns = (): FigureColumn<Row>[] => [
  { id: 'kind', header: m.insights_product(), value: ({ kind }) => products[kind].menu.label() },
  { id: 'expired', header: m.insights_expired(), value: ({ expired }) => expired },
  { id: 'in_30', header: m.insights_within({ days: 30 }), value: ({ in_30 }) => in_30 },
  { id: 'in_60', header: m.insights_between({ from: 31, to: 60 }), value: ({ in_60 }) => in_60 },
  { id: 'in_90', header: m.insights_between({ from: 61, to: 90 }), value: ({ in_90 }) => in_90 },
]

interface Period {
  months: readonly Month[]
  /** As many months before it. */
  before: readonly Month[]
  points: ReturnType<typeof monthName>[]
}

/** Activations and revenue of the last months, beside the period before. */
export function Months({ months: all, count }: { months: readonly Month[]; count: number }) {
  const { locale } = usePageData()
  const months = all.slice(-count)
  const before = all.slice(-2 * count, -count)
  const points = months.map(({ month }) => monthName(month, dateLocales[locale]))
  const period = { months, before, points }
  const from = monthName(before[0]!.month, dateLocales[locale]).name
  const until = monthName(before.at(-1)!.month, dateLocales[locale]).name
  return (
    <>
      <p className="text-muted">
        {m.insights_period_about({
          from: points[0]!.name,
          until: points.at(-1)!.name,
          before: `${from} – ${until}`,
        })}
      </p>
      <div className="grid gap-4 xl:grid-cols-2">
        <Activations {...period} />
        {useMay()('payments.read') ? <Revenue {...period} /> : null}
      </div>
    </>
  )
}

const countIn = (months: readonly Month[]) =>
  months.reduce((sum, { activations }) => activations.reduce((all, one) => all + one.count, sum), 0)

function Activations({ months, before, points }: Period) {
  const series = productList.map((product) => activationsOf(product, months))
  return (
    <Figure
      level="h2"
      title={m.insights_activations()}
      about={m.insights_activations_about()}
      summary={<Sum value={String(countIn(months))} now={countIn(months)} before={countIn(before)} />}
      unit={m.insights_month()}
      points={points}
      series={series}
      scale={linearScale(Math.max(...months.map((month) => countIn([month]))))}
      formatOnAxis={String}
    />
  )
}

/** What a period adds up to, and by how much that is above or below the period before. */
const Sum = ({ value, now, before }: { value: string; now: number; before: number }) => (
  <p className="flex w-full flex-wrap items-baseline gap-x-3">
    <span className="text-2xl font-black tabular-nums">{value}</span>
    <span className="text-sm text-muted">
      {before > 0 ? m.insights_change_before({ change: changeOf(now, before) }) : m.insights_none_before()}
    </span>
  </p>
)

const activationsOf = ({ name, menu }: Product, months: readonly Month[]): Series => ({
  label: menu.label(),
  color: menu.color,
  values: months.map(({ activations }) => activations.find((one) => one.kind === name)?.count ?? 0),
  format: String,
})

/** Amounts of several currencies can't be stacked. The bars show the shop's currency, the table shows all. */
function Revenue({ months, before, points }: Period) {
  const { currency } = readOffers(usePageData())
  const found = new Set(months.flatMap(({ revenue }) => revenue.map((one) => one.currency)))
  found.delete(currency)
  const shown = revenueIn(currency, months)
  return (
    <Figure
      level="h2"
      title={m.insights_revenue()}
      about={m.insights_revenue_about()}
      summary={[currency, ...found].map((one) => {
        const [now, then] = [sumIn(one, months), sumIn(one, before)]
        return <Sum key={one} value={formatDecimal(now, one)} now={now} before={then} />
      })}
      unit={m.insights_month()}
      points={points}
      series={[{ ...shown, color: 'text-muted' }, ...[...found].map((one) => revenueIn(one, months))]}
      scale={linearScale(Math.max(...shown.values))}
      formatOnAxis={briefAmount}
    />
  )
}

const sumIn = (currency: string, months: readonly Month[]) =>
  revenueIn(currency, months).values.reduce((sum, value) => sum + value, 0)

const revenueIn = (currency: string, months: readonly Month[]) => ({
  label: m.insights_revenue_in({ currency }),
  values: months.map(({ revenue }) => revenue.find((one) => one.currency === currency)?.amount ?? 0),
  /** Always with the decimals of its currency, so that amounts in a column align. */
  format: (value: number | null) => written(value ?? 0, priceDecimalsOf(currency), decimalsOf(currency)),
})

const written = (value: number, least: number, most: number) =>
  value.toLocaleString('en', { minimumFractionDigits: least, maximumFractionDigits: most })
/** Whole amounts without decimals, because the axis has little space. */
const briefAmount = (value: number) => written(value, Number.isInteger(value) ? 0 : 2, 3)

function monthName(month: string, locale: string) {
  const day = new Date(`${month}-01T00:00:00Z`)
  const shown = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(day)
  return { name: shown({ month: 'long', year: 'numeric' }), brief: shown({ month: 'short' }) }
}
