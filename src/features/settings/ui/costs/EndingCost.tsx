import { useQuery } from '@tanstack/react-query'
import { m } from '../../../../paraglide/messages.js'
import { useMay } from '../../../../client/session/staff.tsx'
import { useNow } from '../../../../kit/dates.tsx'
import { formatMoney } from '../../../../shared/money/money.ts'
import { compareCosts, type CostRow } from '../../costs/costs.ts'
import type { Settings } from '../../settings.ts'
import { priceOf } from '../drafts.ts'
import { costLabel } from './cost-labels.ts'
import { costsApi } from './costs.api.ts'

/** An ending with its prices as they are typed. */
interface TypedEnding {
  ending: string
  price: string
  renewal: string
}

interface EndingCostProps {
  row: TypedEnding
  settings: Settings
  /** Says only that a price is below cost. */
  brief?: boolean
}

const typedPrice = (typed: string) => (priceOf(typed) >= 0 ? priceOf(typed) : null)

/** What the names of an ending cost, for those who may know, and whether a typed price is below that. */
export function EndingCost({ row, settings, brief = false }: EndingCostProps) {
  const may = useMay()
  const { data } = useQuery({ ...costsApi.costs.queryOptions(), enabled: may('settings.read') })
  const now = useNow()
  const ending = row.ending.trim().toLowerCase().replace(/^\./, '')
  const listed = data?.items.filter((one) => one.ending === ending)
  const sold = { ...settings['catalogue.domains'][0]!, ending }
  const rows = compareCosts(
    listed ?? [],
    {
      ...settings,
      'catalogue.domains': [{ ...sold, price: typedPrice(row.price), renewal: typedPrice(row.renewal) }],
    },
    new Date(now),
  )
  if (brief)
    return rows.some(({ isBelow }) => isBelow) ? (
      <b className="font-semibold text-danger"> · {m.costs_below_brief()}</b>
    ) : null
  return (
    <ul className="mt-3 flex flex-col gap-0.5 text-sm empty:hidden">
      {rows.map((one) => (
        <li key={one.term} className={one.isBelow ? 'text-danger' : 'text-muted'}>
          {sentenceOf(one)}
        </li>
      ))}
    </ul>
  )
}

function sentenceOf(row: CostRow): string {
  const { inShop, cost, margin } = row
  const about = { name: costLabel(row), cost: formatMoney(inShop ?? cost) }
  if (!margin) return m.costs_of_ending(about)
  const amount = formatMoney({ ...margin, amount: Math.abs(margin.amount) })
  return row.isBelow
    ? m.costs_of_ending_below({ ...about, amount })
    : m.costs_of_ending_above({ ...about, amount })
}
