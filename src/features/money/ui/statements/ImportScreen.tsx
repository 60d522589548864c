import { m } from '../../../../paraglide/messages.js'
import { ReadOnlyUnless } from '../../../../client/session/staff.tsx'
import { BackLink } from '../../../../kit/page/BackLink.tsx'
import { PageHeader } from '../../../../kit/page/PageHeader.tsx'
import { pageTitle } from '../../../../kit/page/page-title.ts'
import { LinkButton } from '../../../../kit/Button.tsx'
import { PasteCard } from './PasteCard.tsx'
import { ReceivedQueue } from '../received/ReceivedQueue.tsx'
import { Proposals } from '../templates/Proposals.tsx'
import { StatementCard } from './StatementCard.tsx'

export const handle = { firstCalls: () => ['/api/admin/payments/received'] }

export const meta = pageTitle(() => ({ title: m.common_received_money() }))

/** What the shop's phone and its bank have reported: what waits for a person, pasted messages and statements. */
export default function ImportScreen() {
  return (
    <>
      <BackLink to="/admin/payments">{m.common_payments()}</BackLink>
      <PageHeader
        title={m.common_received_money()}
        actions={
          <LinkButton variant="secondary" to="/admin/settings#messages">
            {m.billing_import_phone()}
          </LinkButton>
        }
      >
        {m.billing_import_about()}
      </PageHeader>
      <div className="flex flex-col gap-6">
        <Proposals />
        <ReceivedQueue />
        <ReadOnlyUnless needs="payments.write">
          <StatementCard />
          <PasteCard />
        </ReadOnlyUnless>
      </div>
    </>
  )
}
