import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
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
import { classes } from '../../../kit/classes.ts'
import { ProgressSteps } from '../../../kit/ProgressSteps.tsx'
import { useChangedIds } from '../../../client/live/live-updates.tsx'
import { hasExpired, isFinished, progressOf, stepOf } from '../progress.ts'
import type { Request } from './requests.api.ts'
import { FormattedDate, useNow } from '../../../kit/dates.tsx'
import { nextSentence, RequestNext } from './RequestNext.tsx'
import { useServices } from './ServiceTable.tsx'
import { StatusBadge } from './StatusBadge.tsx'

/**
 * A customer's requests of a product, newest first, each in a row that opens. Finished ones fold after a day. The list is below
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
        <ul className="flex flex-col gap-2">
          {current.map((request) => (
            <li key={request.id} ref={arrivalOf(request.id)} className="rounded-card">
              <RequestRow
                product={product}
                request={request}
                isTarget={rowAnchor('request', request.id) === hash}
                className="rounded-card border border-line bg-card"
              />
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

/** Requests that are finished for good. */
const History = ({ product, requests }: { product: Product; requests: readonly Request[] }) => (
  <details className="mt-4 rounded-card border border-line bg-card">
    <summary className="touch cursor-pointer rounded-card px-5 py-3 font-semibold">
      {m.requests_history({ count: requests.length })}
    </summary>
    <ul className="divide-y divide-line border-t border-line">
      {requests.map((request) => (
        <li key={request.id}>
          <RequestRow product={product} request={request} />
        </li>
      ))}
    </ul>
  </details>
)

interface RequestRowProps {
  product: Product
  request: Request
  /** Whether the address names it. */
  isTarget?: boolean
  className?: string
}

/** A request in a row that opens. It is open when it is the customer's turn, and glows once when it changes. */
function RequestRow({ product, request, isTarget = false, className }: RequestRowProps) {
  const progress = progressOf(product, request)
  const changed = useChangedIds().has(request.id)
  const isExpired = useIsExpired(product, request)
  const isTurn = progress === 'offered' || progress === 'suggested' || product.isTurn?.(request)
  const next = { product, request, progress, isExpired }
  const name = product.nameOf(request)
  const sentence = nextSentence(next)
  const wish = product.descriptionOf?.(request)
  const title = request.renews ? product.texts.renewal() : product.texts.request()
  const about = [title, product.detailOf?.(request)].filter(Boolean).join(' · ')
  return (
    <details
      open={isTurn || isTarget}
      className={classes('group/request', className, changed && 'animate-glow')}
    >
      <summary className="grid min-h-16 cursor-pointer list-none grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 rounded-card px-5 py-2.5 sm:px-6 lg:grid-cols-[minmax(0,1fr)_22rem_auto] [&::-webkit-details-marker]:hidden">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="min-w-0 text-lg font-bold wrap-anywhere">{product.titleOf?.(name) ?? name}</h3>
          <StatusBadge product={product} request={request} isExpired={isExpired} />
          <span className="text-sm text-muted">
            <FormattedDate at={request.created_at} />
          </span>
        </div>
        <p className="text-sm text-muted max-lg:order-2 max-lg:col-span-2 lg:col-start-1">
          {sentence ?? about}
        </p>
        <ProgressSteps
          className="max-lg:order-3 max-lg:col-span-2 max-lg:mt-3 max-lg:not-group-open/request:hidden lg:col-start-2 lg:row-span-2 lg:row-start-1"
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
        <ChevronDown
          aria-hidden
          className="size-5 text-muted transition-transform group-open/request:rotate-180 lg:col-start-3 lg:row-span-2 lg:row-start-1"
        />
      </summary>
      <div className="flex min-w-0 flex-col gap-4 border-t border-line px-5 py-5 sm:px-6">
        <div className="flex flex-wrap items-center gap-x-1 empty:hidden">
          {sentence ? <p className="text-sm text-muted">{about}</p> : null}
          {product.service.act ? <CopyButton text={name} /> : null}
        </div>
        {wish ? <p className="whitespace-pre-line wrap-anywhere">{wish}</p> : null}
        <RequestNext {...next} />
      </div>
    </details>
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
