import { SHOP_CURRENCY } from '../../../shared/money.ts'
import { m } from '../../../paraglide/messages.js'
import { usePageData } from '../../../kit/page/page-data.ts'
import { productList } from '../../product-screens/ui/products.ts'
import { MonthsFigure } from './MonthsFigure.tsx'
import type { Month } from './use-insights.ts'

const places = { en: 'en-GB', sw: 'sw-TZ' }
const whole = (value: number) => String(Math.round(value))

/** Activations and revenue of the last twelve months. */
export function Months({ months }: { months: readonly Month[] }) {
  const { locale } = usePageData()
  const named = months.map(({ month }) => nameOf(month, places[locale]))
  return (
    <div className="grid gap-4 xl:grid-cols-2">
      <MonthsFigure
        title={m.insights_activations()}
        about={m.insights_activations_about()}
        months={named}
        series={productList.map(({ name, menu }) => ({
          label: menu.label(),
          swatch: menu.color,
          values: months.map(({ activations }) => activations.find((one) => one.kind === name)?.count ?? 0),
        }))}
        format={whole}
      />
      <Revenue months={months} named={named} />
    </div>
  )
}

/** Amounts of several currencies can't be stacked: the bars show the dollars, the table all of them. */
function Revenue({ months, named }: { months: readonly Month[]; named: ReturnType<typeof nameOf>[] }) {
  const found = new Set(months.flatMap(({ revenue }) => revenue.map(({ currency }) => currency)))
  found.delete(SHOP_CURRENCY)
  const series = (currency: string) => ({
    label: currency,
    swatch: 'bg-lagoon',
    values: months.map(({ revenue }) => revenue.find((one) => one.currency === currency)?.amount ?? 0),
  })
  return (
    <MonthsFigure
      title={m.insights_revenue()}
      about={m.insights_revenue_about()}
      months={named}
      series={[series(SHOP_CURRENCY)]}
      further={[...found].map(series)}
      format={amount}
      formatOnAxis={briefAmount}
    />
  )
}

const written = (value: number, cents: number) =>
  value.toLocaleString('en', { minimumFractionDigits: cents, maximumFractionDigits: 2 })
/** All with cents: amounts below each other are compared by their points. */
const amount = (value: number) => written(value, 2)
/** Whole amounts without cents: the axis has little room. */
const briefAmount = (value: number) => written(value, Number.isInteger(value) ? 0 : 2)

function nameOf(month: string, place: string) {
  const day = new Date(`${month}-01T00:00:00Z`)
  const shown = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(place, { ...options, timeZone: 'UTC' }).format(day)
  return { name: shown({ month: 'long', year: 'numeric' }), brief: shown({ month: 'short' }) }
}
