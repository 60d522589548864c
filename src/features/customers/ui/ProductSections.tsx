import { useMemo } from 'react'
import { m } from '../../../paraglide/messages.js'
import { IfMay } from '../../../client/session/staff.tsx'
import { DomainManagement } from '../../domains/ui/DomainSearch.tsx'
import { ownDomains } from '../../domains/ui/transfers/with-transfers.ts'
import { emailProduct } from '../../emails/ui/email-product.ts'
import { EmailSearch } from '../../emails/ui/EmailsScreen.tsx'
import { hostingProduct } from '../../hosting/ui/hosting-product.ts'
import { CustomPlanForm, PlanPicker } from '../../hosting/ui/HostingScreen.tsx'
import { ServiceTable } from '../../requests/ui/ServiceTable.tsx'
import { RequestList } from '../../requests/ui/RequestList.tsx'
import { actingProduct } from './acting-product.ts'
import { AllLink, type SectionProps } from './section.tsx'

/** A customer's email addresses and the requests for them, operated by an admin. */
export function EmailsSection({ profile, name }: SectionProps) {
  const product = useMemo(() => actingProduct(profile, emailProduct), [profile])
  return (
    <>
      <div className="flex flex-col gap-10">
        <EmailSearch
          product={product}
          title={m.customers_find_address_for({ name })}
          domains={`/admin/profiles/${profile}/domains`}
        />
        <ServiceTable product={product} />
        <RequestList product={product} />
      </div>
      <AllLink to={`${product.screens.admin}?customer=${profile}`}>{m.customers_decide()}</AllLink>
    </>
  )
}

/** A customer's hosting and the requests for it, operated by an admin. */
export function HostingSection({ profile }: SectionProps) {
  const product = useMemo(() => actingProduct(profile, hostingProduct), [profile])
  return (
    <>
      <div className="flex flex-col gap-10">
        <ServiceTable product={product} />
        <RequestList product={product} />
        <IfMay needs="customers.write">
          <PlanPicker product={product} />
          <CustomPlanForm product={product} />
        </IfMay>
      </div>
      <AllLink to={`${product.screens.admin}?customer=${profile}`}>{m.customers_decide()}</AllLink>
    </>
  )
}

/** A customer's domain management, operated by an admin. */
export function DomainsSection({ profile, name }: SectionProps) {
  const product = useMemo(() => actingProduct(profile, ownDomains), [profile])
  return (
    <>
      <DomainManagement product={product} title={m.customers_find_domain_for({ name })} />
      <AllLink to={`${product.screens.admin}?customer=${profile}`}>{m.customers_decide()}</AllLink>
    </>
  )
}
