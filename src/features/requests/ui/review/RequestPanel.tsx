import { m } from '../../../../paraglide/messages.js'
import { RelativeTime } from '../../../../kit/dates.tsx'
import { AskedAnswers } from '../../../fulfilment/ui/details/AskedAnswers.tsx'
import { ClaimFacts } from '../../../money/ui/claims/ClaimFacts.tsx'
import { Related } from '../../../related/ui/Related.tsx'
import { progressOf } from '../../progress.ts'
import type { Product } from '../product.ts'
import type { ReviewedRequest } from '../requests.api.ts'
import { isMove } from '../../review-draft.ts'
import { Marks, marksOf } from './Marks.tsx'
import { QueueDetails } from './QueueDetails.tsx'
import { Requester } from './Requester.tsx'
import { ReviewForm } from './ReviewForm.tsx'

interface RequestPanelProps {
  /** The id of the form. */
  id: string
  product: Product
  request: ReviewedRequest
  isOpen: boolean
  onClose: () => void
}

/** One request of a queue: what a decision needs to know, and its form. */
export const RequestPanel = ({ id, product, request, isOpen, onClose }: RequestPanelProps) => (
  <QueueDetails
    opened={{ entity: 'request', id: request.id }}
    isOpen={isOpen}
    facts={
      <>
        <Asked product={product} request={request} />
        <Requester requester={request.requester} />
        {product.name === 'domain' && !request.renews ? (
          <AskedAnswers customer={request.user_id} names={[product.nameOf(request)]} />
        ) : null}
        <ClaimFacts row={request} isDue={progressOf(product, request) === 'offered'} />
        <Related kind="request" id={request.id} />
      </>
    }
  >
    <ReviewForm id={id} product={product} request={request} onClose={onClose} />
  </QueueDetails>
)

/** What is asked for, with what an admin should know before deciding. */
export function Asked({ product, request }: { product: Product; request: ReviewedRequest }) {
  const detail = isMove(request) ? m.transfers_detail() : product.detailOf?.(request)
  const wish = product.descriptionOf?.(request)
  return (
    <>
      <p className="text-sm text-muted">
        {detail ? `${detail} · ` : null}
        <RelativeTime at={request.created_at} />
      </p>
      {wish ? <p className="text-sm whitespace-pre-line wrap-anywhere">{wish}</p> : null}
      <Marks marks={marksOf(product, request)} />
    </>
  )
}
