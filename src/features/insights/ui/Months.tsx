import { SHOP_CURRENCY } from '../../../shared/money.ts'
import { useMemo } from 'react'
import type { Product } from '../../requests/ui/product.ts'
import { m } from '../../../paraglide/messages.js'
import { usePageData } from '../../../kit/page/page-data.ts'
import { productList } from '../../product-screens/ui/products.ts'
import { MonthsFigure } from './MonthsFigure.tsx'
import type { Month } from './api.ts'

const locales = { en: 'en-GB', sw: 'sw-TZ' }
const whole = (value: number) => String(Math.round(value))

/** Activations and revenue of the last twelve months. */
export function Months({ months }: { months: readonly Month[] }) {
  const { locale } = usePageData()
  const named = useMemo(() => months.map(({ month }) => monthName(month, locales[locale])), [months, locale])
  const activations = useMemo(() => productList.map((product) => activationsOf(product, months)), [months])
  return (
    <div className="grid gap-4 xl:grid-cols-2">
      <MonthsFigure
        title={m.insights_activations()}
        about={m.insights_activations_about()}
        months={named}
        series={activations}
        format={whole}
      />
      <Revenue months={months} named={named} />
    </div>
  )
}

const activationsOf = ({ name, menu }: Product, months: readonly Month[]) => ({
  label: menu.label(),
  swatch: menu.color,
  values: months.map(({ activations }) => activations.find((one) => one.kind === name)?.count ?? 0),
})

/** Amounts of several currencies can't be stacked. The bars show the dollars, the table shows all currencies. */
function Revenue({ months, named }: { months: readonly Month[]; named: ReturnType<typeof monthName>[] }) {
  const found = new Set(months.flatMap(({ revenue }) => revenue.map(({ currency }) => currency)))
  found.delete(SHOP_CURRENCY)
  const shown = useMemo(() => [revenueIn(SHOP_CURRENCY, months)], [months])
  return (
    <MonthsFigure
      title={m.insights_revenue()}
      about={m.insights_revenue_about()}
      months={named}
      series={shown}
      further={[...found].map((currency) => revenueIn(currency, months))}
      format={amount}
      formatOnAxis={briefAmount}
    />
  )
}

const revenueIn = (currency: string, months: readonly Month[]) => ({
  label: currency,
  swatch: 'bg-lagoon',
  values: months.map(({ revenue }) => revenue.find((one) => one.currency === currency)?.amount ?? 0),
})

const written = (value: number, cents: number) =>
  value.toLocaleString('en', { minimumFractionDigits: cents, maximumFractionDigits: 2 })
/** Always with cents, so that amounts in a column align. */
const amount = (value: number) => written(value, 2)
/** Whole amounts without cents, because the axis has little space. */
const briefAmount = (value: number) => written(value, Number.isInteger(value) ? 0 : 2)

function monthName(month: string, locale: string) {
  const day = new Date(`${month}-01T00:00:00Z`)
  const shown = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(day)
  return { name: shown({ month: 'long', year: 'numeric' }), brief: shown({ month: 'short' }) }
}
