import { zodResolver } from '@hookform/resolvers/zod'
import { m } from '../../../../paraglide/messages.js'
import { formatDecimal } from '../../../../shared/money.ts'
import { ConfirmDialog } from '../../../../kit/overlay/Dialog.tsx'
import { ReviewFrame } from '../../../payments/ui/ReviewFrame.tsx'
import { useReview } from '../../../payments/ui/use-review.ts'
import type { ReviewedRequest } from '../api.ts'
import type { Product } from '../product.ts'
import { type Draft, draftOf, draftSchema, inputOf, questionOf } from '../../review-draft.ts'
import { ClaimQuestion } from './ClaimQuestion.tsx'
import { RemoveRecord } from './RemoveRecord.tsx'
import { requestFailure } from './save-failure.ts'
import { ReviewFields } from './ReviewFields.tsx'

interface ReviewFormProps {
  product: Product
  request: ReviewedRequest
  id: string
  onClose: () => void
}

/** An admin's review of a request: its fields, and the questions before a save. */
export function ReviewForm({ product, request, id, onClose }: ReviewFormProps) {
  const { calls, information: Information } = product
  const picksPeriod = product.periodOf?.(request) !== undefined
  const requestDraftOf = (row: ReviewedRequest) => draftOf(row, product.periodOf?.(row))
  const review = useReview(request, {
    draftOf: requestDraftOf,
    resolver: zodResolver(draftSchema(product, picksPeriod)),
    questionOf: (row, draft) => questionOf(product, row, draft),
    save: ({ id: on, version }, draft) =>
      calls.review.call({ id: on, version, ...inputOf(product, picksPeriod, draft) }),
    rejectPayment: ({ id: on, version }, reason) => calls.rejectPayment.call({ id: on, reason, version }),
    queryKey: calls.reviewList.key(),
    savedMessage: product.review.saved,
    onDone: onClose,
  })
  const { question, withdraw, answer } = review
  const name = product.nameOf(request)
  return (
    <ReviewFrame
      id={id}
      row={request}
      name={name}
      review={review}
      conflictTitle={m.review_conflict()}
      textsOf={(draft) => textsOf(product, draft, request.currency)}
      draftOf={requestDraftOf}
      failureTexts={(error) => requestFailure(product, error)}
      onClose={onClose}
      questions={
        <>
          <ConfirmDialog
            open={question === 'unpaid'}
            onClose={withdraw}
            title={m.review_unpaid_title()}
            confirm={m.review_activate()}
            onConfirm={() => answer()}
          >
            {m.review_unpaid({ name })}
          </ConfirmDialog>
          <ClaimQuestion open={question === 'claim'} request={request} onClose={withdraw} onAnswer={answer} />
        </>
      }
    >
      {Information ? <Information name={name} /> : null}
      {request.record_left ? (
        <RemoveRecord product={product} name={name} record={request.record_left} />
      ) : null}
      <ReviewFields product={product} form={review.form} picksPeriod={picksPeriod} />
    </ReviewFrame>
  )
}

/** A decision as texts by label. */
const textsOf = (product: Product, draft: Draft, currency: string): Record<string, string> => ({
  [m.requests_status()]: product.statuses[draft.status]?.() ?? '—',
  [m.requests_price()]: draft.price === '' ? '—' : formatDecimal(Number(draft.price), currency),
  [m.review_feedback()]: draft.admin_feedback || '—',
  [m.review_suggestions()]: draft.suggestions.trim() || '—',
})
