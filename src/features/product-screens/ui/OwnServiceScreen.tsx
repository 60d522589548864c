import { useQuery } from '@tanstack/react-query'
import { MessagesSquare } from 'lucide-react'
import { useLocation, useParams } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { chatUrl } from '../../../client/chat-link.ts'
import { failureReason, refusalCode } from '../../../client/error-messages.ts'
import { LinkButton } from '../../../kit/Button.tsx'
import { Card } from '../../../kit/Card.tsx'
import { Copyable } from '../../../kit/Copyable.tsx'
import { FormattedDate } from '../../../kit/dates.tsx'
import { ErrorState } from '../../../kit/list/list-states.tsx'
import { BackLink } from '../../../kit/page/BackLink.tsx'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { CardSkeletons } from '../../../kit/Skeleton.tsx'
import { AccessCard } from '../../requests/ui/access/AccessCard.tsx'
import type { ProductService } from '../../requests/ui/requests.api.ts'
import type { Product } from '../../requests/ui/product.ts'
import { ServiceStatus, Renewal } from '../../requests/ui/ServiceTable.tsx'
import { products } from './products.ts'

export const meta = pageTitle(() => ({ title: m.services_one() }))

/** One address or plan of the customer, with what is needed to use it. Domains have a page of their own. */
export default function OwnServiceScreen() {
  const { id = '' } = useParams()
  const { pathname } = useLocation()
  const product = Object.values(products).find(({ screens }) => pathname.startsWith(`${screens.customer}/`))
  return product ? <OwnService key={id} product={product} id={id} /> : null
}

function OwnService({ product, id }: { product: Product; id: string }) {
  const query = useQuery(product.calls.access.queryOptions({ input: { id } }))
  return (
    <>
      <BackLink to={product.screens.customer}>{product.menu.customerLabel()}</BackLink>
      {query.data ? (
        <Detail product={product} service={query.data.record} />
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

function Detail({ product, service }: { product: Product; service: ProductService }) {
  const name = product.service.nameOf(service)
  const detail = product.service.detailOf?.(service)
  return (
    <>
      <header className="mb-6 flex flex-wrap items-start justify-between gap-4">
        <div className="flex min-w-0 flex-col items-start gap-2">
          <ServiceStatus service={service} />
          <h1 className="text-2xl font-black wrap-anywhere">
            <Copyable text={name} />
          </h1>
          {detail ? <p className="text-muted">{detail}</p> : null}
        </div>
        <LinkButton to={chatUrl(name)} variant="secondary">
          <MessagesSquare aria-hidden className="size-4" />
          {m.handover_ask()}
        </LinkButton>
      </header>
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <AccessCard product={product} id={service.id} />
        <Card>
          <dl className="grid grid-cols-2 gap-x-6 gap-y-4">
            <div>
              <dt className="text-sm text-muted">{product.service.texts.since()}</dt>
              <dd className="mt-0.5 font-semibold">
                <FormattedDate at={product.service.sinceOf(service)} />
              </dd>
            </div>
            <div>
              <dt className="text-sm text-muted">{m.requests_expires()}</dt>
              <dd className="mt-0.5 font-semibold">
                {service.expires_at ? <FormattedDate at={service.expires_at} /> : '—'}
              </dd>
            </div>
            <div className="col-span-2">
              <dt className="text-sm text-muted">{m.common_renewal()}</dt>
              <dd className="mt-0.5 font-semibold">
                <Renewal product={product} service={service} />
              </dd>
            </div>
          </dl>
        </Card>
      </div>
    </>
  )
}
