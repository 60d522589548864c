import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { useMay } from '../../../client/session/staff.tsx'
import { classes } from '../../../kit/classes.ts'
import { usePageData } from '../../../kit/page/page-data.ts'
import { formatMoney, moneyFromDecimal } from '../../../shared/money/money.ts'
import { readOffers } from '../../catalogue/catalogue.ts'
import { changeOf } from './reports/change.ts'
import { type Insights, useInsights } from './insights.api.ts'

type Sums = Insights['day']['money']

/** Today at a glance: what came in and was sold, what expires and what is late. Each leads to its list. */
export function Today() {
  const { data } = useInsights()
  const { currency } = readOffers(usePageData())
  const may = useMay()
  if (!data) return null
  const { day, expiries } = data
  const count = (days: 'expired' | 'in_30') => expiries.reduce((sum, row) => sum + row[days], 0)
  const late = day.late.reduce((sum, row) => sum + row.count, 0)
  const seesMoney = may('payments.read')
  return (
    <section aria-labelledby="today">
      <h2 id="today" className="mb-4 text-xl font-bold">
        {m.insights_today()}
      </h2>
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line sm:grid-cols-4">
        {seesMoney ? (
          <>
            <SumTile
              label={m.insights_money_in()}
              to="/admin/payments"
              sums={day.money}
              currency={currency}
            />
            <SumTile label={m.insights_sold()} to="/admin/reports" sums={day.sales} currency={currency} />
          </>
        ) : null}
        <Tile label={m.insights_expiring()} to="/admin/services?due=30" value={count('in_30')}>
          {count('expired') ? m.insights_expired_count({ count: count('expired') }) : null}
        </Tile>
        {seesMoney ? (
          <Tile label={m.insights_late()} to="/admin/payments/due" value={late} isBad={late > 0}>
            {day.late.map((row) => written(row.amount, row.currency)).join(' · ')}
          </Tile>
        ) : null}
      </dl>
    </section>
  )
}

const written = (decimal: number, currency: string) => formatMoney(moneyFromDecimal(decimal, currency))

interface SumTileProps {
  label: string
  to: string
  sums: Sums
  /** The shop's, which stands first. */
  currency: string
}

/** Today's sum, and this month's beside last month's up to the same day. Other currencies than the shop's follow. */
function SumTile({ label, to, sums, currency }: SumTileProps) {
  const none = { currency, today: 0, month: 0, last_month: 0 }
  const own = sums.find((one) => one.currency === currency) ?? none
  const others = sums.filter((one) => one.currency !== currency && one.month)
  return (
    <Tile label={label} to={to} value={written(own.today, currency)}>
      {m.insights_this_month({ amount: written(own.month, currency) })}
      {own.last_month ? (
        <span className="block">{m.insights_change({ change: changeOf(own.month, own.last_month) })}</span>
      ) : null}
      {others.map((one) => (
        <span key={one.currency} className="block">
          {m.insights_this_month({ amount: written(one.month, one.currency) })}
        </span>
      ))}
    </Tile>
  )
}

interface TileProps {
  label: string
  to: string
  value: string | number
  isBad?: boolean
  children?: ReactNode
}

function Tile({ label, to, value, isBad = false, children }: TileProps) {
  return (
    <div className="relative row-span-2 grid min-w-0 grid-rows-subgrid gap-1 bg-card p-4 wrap-anywhere hover:bg-well sm:p-5">
      <dt className="text-sm text-muted">
        <Link to={to} className="after:absolute after:inset-0">
          {label}
        </Link>
      </dt>
      <dd>
        <span className={classes('block text-2xl font-black', isBad && 'text-danger')}>{value}</span>
        {children ? <span className="mt-1 block text-sm text-muted">{children}</span> : null}
      </dd>
    </div>
  )
}
