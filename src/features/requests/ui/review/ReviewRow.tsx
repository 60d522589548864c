import { formatDecimal } from '../../../../shared/money.ts'
import type { ReviewedRequest } from '../api.ts'
import { RelativeTime } from '../../../../kit/dates.tsx'
import { progressOf } from '../../progress.ts'
import type { Product } from '../product.ts'
import { StatusBadge } from '../StatusBadge.tsx'
import { ClaimFacts } from '../../../payments/ui/ClaimFacts.tsx'
import { Marks } from './Marks.tsx'
import type { QueuePlace } from './Queue.tsx'
import { QueueRow } from './QueueRow.tsx'
import { Requester } from './Requester.tsx'
import { ReviewForm } from './ReviewForm.tsx'

interface ReviewRowProps {
  product: Product
  request: ReviewedRequest
  place: QueuePlace
}

/** One request in the admins' queue. */
export const ReviewRow = ({ product, request, place }: ReviewRowProps) => (
  <QueueRow
    id={request.id}
    name={product.nameOf(request)}
    place={place}
    asked={<Asked product={product} request={request} />}
    requester={<Requester requester={request.requester} />}
    standing={
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

function Asked({ product, request }: { product: Product; request: ReviewedRequest }) {
  const detail = product.detailOf?.(request)
  const wish = product.wishOf?.(request)
  return (
    <>
      <h2 className="text-base font-semibold wrap-anywhere">{product.nameOf(request)}</h2>
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
