import { m } from '../../../paraglide/messages.js'
import { PageHeader } from '../../../kit/page/PageHeader.tsx'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { domainProduct } from './domain-product.ts'
import { DomainManagement } from './DomainSearch.tsx'

export const handle = { firstCalls: () => ['/api/domain-requests?limit=10', '/api/domains?limit=20'] }

export const meta = pageTitle(() => ({ title: m.domains_title() }))

/** A customer's own domains. */
export default function DomainsScreen() {
  return (
    <>
      <PageHeader title={m.domains_title()}>{m.domains_about()}</PageHeader>
      <DomainManagement product={domainProduct} />
    </>
  )
}
