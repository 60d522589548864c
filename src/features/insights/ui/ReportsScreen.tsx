import { Timer } from 'lucide-react'
import { m } from '../../../paraglide/messages.js'
import { IfMay } from '../../../client/session/staff.tsx'
import { LinkButton } from '../../../kit/Button.tsx'
import { PageHeader } from '../../../kit/page/PageHeader.tsx'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { MarginReport } from '../../money/ui/ledger/MarginReport.tsx'
import { InsightsSection } from './InsightsSection.tsx'

export const handle = { firstCalls: () => ['/api/admin/insights'] }

export const meta = pageTitle(() => ({ title: m.insights_reports() }))

/** The shop's figures over time. */
export default function ReportsScreen() {
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
      <InsightsSection />
      <MarginReport />
    </>
  )
}
