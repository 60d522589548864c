import { type ReactNode, Suspense } from 'react'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { MessagesSquare } from 'lucide-react'
import { useParams } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { failureReason, refusalCode } from '../../../client/error-messages.ts'
import { chatUrl } from '../../../client/chat-link.ts'
import { LinkButton } from '../../../kit/Button.tsx'
import { Card } from '../../../kit/Card.tsx'
import { BackLink } from '../../../kit/page/BackLink.tsx'
import { FormattedDate } from '../../../kit/dates.tsx'
import { ErrorState } from '../../../kit/list/list-states.tsx'
import { loadedLater } from '../../../kit/loaded-later.ts'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { CardSkeletons, Skeleton } from '../../../kit/Skeleton.tsx'
import { formatDecimal } from '../../../shared/money/money.ts'
import { AccessCard, useAccess } from '../../requests/ui/access/AccessCard.tsx'
import { AutoRenew } from '../../requests/ui/AutoRenew.tsx'
import { ServiceStatus, Renewal } from '../../requests/ui/ServiceTable.tsx'
import { domainsApi } from './domains.api.ts'
import { domainProduct } from './domain-product.ts'

/** Other screens would load what they share with it in more files. */
const ServicePayments = loadedLater(() =>
  import('../../money/ui/charges/ServicePayments.tsx').then((file) => file.ServicePayments),
)

/** Most shops have no registrar connected. */
const RegistryCard = loadedLater(() => import('./RegistryCard.tsx').then((file) => file.RegistryCard))

export const handle = {
  firstCalls: () => ['/api/domains/-'],
}

export const meta = pageTitle(() => ({ title: m.common_domains() }))

type Shown = Awaited<ReturnType<typeof domainsApi.show.call>>
type DomainEvent = Shown['history'][number]

/** One of the customer's domains, by the name in the URL, with all that belongs to it. */
export default function DomainScreen() {
  const { name = '' } = useParams()
  const query = useQuery(domainsApi.show.queryOptions({ input: { name } }))
  return (
    <>
      <BackLink to="/dashboard/domains">{m.domains_back()}</BackLink>
      {query.data ? (
        <DomainDetail shown={query.data} />
      ) : query.isError ? (
        <Failed query={query} />
      ) : (
        <CardSkeletons />
      )}
    </>
  )
}

/** The error of a domain. A name that the customer does not own offers no retry. */
function Failed({ query }: { query: UseQueryResult }) {
  const { error } = query
  if (refusalCode(error) === 'NOT_FOUND') return <ErrorState title={m.domains_not_yours()} />
  return (
    <ErrorState title={m.domains_records_failed()} query={query}>
      {failureReason(error, { texts: {} })}
    </ErrorState>
  )
}

function DomainDetail({ shown }: { shown: Shown }) {
  const { domain, emails, hosting, history, registry } = shown
  const name = domain.domain_name
  return (
    <>
      <header className="mb-6 flex flex-wrap items-start justify-between gap-4">
        <div className="flex min-w-0 flex-col items-start gap-2">
          <ServiceStatus service={domain} />
          <h1 className="text-2xl font-black wrap-anywhere">{name}</h1>
        </div>
        <LinkButton to={chatUrl(name)} variant="secondary">
          <MessagesSquare aria-hidden className="size-4" />
          {m.domains_ask_about()}
        </LinkButton>
      </header>
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <div className="flex flex-col gap-4">
          <Expiry shown={shown} />
          {registry ? (
            <Suspense fallback={<Skeleton className="h-64 w-full" />}>
              <RegistryCard id={domain.id} name={name} registry={registry} />
            </Suspense>
          ) : null}
          <AccessCard product={domainProduct} id={domain.id} />
          <Part
            title={m.area_professional_emails()}
            empty={m.domains_no_emails()}
            action={
              <LinkButton to={`/dashboard/emails?name=${name}`} variant="secondary" size="small">
                {m.domains_add_email()}
              </LinkButton>
            }
            rows={emails.map(({ id, email_address, expires_at }) => (
              <Row key={id} name={email_address} expiresAt={expires_at} />
            ))}
          />
          <Part
            title={m.common_hosting()}
            about={hosting.length > 0 ? m.domains_hosting_about() : undefined}
            empty={m.domains_no_hosting()}
            action={
              <LinkButton to="/dashboard/hosting" variant="secondary" size="small">
                {m.domains_add_hosting()}
              </LinkButton>
            }
            rows={hosting.map(({ id, plan_name, expires_at }) => (
              <Row key={id} name={plan_name} expiresAt={expires_at} />
            ))}
          />
        </div>
        <div className="flex flex-col gap-4">
          <Suspense fallback={<Skeleton className="h-40 w-full" />}>
            <ServicePayments service={domain.id} />
          </Suspense>
          <Part
            title={m.domains_history()}
            empty=""
            rows={history.map((event) => (
              <li key={event.event + event.at} className="flex items-baseline justify-between gap-4 py-2.5">
                <span>
                  <EventText event={event} />
                </span>
                <span className="shrink-0 text-sm text-muted">
                  <FormattedDate at={event.at} />
                </span>
              </li>
            ))}
          />
        </div>
      </div>
    </>
  )
}

