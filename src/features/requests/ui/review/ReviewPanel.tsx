import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { CopyX, FlaskConical, ReceiptText, RefreshCw, ShieldAlert, Users } from 'lucide-react'
import { Suspense } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { pagingOptions } from '../../../../kit/list/paging.ts'
import type { Product } from '../product.ts'
import { failureReason } from '../../../../client/error-messages.ts'
import { filterInput, isFiltered, QueuePanel, type ReviewFilter } from './QueuePanel.tsx'
import { Queue } from './Queue.tsx'
import { formatDecimal } from '../../../../shared/money/money.ts'
import type { ReviewedRequest } from '../requests.api.ts'
import { RelativeTime } from '../../../../kit/dates.tsx'
import { progressOf } from '../../progress.ts'
import { StatusBadge } from '../StatusBadge.tsx'
import { ClaimFacts } from '../../../money/ui/claims/ClaimFacts.tsx'
import { ClaimLine } from '../../../money/ui/claims/ClaimLine.tsx'
import { type QueuePlace, QueueRow } from './QueueRow.tsx'
import { type Mark, MarkIcons, Marks } from './Marks.tsx'
import { Requester, RequesterName } from './Requester.tsx'
import { loadedLater } from '../../../../kit/loaded-later.ts'
import { ReviewForm } from './ReviewForm.tsx'

const RemoveTestSale = loadedLater(() => import('../RemoveTestSale.tsx').then((file) => file.RemoveTestSale))

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
        none: m.common_no_requests_yet(),
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
function ReviewRow({ product, request, place }: ReviewRowProps) {
  const isDue = progressOf(product, request) === 'offered'
  const marks = marksOf(product, request)
  return (
    <QueueRow
      id={request.id}
      name={product.nameOf(request)}
      copies={product.nameOf(request)}
      opened={{ entity: 'request', id: request.id }}
      place={place}
      detail={product.detailOf?.(request)}
      status={<StatusBadge product={product} request={request} />}
      customer={<RequesterName requester={request.requester} />}
      notes={
        <>
          <MarkIcons marks={marks} />
          <ClaimLine row={request} isDue={isDue} short={marks.length > 0} />
        </>
      }
      amount={request.price === null ? null : formatDecimal(request.price, request.currency)}
      since={<RelativeTime at={request.created_at} />}
      details={
        <>
          <Asked product={product} request={request} />
          <Requester requester={request.requester} />
          <ClaimFacts row={request} isDue={isDue} />
        </>
      }
      renderForm={(form) => <ReviewForm {...form} product={product} request={request} />}
    />
  )
}

/** What is asked for, with what an admin should know before deciding. */
export function Asked({ product, request }: { product: Product; request: ReviewedRequest }) {
  const detail = product.detailOf?.(request)
  const wish = product.descriptionOf?.(request)
  return (
    <>
      <p className="text-sm text-muted">
        {detail ? `${detail} · ` : null}
        <RelativeTime at={request.created_at} />
      </p>
      {wish ? <p className="text-sm whitespace-pre-line wrap-anywhere">{wish}</p> : null}
      <Marks marks={marksOf(product, request)} />
      {request.is_test ? (
        <Suspense>
          <RemoveTestSale />
        </Suspense>
      ) : null}
    </>
  )
}

/** What an admin should know before deciding. */
function marksOf(product: Product, request: ReviewedRequest): Mark[] {
  // An active request has its name, so competing requests don't matter any more.
  const isActive = product.stages[request.status] === 'active'
  return [
    request.is_test && { icon: FlaskConical, text: m.review_mark_test(), tone: 'neutral' as const },
    request.renews && { icon: RefreshCw, text: m.common_renewal(), tone: 'neutral' as const },
    request.claim?.receipt_seen_before && { icon: ReceiptText, text: m.review_mark_receipt() },
    request.claim?.receipt_unusual && { icon: ReceiptText, text: m.review_mark_receipt_unusual() },
    request.refused_claims > 0 && {
      icon: CopyX,
      text: m.review_mark_refused({ count: request.refused_claims }),
    },
    !isActive &&
      request.competing_requests > 0 && {
        icon: Users,
        text: m.review_mark_competing({ count: request.competing_requests }),
      },
    request.held_by_other && { icon: ShieldAlert, text: m.review_mark_held() },
  ].filter((mark) => !!mark)
}
