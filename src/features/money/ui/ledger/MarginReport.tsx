import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { m } from '../../../../paraglide/messages.js'
import { createApi } from '../../../../client/api.ts'
import { outageMessage } from '../../../../client/error-messages.ts'
import { useMay } from '../../../../client/session/staff.tsx'
import { Card } from '../../../../kit/Card.tsx'
import { useNow } from '../../../../kit/dates.tsx'
import { SegmentedControl } from '../../../../kit/form/SegmentedControl.tsx'
import { type Column, DataTable } from '../../../../kit/list/DataTable.tsx'
import { ErrorState } from '../../../../kit/list/list-states.tsx'
import { usePageData } from '../../../../kit/page/page-data.ts'
import { dateLocales } from '../../../../shared/dates.ts'
import { formatDecimal } from '../../../../shared/money/money.ts'
import type { Locale } from '../../../../shared/pages.ts'
import { marginsContract, marginSubjects } from '../../ledger/margins.contract.ts'

const marginsApi = createApi('margins', marginsContract)

type Margins = Awaited<ReturnType<typeof marginsApi.show.call>>
type Line = Margins['items'][number]
type Sums = Margins['totals'][number]
type Subject = (typeof marginSubjects)[number]

const subjects: Record<Subject, () => string> = {
  ending: m.settings_ending,
  month: m.exports_month,
  customer: m.common_customer,
  name: m.common_name,
}

/** What names leave in the last months: by ending, month, customer and name. Nothing while no name was bought at a registrar. */
export function MarginReport({ months }: { months: number }) {
  const may = useMay()
  const { locale } = usePageData()
  const now = useNow()
  const [chosen, setBy] = useState<Subject>()
  const by = chosen ?? 'ending'
  const margins = useQuery({
    ...marginsApi.show.queryOptions({ input: { by, ...lastMonths(months, new Date(now)) } }),
    enabled: may('payments.read'),
    placeholderData: (before) => before,
  })
  const { data } = margins
  if (margins.isError && !data)
    return (
      <ErrorState title={m.margins_failed()} query={margins}>
        {outageMessage(margins.error)}
      </ErrorState>
    )
  if (data ? !data.groups : !chosen) return null
  return (
    <Card aria-labelledby="margins-title" className="mt-4">
      <div className="mb-1 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <h2 id="margins-title" className="text-lg font-bold">
          {m.margins_title()}
        </h2>
        <SegmentedControl
          label={m.margins_by()}
          options={marginSubjects.map((value) => ({ value, label: subjects[value]() }))}
          value={by}
          onChange={setBy}
        />
      </div>
      <p className="mb-4 max-w-text text-muted">{m.margins_about()}</p>
      <ul className="mb-4 flex flex-col gap-1">
        {data?.totals.map((sums) => (
          <li key={`${sums.currency} ${sums.cost_currency}`}>
            <Total sums={sums} />
          </li>
        ))}
      </ul>
      <DataTable
        label={m.margins_title()}
        columns={columnsOf(by, locale)}
        rows={data?.items}
        keyOf={({ label, customer, currency, cost_currency }) =>
          [customer ?? label, currency, cost_currency].join(' ')
        }
        empty={null}
      />
      {data && data.groups > data.items.length ? (
        <p className="mt-3 text-sm text-muted">
          {m.margins_more({ shown: data.items.length, count: data.groups })}
        </p>
      ) : null}
    </Card>
  )
}

/** So many months, the present one included, until today in every time zone. */
function lastMonths(months: number, now: Date): { from: string; to: string } {
  const [from, to] = [
    Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months + 1),
    Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1),
  ].map((at) => new Date(at).toISOString().slice(0, 10))
  return { from: from!, to: to! }
}

function Total({ sums }: { sums: Sums }) {
  const { names, sold, currency, cost, cost_currency, margin } = sums
  const about = {
    count: names,
    sold: formatDecimal(sold, currency),
    cost: formatDecimal(cost, cost_currency),
  }
  return margin === null
    ? m.margins_total_unrated({ ...about, currency: cost_currency })
    : m.margins_total({ ...about, margin: marginText(sums) })
}

/** The margin, with its part of what was sold. */
const marginText = ({ margin, currency, sold }: Sums): string =>
  margin === null
    ? '—'
    : [formatDecimal(margin, currency), sold > 0 && `${Math.round((margin / sold) * 1000) / 10} %`]
        .filter(Boolean)
        .join(' · ')

const monthName = (month: string, locale: Locale) =>
  new Intl.DateTimeFormat(dateLocales[locale], { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )

const columnsOf = (by: Subject, locale: Locale): Column<Line>[] => [
  {
    id: 'label',
    header: subjects[by](),
    heading: true,
    cell: ({ label, customer }) =>
      customer ? (
        <Link to={`/admin/profiles/${customer}`} className="underline">
          {label || '—'}
        </Link>
      ) : by === 'month' ? (
        monthName(label, locale)
      ) : by === 'ending' ? (
        `.${label}`
      ) : (
        label
      ),
  },
  { id: 'names', header: m.margins_names(), align: 'right', cell: ({ names }) => names },
  {
    id: 'sold',
    header: m.margins_sold(),
    align: 'right',
    cell: ({ sold, currency }) => formatDecimal(sold, currency),
  },
  {
    id: 'cost',
    header: m.costs_cost(),
    align: 'right',
    cell: ({ cost, cost_currency }) => formatDecimal(cost, cost_currency),
  },
  {
    id: 'margin',
    header: m.margins_margin(),
    align: 'right',
    cell: (line) => (
      <span className={line.margin !== null && line.margin < 0 ? 'text-danger' : undefined}>
        {marginText(line)}
      </span>
    ),
  },
]
