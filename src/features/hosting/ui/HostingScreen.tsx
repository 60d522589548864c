import { m } from '../../../paraglide/messages.js'
import { PageHeader } from '../../../kit/page/PageHeader.tsx'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { RecordTable } from '../../requests/ui/RecordTable.tsx'
import { RequestList } from '../../requests/ui/RequestList.tsx'
import { CustomPlanForm } from './CustomPlanForm.tsx'
import { hostingProduct } from './hosting-product.ts'
import { PlanPicker } from './PlanPicker.tsx'

export const meta = pageTitle(() => ({ title: m.hosting_title() }))

/** The hosting plans, and the customer's requests and hosting accounts. */
export default function HostingScreen() {
  return (
    <>
      <PageHeader title={m.hosting_title()}>{m.hosting_about()}</PageHeader>
      <div className="flex flex-col gap-10">
        <PlanPicker />
        <CustomPlanForm />
        <RequestList product={hostingProduct} />
        <RecordTable product={hostingProduct} />
      </div>
    </>
  )
}
