import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { m } from '../../../paraglide/messages.js'
import { EmptyState, ErrorState, LoadMore } from '../../../kit/list/list-states.tsx'
import { useLocation } from 'react-router'
import { rowAnchor, useScrollToRow } from '../../../kit/page/scroll-to-hash.ts'
import { CopyButton } from '../../../kit/Copyable.tsx'
import { CardSkeletons } from '../../../kit/Skeleton.tsx'
import { fetchAllRows, loadedRows, pagingOptions } from '../../../kit/list/paging.ts'
import type { Product } from './product.ts'
import { failureReason } from '../../../client/error-messages.ts'
import { Badge } from '../../../kit/Badge.tsx'
import { Card } from '../../../kit/Card.tsx'
import { classes } from '../../../kit/classes.ts'
import { ProgressSteps } from '../../../kit/ProgressSteps.tsx'
import { useChangedIds } from '../../../client/live/live-updates.tsx'
import { hasExpired, progressOf, stepOf } from '../progress.ts'
import type { Request } from './requests.api.ts'
import { FormattedDate, useNow } from '../../../kit/dates.tsx'
import { RequestNext } from './RequestNext.tsx'
import { useServices } from './ServiceTable.tsx'
import { StatusBadge } from './StatusBadge.tsx'

/**
 * A customer's requests of a product, newest first, each as a card. Finished ones fold after a week. The list is below
 * that of the services, and is shown when their number is known, so that it does not move.
 */
export function RequestList({ product }: { product: Product }) {
  const { calls, texts, icon } = product
  const heading = useId()
  const query = useInfiniteQuery(
    calls.list.infiniteOptions({
      ...pagingOptions,
      input: (cursor: string | undefined) => ({ cursor, limit: 10 }),
    }),
  )
  const { isLoading: hasToWait } = useServices(product)
  const requests = hasToWait ? undefined : loadedRows(query.data)
  const now = useNow()
  const { hash } = useLocation()
  const isPast = (request: Request) =>
    isFinished(product, request, now) && rowAnchor('request', request.id) !== hash
  const current = requests?.filter((request) => !isPast(request)) ?? []
  const past = requests?.filter(isPast) ?? []
  const arrivalOf = useScrollToRow('request', { ...query, rows: requests })
  return (
    <section hidden={hasToWait} aria-labelledby={heading} aria-busy={query.isPending}>
      <h2 id={heading} className="mb-4 text-xl font-bold">
        {texts.mine()}
      </h2>
      {current.length > 0 ? (
        <ul className="flex flex-col gap-4">
          {current.map((request) => (
            <li key={request.id} ref={arrivalOf(request.id)} className="rounded-card">
              <RequestCard product={product} request={request} />
            </li>
          ))}
        </ul>
      ) : past.length > 0 ? null : requests ? (
        <EmptyState icon={icon} title={texts.none()}>
          {texts.noneYet()}
        </EmptyState>
      ) : query.isError ? (
        <ErrorState title={texts.listFailed()} query={query}>
          {failureReason(query.error, product)}
        </ErrorState>
      ) : (
        <CardSkeletons />
      )}
      {past.length > 0 ? <History product={product} requests={past} /> : null}
      {query.isFetchNextPageError ? (
        <p role="alert" className="mt-4 text-center text-danger">
          {texts.listFailed()}
        </p>
      ) : null}
      <LoadMore query={query} />
      <span role="status" className="sr-only">
        {query.isPending ? m.kit_loading() : ''}
      </span>
    </section>
  )
}

const FOLDED_AFTER_MS = 7 * 24 * 60 * 60_000

/** Whether a request was activated or rejected more than a week ago. */
function isFinished({ stages }: Product, { status, updated_at }: Request, now: number): boolean {
  const stage = stages[status]
  return (stage === 'active' || stage === 'rejected') && now - Date.parse(updated_at) > FOLDED_AFTER_MS
}

/** Requests that are finished for good, one line each. */
function History({ product, requests }: { product: Product; requests: readonly Request[] }) {
  return (
    <details className="mt-4 rounded-card border border-line bg-card">
      <summary className="touch cursor-pointer rounded-card px-5 py-3 font-semibold">
        {m.requests_history({ count: requests.length })}
      </summary>
      <ul className="divide-y divide-line border-t border-line px-5">
        {requests.map((request) => (
          <li key={request.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
            <span className="min-w-0 flex-1 basis-48 font-semibold wrap-anywhere">
              {product.nameOf(request)}
            </span>
            <StatusBadge product={product} request={request} isExpired={false} />
            <span className="text-sm text-muted">
              <FormattedDate at={request.updated_at} />
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** A customer's request with its progress and the next step. Glows once when it changes. */
function RequestCard({ product, request }: { product: Product; request: Request }) {
  const progress = progressOf(product, request)
  const changed = useChangedIds().has(request.id)
  const isExpired = useIsExpired(product, request)
  return (
    <Card className={classes('flex flex-col gap-5', changed && 'animate-glow')}>
      <div className="grid grid-cols-1 items-end gap-x-10 gap-y-4 lg:grid-cols-2">
        <Asked product={product} request={request} isExpired={isExpired} />
        <ProgressSteps
          label={m.requests_way()}
          steps={[
            m.common_requested_ombi(),
            m.common_price(),
            m.requests_step_paid(),
            m.requests_step_active(),
          ]}
          reached={stepOf(progress)}
          stopped={progress === 'rejected'}
        />
      </div>
      <div className="flex min-w-0 flex-col gap-4 border-t border-line pt-5">
        <RequestNext product={product} request={request} progress={progress} isExpired={isExpired} />
      </div>
    </Card>
  )
}

function Asked({ product, request, isExpired }: { product: Product; request: Request; isExpired: boolean }) {
  const title = request.renews ? product.texts.renewal() : product.texts.request()
  const detail = product.detailOf?.(request)
  const wish = product.descriptionOf?.(request)
  return (
    <div className="flex min-w-0 flex-col items-start gap-1">
      <div className="flex flex-wrap gap-2">
        <StatusBadge product={product} request={request} isExpired={isExpired} />
        {request.in_delivery ? <Badge tone="pending">{m.requests_in_delivery()}</Badge> : null}
      </div>
      <div className="mt-1 flex max-w-full items-center gap-1">
        <h3 className="min-w-0 text-xl font-bold wrap-anywhere">{product.nameOf(request)}</h3>
        {product.service.act ? <CopyButton text={product.nameOf(request)} /> : null}
      </div>
      <p className="text-sm text-muted">
        {detail ? `${title} · ${detail}` : title} · <FormattedDate at={request.created_at} />
      </p>
      {wish ? <p className="line-clamp-3 whitespace-pre-line wrap-anywhere">{wish}</p> : null}
    </div>
  )
}

/** Whether the services that an active request led to have expired. Looks at all services of the customer. */
function useIsExpired({ calls, stages, nameOf, service }: Product, request: Request): boolean {
  const now = useNow()
  const isActive = stages[request.status] === 'active'
  const { data } = useQuery({
    queryKey: [...calls.services.key(), 'expiries'],
    queryFn: () =>
      fetchAllRows(
        (input) => calls.services.call(input),
        (row) => ({ name: service.nameOf(row), expires_at: row.expires_at }),
      ),
    enabled: isActive,
  })
  return isActive && data !== undefined && hasExpired(data, nameOf(request), now)
}
