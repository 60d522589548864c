import { m } from '../../../../paraglide/messages.js'
import { shownDollars } from '../../../../shared/money.ts'
import { Badge } from '../../../../kit/Badge.tsx'
import { SegmentedControl } from '../../../../kit/form/SegmentedControl.tsx'
import { lineStates, type LineState } from '../../totals.ts'
import { lineTones, lineWords, type OrderLine, type ReviewedOrder } from '../orders.ts'

interface LineDecisionProps {
  order: ReviewedOrder
  line: OrderLine
  state: LineState
  onChange: (state: LineState) => void
}

/** One domain of an order: what is known of it, and what becomes of it. A registered one is given and stays. */
export function LineDecision({ order, line, state, onChange }: LineDecisionProps) {
  const { domain, price } = line
  const isGiven = order.status === 'completed' && line.state === 'registered'
  const marks = [
    line.unchecked && !isGiven && m.orders_mark_unchecked(),
    order.held_by_other.includes(domain) && m.orders_mark_held(),
    order.wanted_elsewhere.includes(domain) && m.orders_mark_wanted(),
  ].filter((words) => typeof words === 'string')
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5 first:pt-0">
      <div className="min-w-0 flex-1 basis-52">
        <p className="wrap-anywhere">
          <span className="font-semibold">{domain}</span>{' '}
          <span className="text-sm text-muted">{shownDollars(price)}</span>
        </p>
        {marks.length > 0 ? <p className="text-sm text-pending">{marks.join(' · ')}</p> : null}
      </div>
      {isGiven ? (
        <Badge {...lineTones.registered}>{lineWords.registered()}</Badge>
      ) : (
        <SegmentedControl
          label={m.orders_review_state_of({ name: domain })}
          options={lineStates.map((value) => ({ value, label: lineWords[value]() }))}
          value={state}
          onChange={onChange}
        />
      )}
    </li>
  )
}
