import { dateLocales } from '../../../shared/dates.ts'
import { m } from '../../../paraglide/messages.js'
import { useMay } from '../../../client/session/staff.tsx'
import { outageMessage } from '../../../client/error-messages.ts'
import { ErrorState } from '../../../kit/list/list-states.tsx'
import { Skeleton } from '../../../kit/Skeleton.tsx'
import { RequestsByStatus } from './RequestsByStatus.tsx'
import { type Insights, useInsights, type Month } from './insights.api.ts'
import { Card } from '../../../kit/Card.tsx'
import { type Column, DataTable } from '../../../kit/list/DataTable.tsx'
import { products, productList } from '../../product-screens/ui/products.ts'
import { decimalsOf, priceDecimalsOf } from '../../../shared/money/currencies.ts'
import { readOffers } from '../../catalogue/catalogue.ts'
import { Link } from 'react-router'
import type { Product } from '../../requests/ui/product.ts'
import { usePageData } from '../../../kit/page/page-data.ts'
import { Figure, linearScale, type Series } from './Figure.tsx'

/** The shop's figures: by month, by status, and expiries. */
export function InsightsSection() {
  const { data, error, isError, isFetching, refetch } = useInsights()
  return (
    <section aria-busy={!data && !isError}>
      {data ? (
        <div className="grid grid-cols-1 gap-4">
          <Months months={data.months} />
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
      <DataTable
        label={m.insights_expiries()}
        columns={columns()}
        rows={expiries}
        keyOf={({ kind }) => kind}
        empty={null}
      />
    </Card>
  )
}

const columns = (): Column<Row>[] => [
  {
    id: 'kind',
    header: m.insights_product(),
    heading: true,
    cell: ({ kind }) => products[kind].menu.label(),
  },
  { id: 'expired', header: m.insights_expired(), align: 'right', cell: ({ expired }) => expired },
  { id: 'in_30', header: m.insights_within({ days: 30 }), align: 'right', cell: ({ in_30 }) => in_30 },
  {
    id: 'in_60',
    header: m.insights_between({ from: 31, to: 60 }),
    align: 'right',
    cell: ({ in_60 }) => in_60,
  },
  {
    id: 'in_90',
    header: m.insights_between({ from: 61, to: 90 }),
    align: 'right',
    cell: ({ in_90 }) => in_90,
  },
]

/** Activations and revenue of the last twelve months. */
export function Months({ months }: { months: readonly Month[] }) {
  const { locale } = usePageData()
  const points = months.map(({ month }) => monthName(month, dateLocales[locale]))
  const series = productList.map((product) => activationsOf(product, months))
  const most = Math.max(
    ...months.map(({ activations }) => activations.reduce((sum, { count }) => sum + count, 0)),
  )
  return (
    <div className="grid gap-4 xl:grid-cols-2">
      <Figure
        level="h2"
        title={m.insights_activations()}
        about={m.insights_activations_about()}
        unit={m.insights_month()}
        points={points}
        series={series}
        scale={linearScale(most)}
        formatOnAxis={String}
      />
      {useMay()('payments.read') ? <Revenue months={months} points={points} /> : null}
    </div>
  )
}

const activationsOf = ({ name, menu }: Product, months: readonly Month[]): Series => ({
  label: menu.label(),
  color: menu.color,
  values: months.map(({ activations }) => activations.find((one) => one.kind === name)?.count ?? 0),
  format: String,
})

/** Amounts of several currencies can't be stacked. The bars show the shop's currency, the table shows all. */
function Revenue({ months, points }: { months: readonly Month[]; points: ReturnType<typeof monthName>[] }) {
  const { currency } = readOffers(usePageData())
  const found = new Set(months.flatMap(({ revenue }) => revenue.map((one) => one.currency)))
  found.delete(currency)
  const shown = revenueIn(currency, months)
  return (
    <Figure
      level="h2"
      title={m.insights_revenue()}
      about={m.insights_revenue_about()}
      unit={m.insights_month()}
      points={points}
      series={[{ ...shown, color: 'text-lagoon' }, ...[...found].map((one) => revenueIn(one, months))]}
      scale={linearScale(Math.max(...shown.values))}
      formatOnAxis={briefAmount}
    />
  )
}

const revenueIn = (currency: string, months: readonly Month[]) => ({
  label: currency,
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
