import { Link } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { NameSearch, type Finding } from '../../requests/ui/NameSearch.tsx'
import { suggestAddresses } from '../../products/email-addresses.ts'
import { emailProduct } from './email-product.ts'

/** Looks for an address, or offers the usual ones at a domain. */
export function EmailSearch() {
  return (
    <NameSearch
      product={emailProduct}
      title={m.emails_search_title()}
      label={m.emails_search_label()}
      placeholder={m.emails_search_placeholder()}
      find={find}
    />
  )
}

function find(input: string): Finding {
  const found = suggestAddresses(input)
  if (!found) return { name: undefined, problem: m.emails_empty(), suggestions: [] }
  const { address: name, needsDomain, suggestions } = found
  if (needsDomain) return { name, suggestions, notice: <DomainFirst /> }
  return { name, suggestions, ...(suggestions.length === 0 && { problem: m.emails_invalid() }) }
}

function DomainFirst() {
  return (
    <>
      {m.emails_domain_first()}{' '}
      <Link to="/dashboard/domains" className="font-semibold underline underline-offset-4">
        {m.emails_to_domains()}
      </Link>
    </>
  )
}
