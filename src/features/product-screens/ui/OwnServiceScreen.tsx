import { useQuery } from '@tanstack/react-query'
import { MessagesSquare } from 'lucide-react'
import { type ComponentType, type ReactNode, Suspense } from 'react'
import { useLocation, useParams } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { chatUrl } from '../../../client/chat-link.ts'
import { failureReason, refusalCode } from '../../../client/error-messages.ts'
import { buttonClasses, LinkButton } from '../../../kit/Button.tsx'
import { Card } from '../../../kit/Card.tsx'
import { Copyable } from '../../../kit/Copyable.tsx'
import { FormattedDate } from '../../../kit/dates.tsx'
import { ErrorState } from '../../../kit/list/list-states.tsx'
import { loadedLater } from '../../../kit/loaded-later.ts'
import { Notice } from '../../../kit/Notice.tsx'
import { BackLink } from '../../../kit/page/BackLink.tsx'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { CardSkeletons, Skeleton } from '../../../kit/Skeleton.tsx'
import { formatDecimal } from '../../../shared/money/money.ts'
import { HostingDetails } from '../../hosting/ui/HostingDetails.tsx'
import { productFacts } from '../../products/products.data.ts'
import type { ProductName } from '../../products/products.ts'
import type { ProductAccess } from '../../requests/ui/requests.api.ts'
import type { Product } from '../../requests/ui/product.ts'
import { AutoRenew } from '../../requests/ui/AutoRenew.tsx'
import { ServiceStatus, Renewal } from '../../requests/ui/ServiceTable.tsx'
import { products } from './products.ts'

/** Other screens would load what they share with these in more files. */
const ServicePayments = loadedLater(() =>
  import('../../money/ui/charges/ServicePayments.tsx').then((file) => file.ServicePayments),
)

interface DetailsProps {
  product: Product
  access: ProductAccess
}

/** What a product's services need to be used, and what opens them. */
const details: Partial<
  Record<ProductName, { Details: ComponentType<DetailsProps>; opens: string; open: () => string }>
> = {
  email: {
    Details: loadedLater(() =>
      import('../../emails/ui/MailboxDetails.tsx').then((file) => file.MailboxDetails),
    ),
    opens: 'webmail',
    open: m.mailbox_open_webmail,
  },
  hosting: {
    Details: HostingDetails,
    opens: 'panel',
    open: m.hosting_open_panel,
  },
}

const productAt = (pathname: string) =>
  Object.values(products).find(({ screens }) => pathname.startsWith(`${screens.customer}/`))

export const handle = {
  firstCalls(pathname: string) {
    const product = productAt(pathname)
    return product ? [`/api/${productFacts[product.name].service.path}/-/access`] : []
  },
}

export const meta = pageTitle(() => ({ title: m.services_one() }))

/** One address or plan of the customer, with what is needed to use it. Domains have a page of their own. */
export default function OwnServiceScreen() {
  const { id = '' } = useParams()
  const product = productAt(useLocation().pathname)
  return product ? <OwnService key={id} product={product} id={id} /> : null
}

function OwnService({ product, id }: { product: Product; id: string }) {
  const query = useQuery(product.calls.access.queryOptions({ input: { id } }))
  return (
    <>
      <BackLink to={product.screens.customer}>{product.menu.customerLabel()}</BackLink>
      {query.data ? (
        <Detail product={product} access={query.data} />
      ) : query.isError ? (
        refusalCode(query.error) === 'NOT_FOUND' ? (
          <ErrorState title={m.handover_not_yours()} />
        ) : (
          <ErrorState title={m.handover_failed()} query={query}>
            {failureReason(query.error, product)}
          </ErrorState>
        )
      ) : (
        <CardSkeletons />
      )}
    </>
  )
}

function Detail({ product, access }: DetailsProps) {
  const { record: service, facts, missing } = access
  const name = product.service.nameOf(service)
  const detail = product.service.detailOf?.(service)
  const of = details[product.name]
  const address = of && facts[of.opens]
  return (
    <>
      <header className="mb-6 flex flex-wrap items-start justify-between gap-4">
        <div className="flex min-w-0 flex-col items-start gap-2">
          <ServiceStatus service={service} />
          <h1 className="text-2xl font-black wrap-anywhere">
            {product.titleOf ? product.titleOf(name) : <Copyable text={name} />}
          </h1>
          {detail ? <p className="text-muted">{detail}</p> : null}
        </div>
        <div className="flex flex-wrap gap-2">
          {typeof address === 'string' ? (
            <a href={address} target="_blank" rel="noreferrer" className={buttonClasses()}>
              {of?.open()}
            </a>
          ) : null}
          <LinkButton to={chatUrl(name)} variant="secondary">
            <MessagesSquare aria-hidden className="size-4" />
            {m.handover_ask()}
          </LinkButton>
        </div>
      </header>
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="flex min-w-0 flex-col gap-4">
          {missing ? <Notice>{m.handover_missing()}</Notice> : null}
          {of ? (
            <Suspense fallback={<Skeleton className="h-64 w-full" />}>
              <of.Details product={product} access={access} />
            </Suspense>
          ) : null}
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <Term product={product} access={access} />
          <Suspense fallback={<Skeleton className="h-40 w-full" />}>
            <ServicePayments service={service.id} />
          </Suspense>
        </div>
      </div>
    </>
  )
}

/** Since when and until when it is paid, what the next period costs, and the button that renews it. */
function Term({ product, access }: DetailsProps) {
  const { record: service, renewal_price: price, renewable_from: from } = access
  const { billing_period } = service as { billing_period?: string | null }
  const isLater = service.renewal === null && service.status === 'active' && from !== null
  const ofPeriod = billing_period === 'monthly' ? m.services_price_month : m.domains_per_year
  return (
    <Card>
      <h2 className="mb-3 text-lg font-bold">{m.services_term()}</h2>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4">
        <Fact name={product.service.texts.since()}>
          <FormattedDate at={product.service.sinceOf(service)} />
        </Fact>
        <Fact name={m.requests_expires()}>
          {service.expires_at ? <FormattedDate at={service.expires_at} /> : '—'}
        </Fact>
        {service.expires_at ? (
          <Fact name={m.domains_renewal_price()} isWide>
            {price
              ? ofPeriod({ price: formatDecimal(price.amount, price.currency) })
              : m.pricing_on_request()}
          </Fact>
        ) : null}
        {isLater ? null : (
          <Fact name={m.common_renewal()}>
            <Renewal product={product} service={service} />
          </Fact>
        )}
      </dl>
      {isLater ? (
        <p className="mt-4 text-sm text-muted">
          {m.services_renewal_from()} <FormattedDate at={from} />
        </p>
      ) : null}
      <AutoRenew product={product} access={access} />
    </Card>
  )
}

const Fact = ({
  name,
  isWide = false,
  children,
}: {
  name: string
  isWide?: boolean
  children: ReactNode
}) => (
  <div className={isWide ? 'col-span-2' : undefined}>
    <dt className="text-sm text-muted">{name}</dt>
    <dd className="mt-0.5 font-semibold">{children}</dd>
  </div>
)
