import { m } from '../../../paraglide/messages.js'
import { Notice } from '../../../kit/Notice.tsx'
import { PageHeader } from '../../../kit/page/PageHeader.tsx'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { RecordTable } from '../../requests/ui/RecordTable.tsx'
import { RequestList } from '../../requests/ui/RequestList.tsx'
import { SupportWays } from '../../payments/ui/SupportWays.tsx'
import { emailProduct } from './email-product.ts'
import { EmailSearch } from './EmailSearch.tsx'

export const meta = pageTitle(() => ({ title: m.emails_title() }))

/** A customer's e-mail addresses: looked for, asked for, followed and held here. */
export default function EmailsScreen() {
  return (
    <>
      <PageHeader title={m.emails_title()}>{m.emails_about()}</PageHeader>
      <div className="flex flex-col gap-10">
        <EmailSearch />
        <RequestList product={emailProduct} />
        <RecordTable product={emailProduct} />
        <Notice action={<SupportWays about={m.area_professional_emails()} />}>{m.emails_support()}</Notice>
      </div>
    </>
  )
}
