import { Timer } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { IfMay } from '../../../client/session/staff.tsx'
import { LinkButton } from '../../../kit/Button.tsx'
import { SegmentedControl } from '../../../kit/form/SegmentedControl.tsx'
import { PageHeader } from '../../../kit/page/PageHeader.tsx'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { MarginReport } from '../../money/ui/ledger/MarginReport.tsx'
import { InsightsSection } from './reports/InsightsSection.tsx'

export const handle = { firstCalls: () => ['/api/admin/insights'] }

export const meta = pageTitle(() => ({ title: m.insights_reports() }))

/** How many months can be shown. Twice as many are known, for the comparison. */
const spans = [3, 6, 12] as const

/** The shop's figures over a period. */
export default function ReportsScreen() {
  const [search, setSearch] = useSearchParams()
  const months = spans.find((span) => String(span) === search.get('months')) ?? 12
  return (
    <>
      <PageHeader
        title={m.insights_reports()}
        actions={
          <IfMay needs="staff.read">
            <LinkButton to="/admin/answer-times" variant="secondary">
              <Timer aria-hidden className="size-4" />
              {m.answer_time_title()}
            </LinkButton>
          </IfMay>
        }
      />
      <SegmentedControl
        label={m.insights_period()}
        className="mb-4"
        value={String(months)}
        onChange={(next) => setSearch({ months: next }, { replace: true, preventScrollReset: true })}
        options={spans.map((span) => ({
          value: String(span),
          label: m.insights_months({ count: span }),
        }))}
      />
      <InsightsSection months={months} />
      <MarginReport months={months} />
    </>
  )
}
