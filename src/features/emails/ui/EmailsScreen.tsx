import { Link, useLocation } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { Notice } from '../../../kit/Notice.tsx'
import { loadedRows } from '../../../kit/list/paging.ts'
import { CardSkeletons } from '../../../kit/Skeleton.tsx'
import { PageHeader } from '../../../kit/page/PageHeader.tsx'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { ServiceTable, useServices } from '../../requests/ui/ServiceTable.tsx'
import { RequestList } from '../../requests/ui/RequestList.tsx'
import { SupportWays } from '../../money/ui/claims/SupportWays.tsx'
import { emailProduct } from './email-product.ts'
import type { Product } from '../../requests/ui/product.ts'
import { type Beside, type Finding, NameSearch } from '../../requests/ui/NameSearch.tsx'
import { usePageData } from '../../../kit/page/page-data.ts'
import { formatMoney } from '../../../shared/money/money.ts'
import { readOffers } from '../../catalogue/catalogue.ts'
import { AddToCart } from '../../orders/ui/AddToCart.tsx'

export const handle = { firstCalls: () => ['/api/email-requests?limit=10', '/api/emails?limit=20'] }

export const meta = pageTitle(() => ({ title: m.emails_title() }))

/** The customer's addresses above the search, then the requests. Without addresses, or with a name in the URL, the search is first. */
export default function EmailsScreen() {
  const comesToSearch = new URLSearchParams(useLocation().search).has('name')
  const services = useServices(emailProduct)
  const isFirst = comesToSearch || !loadedRows(services.data)?.length
  return (
    <>
      <PageHeader title={m.emails_title()}>{m.emails_about()}</PageHeader>
      {/* Their order is known first, so that nothing moves. The hidden ones load meanwhile. */}
      {services.isLoading ? <CardSkeletons /> : null}
      <div hidden={services.isLoading} className="flex flex-col gap-10 [&[hidden]]:hidden">
        {isFirst ? <NewAddress /> : null}
        <ServiceTable product={emailProduct} />
        {isFirst ? null : <NewAddress />}
        <RequestList product={emailProduct} />
        <Notice action={<SupportWays about={m.area_professional_emails()} />}>{m.emails_support()}</Notice>
      </div>
    </>
  )
}

/** The search for a new address, below what one costs. */
const NewAddress = () => (
  <div className="flex flex-col gap-4">
    <YearlyPrice />
    <EmailSearch />
  </div>
)

interface EmailSearchProps {
  /** The heading of the search. */
  title?: string
  /** Email addresses, with the calls of the customer, or of an admin who works for the customer. */
  product?: Product
  /** The screen where the customer's domains are. */
  domains?: string
}

/** Searches for an address, or suggests the usual ones at a domain. */
export function EmailSearch({
  title = m.emails_search_title(),
  product = emailProduct,
  domains = '/dashboard/domains',
}: EmailSearchProps) {
  const { email } = readOffers(usePageData())
  const name = new URLSearchParams(useLocation().search).get('name') ?? ''
  return (
    <NameSearch
      key={name}
      initial={name}
      product={product}
      title={title}
      label={m.emails_search_label()}
      placeholder={m.emails_search_placeholder()}
      find={(input) => find(input, domains)}
      offer={product.service.act ? undefined : CartOffer}
      columns={email === undefined}
    />
  )
}

/** The way into the cart, where the shop has set a price. */
const CartOffer: Beside = ({ name }) =>
  readOffers(usePageData()).email ? <AddToCart item={name} size="small" /> : null

function YearlyPrice() {
  const { email: price } = readOffers(usePageData())
  return price ? (
    <p className="font-semibold">
      {formatMoney(price)} <span className="font-normal text-muted">{m.emails_price_about()}</span>
    </p>
  ) : null
}

async function find(input: string, domains: string): Promise<Finding> {
  // The tables of scripts and public suffixes are large, so they are loaded with the first search.
  const { suggestAddresses } = await import('../../products/email-addresses.ts')
  const found = suggestAddresses(input)
  if (!found) return { name: undefined, problem: m.emails_empty(), suggestions: [] }
  const { address: name, needsDomain, suggestions } = found
  if (needsDomain) return { name, suggestions, notice: <DomainFirst domains={domains} /> }
  return { name, suggestions, ...(suggestions.length === 0 && { problem: m.emails_invalid() }) }
}

function DomainFirst({ domains }: { domains: string }) {
  return (
    <>
      {m.emails_domain_first()}{' '}
      <Link to={domains} className="font-semibold underline underline-offset-4">
        {m.emails_to_domains()}
      </Link>
    </>
  )
}
