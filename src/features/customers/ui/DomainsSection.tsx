import { useMemo } from 'react'
import { m } from '../../../paraglide/messages.js'
import { DomainManagement } from '../../domains/ui/DomainSearch.tsx'
import { domainProduct } from '../../domains/ui/domain-product.ts'
import { actingProduct } from './acting-product.ts'
import { ActingNotice, AllLink, type SectionProps } from './section.tsx'

/** A customer's domain management, operated by an admin. */
export function DomainsSection({ profile, name }: SectionProps) {
  const product = useMemo(() => actingProduct(profile, domainProduct), [profile])
  return (
    <>
      <ActingNotice name={name} />
      <DomainManagement product={product} title={m.customers_find_domain_for({ name })} />
      <AllLink to={`${product.screens.admin}?customer=${profile}`}>{m.customers_decide()}</AllLink>
    </>
  )
}
