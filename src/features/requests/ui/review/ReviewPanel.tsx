import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { CopyX, type LucideIcon, ReceiptText, RefreshCw, ShieldAlert, Users } from 'lucide-react'
import { m } from '../../../../paraglide/messages.js'
import { pagingOptions } from '../../../../kit/list/paging.ts'
import type { Product } from '../product.ts'
import { failureReason } from '../../../../client/error-messages.ts'
import { filterInput, isFiltered, QueuePanel, type ReviewFilter } from './QueuePanel.tsx'
import { Queue } from './Queue.tsx'
import { formatDecimal } from '../../../../shared/money.ts'
import type { ReviewedRequest } from '../api.ts'
import { RelativeTime } from '../../../../kit/dates.tsx'
import { progressOf } from '../../progress.ts'
import { StatusBadge } from '../StatusBadge.tsx'
import { ClaimFacts } from '../../../payments/ui/ClaimFacts.tsx'
import { type QueuePlace, QueueRow } from './QueueRow.tsx'
import { Requester } from './Requester.tsx'
import { ReviewForm } from './ReviewForm.tsx'
import { Badge } from '../../../../kit/Badge.tsx'
import { CopyButton } from '../../../../kit/Copyable.tsx'

/** The admins' queue of one product's requests. */
export const ReviewPanel = ({ product }: { product: Product }) => (
  <QueuePanel
    title={product.review.title()}
    about={product.review.about()}
    statuses={product.statuses}
    showAll={m.review_show_all()}
    renderQueue={(filter, onClear) => <ReviewQueue product={product} filter={filter} onClear={onClear} />}
  />
)

interface ReviewQueueProps {
  product: Product
  filter: ReviewFilter
  onClear: () => void
}

function ReviewQueue({ product, filter, onClear }: ReviewQueueProps) {
  const query = useInfiniteQuery({
    ...product.calls.reviewList.infiniteOptions({
      ...pagingOptions,
      input: (cursor: string | undefined) => filterInput(filter, cursor),
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <Queue
      texts={{
        title: product.review.title(),
        none: m.review_none(),
        noneFound: m.review_none_found(),
        showAll: m.review_show_all(),
        failed: product.review.listFailed(),
        why: (error) => failureReason(error, product),
      }}
      query={query}
      onClear={isFiltered(filter) ? onClear : undefined}
      renderRow={(request, place) => (
        <ReviewRow key={request.id} product={product} request={request} place={place} />
      )}
    />
  )
}

interface ReviewRowProps {
  product: Product
  request: ReviewedRequest
  place: QueuePlace
}

/** One request in the admins' queue. */
const ReviewRow = ({ product, request, place }: ReviewRowProps) => (
  <QueueRow
    id={request.id}
    name={product.nameOf(request)}
    opened={{ entity: 'request', id: request.id }}
    place={place}
    asked={<Asked product={product} request={request} />}
    requester={<Requester requester={request.requester} />}
    progress={
      <>
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <StatusBadge product={product} request={request} />
          {request.price === null ? null : (
            <span className="font-semibold">{formatDecimal(request.price, request.currency)}</span>
          )}
        </p>
        <ClaimFacts row={request} isDue={progressOf(product, request) === 'offered'} />
      </>
    }
    renderForm={(form) => <ReviewForm {...form} product={product} request={request} />}
  />
)

/** What is asked for, with what an admin should know before deciding. */
export function Asked({ product, request }: { product: Product; request: ReviewedRequest }) {
  const detail = product.detailOf?.(request)
  const wish = product.descriptionOf?.(request)
  return (
    <>
      <div className="flex items-center gap-1">
        <h2 className="min-w-0 text-base font-semibold wrap-anywhere">{product.nameOf(request)}</h2>
        <CopyButton text={product.nameOf(request)} />
      </div>
      <p className="text-sm text-muted">
        {detail ? `${detail} · ` : null}
        <RelativeTime at={request.created_at} />
      </p>
      {wish ? (
        <p className="mt-1 line-clamp-3 text-sm whitespace-pre-line wrap-anywhere in-data-open:line-clamp-none">
          {wish}
        </p>
      ) : null}
      <Marks product={product} request={request} />
    </>
  )
}

/** What an admin should know before deciding, as badges. */
function Marks({ product, request }: { product: Product; request: ReviewedRequest }) {
  // An active request has its name, so competing requests don't matter any more.
  const isActive = product.stages[request.status] === 'active'
  const marks: [LucideIcon, string | false | null | undefined][] = [
    [RefreshCw, request.renews && m.review_mark_renewal()],
    [ReceiptText, request.claim?.receipt_seen_before && m.review_mark_receipt()],
    [CopyX, request.refused_claims > 0 && m.review_mark_refused({ count: request.refused_claims })],
    [
      Users,
      !isActive &&
        request.competing_requests > 0 &&
        m.review_mark_competing({ count: request.competing_requests }),
    ],
    [ShieldAlert, request.held_by_other && m.review_mark_held()],
  ]
  const shown = marks.filter(([, texts]) => texts)
  if (shown.length === 0) return null
  return (
    <ul aria-label={m.review_marks()} className="mt-1.5 flex flex-wrap gap-1.5">
      {shown.map(([icon, texts]) => (
        <li key={String(texts)}>
          <Badge tone={icon === RefreshCw ? 'neutral' : 'pending'} icon={icon}>
            {texts}
          </Badge>
        </li>
      ))}
    </ul>
  )
}
