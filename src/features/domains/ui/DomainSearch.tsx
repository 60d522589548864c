import { useLocation } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { usePageData } from '../../../kit/page/page-data.ts'
import { AvailabilityMark } from '../../availability/ui/AvailabilityMark.tsx'
import { readOffers } from '../../catalogue/catalogue.ts'
import { type Beside, NameSearch, type Finding } from '../../requests/ui/NameSearch.tsx'
import type { Product } from '../../requests/ui/product.ts'
import { ServiceTable } from '../../requests/ui/ServiceTable.tsx'
import { RequestList } from '../../requests/ui/RequestList.tsx'

/** Searches for a name and suggests it with other endings and variations. */
export function DomainSearch({
  product,
  title = m.domains_search_title(),
  mark = AvailabilityMark,
  offer,
  justSent,
}: DomainManagementProps) {
  const { search } = useLocation()
  const { glued, endings } = readOffers(usePageData())
  const name = new URLSearchParams(search).get('name') ?? ''
  return (
    <NameSearch
      key={name}
      product={product}
      title={title}
      label={m.domains_search_label()}
      placeholder={m.domains_search_placeholder()}
      find={(input) => find(input, glued, endings)}
      initial={name}
      mark={mark}
      offer={offer}
      justSent={justSent}
    />
  )
}

async function find(input: string, glued: readonly string[], endings: readonly string[]): Promise<Finding> {
  // The list of public suffixes is large, so it is loaded with the first search.
  const { suggestDomains } = await import('../../availability/suggestions.ts')
  const found = suggestDomains(input, glued, endings)
  if (!found) return { name: undefined, problem: m.domains_empty(), suggestions: [] }
  const { typed: name, suggestions } = found
  return { name, suggestions, ...(suggestions.length === 0 && { problem: m.domains_invalid() }) }
}

interface DomainManagementProps {
  /** Domains, with the calls of the customer, or of an admin who works for the customer. */
  product: Product
  /** The heading of the search. */
  title?: string
  /** Shown beside a suggestion; whether it is free by default. */
  mark?: Beside
  /** The way to buy a suggestion at once. */
  offer?: Beside
  /** The name of a request that is sent while the screen opens. */
  justSent?: string | undefined
}

/** The search for domains, and the customer's requests and domains. */
export function DomainManagement(props: DomainManagementProps) {
  const { product } = props
  return (
    <div className="flex flex-col gap-10">
      <DomainSearch {...props} />
      <ServiceTable product={product} />
      <RequestList product={product} />
    </div>
  )
}