/** Until when the domain is paid, what another year costs, and the button that renews it. */
function Expiry({ shown: { domain, renewal_price, currency } }: { shown: Shown }) {
  const access = useAccess({ product: domainProduct, id: domain.id }).data
  const from = access?.renewable_from
  const isLater = domain.renewal === null && domain.status === 'active'
  return (
    <Card>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4">
        <Fact name={m.common_registered()}>
          <FormattedDate at={domain.registered_at} />
        </Fact>
        <Fact name={m.requests_expires()}>
          {domain.expires_at ? <FormattedDate at={domain.expires_at} /> : '—'}
        </Fact>
        <Fact name={m.domains_renewal_price()}>
          {renewal_price === null
            ? m.pricing_on_request()
            : m.domains_per_year({ price: formatDecimal(renewal_price, currency) })}
        </Fact>
        {isLater ? null : (
          <Fact name={m.common_renewal()}>
            <Renewal product={domainProduct} service={domain} />
          </Fact>
        )}
      </dl>
      {isLater && from ? (
        <p className="mt-4 text-sm text-muted">
          {m.services_renewal_from()} <FormattedDate at={from} />
        </p>
      ) : null}
      {access ? <AutoRenew product={domainProduct} access={access} /> : null}
    </Card>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="mt-0.5 font-semibold">{children}</dd>
    </div>
  )
}

interface PartProps {
  title: string
  about?: string | undefined
  /** The sentence without rows. */
  empty: string
  action?: ReactNode
  rows: ReactNode[]
}

/** A card with a list of what belongs to the domain. */
function Part({ title, about, empty, action, rows }: PartProps) {
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-bold">{title}</h2>
        {action}
      </div>
      {about ? <p className="mt-1 text-sm text-muted">{about}</p> : null}
      {rows.length > 0 ? (
        <ul className="mt-2 divide-y divide-line">{rows}</ul>
      ) : (
        <p className="mt-2 text-muted">{empty}</p>
      )}
    </Card>
  )
}

function Row({ name, expiresAt }: { name: string; expiresAt: string | null }) {
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 py-2.5">
      <span className="min-w-0 font-semibold wrap-anywhere">{name}</span>
      {expiresAt ? (
        <span className="text-sm text-muted">
          {m.requests_expires()} <FormattedDate at={expiresAt} />
        </span>
      ) : null}
    </li>
  )
}

const eventTexts: Record<Exclude<DomainEvent['event'], 'ordered' | 'renewed'>, () => string> = {
  requested: m.domains_event_requested,
  'transfer-requested': m.domains_event_transfer_requested,
  'moved-in': m.domains_event_moved_in,
  'renewal-requested': m.common_renewal_requested,
  paid: m.domains_event_paid,
  'payment-rejected': m.domains_event_payment_rejected,
  registered: m.domains_event_registered,
}

function EventText({ event: { event, order_number, expires_at } }: { event: DomainEvent }) {
  if (event === 'ordered') return m.domains_event_ordered({ number: order_number ?? '' })
  if (event === 'renewed')
    return (
      <>
        {m.domains_event_renewed()} {expires_at ? <FormattedDate at={expires_at} /> : null}
      </>
    )
  return eventTexts[event]()
}
