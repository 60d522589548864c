import { m } from '../../../../paraglide/messages.js'
import { ConfirmDialog } from '../../../../kit/overlay/Dialog.tsx'
import { Button } from '../../../../kit/Button.tsx'
import type { ReviewedRequest } from '../api.ts'
import type { Product } from '../product.ts'
import { ClaimQuestion } from './ClaimQuestion.tsx'
import { ConflictNotice } from './ConflictNotice.tsx'
import { RejectPayment } from './RejectPayment.tsx'
import { RemoveRecord } from './RemoveRecord.tsx'
import { useReview } from './review.ts'
import { SaveFailure } from './SaveFailure.tsx'
import { requestFailure } from './save-failure.ts'
import { ReviewFields } from './ReviewFields.tsx'
import { formLook } from './row-look.ts'

interface ReviewFormProps {
  product: Product
  request: ReviewedRequest
  id: string
  onClose: () => void
}

/** An admin's decision on a request: fields, what stands in the way of saving them, and the acts. */
export function ReviewForm({ product, request, id, onClose }: ReviewFormProps) {
  const review = useReview(product, request, onClose)
  const name = product.nameOf(request)
  const { saving, theirs, asked } = review
  const wordsOf = (error: unknown) => requestFailure(product, error)
  const { information: Information } = product
  return (
    <form
      id={id}
      noValidate
      aria-label={m.review_form({ name })}
      onSubmit={(event) => void review.save(event)}
      className={formLook}
    >
      <p aria-hidden className="text-lg font-bold wrap-anywhere max-lg:hidden">
        {name}
      </p>
      {Information ? <Information name={name} /> : null}
      {request.record_left ? (
        <RemoveRecord product={product} name={name} record={request.record_left} />
      ) : null}
      <ReviewFields product={product} review={review} />
      {theirs ? (
        <ConflictNotice
          product={product}
          mine={review.form.getValues()}
          theirs={theirs}
          onTake={review.takeTheirs}
          onSaveOver={() => void review.saveOver()}
        />
      ) : (
        <SaveFailure error={saving.error} wordsOf={wordsOf} />
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={saving.isPending}>
          {m.review_save()}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {m.kit_cancel()}
        </Button>
        {request.payment_confirmed ? (
          <RejectPayment
            name={name}
            send={(reason) =>
              product.calls.rejectPayment.call({ id: request.id, reason, version: request.version })
            }
            onRejected={review.rejected}
            wordsOf={wordsOf}
          />
        ) : null}
      </div>
      <ConfirmDialog
        open={asked?.question === 'unpaid'}
        onClose={review.withdraw}
        title={m.review_unpaid_title()}
        confirm={m.review_activate()}
        onConfirm={() => review.answer()}
      >
        {m.review_unpaid({ name })}
      </ConfirmDialog>
      <ClaimQuestion
        open={asked?.question === 'claim'}
        request={request}
        onClose={review.withdraw}
        onAnswer={review.answer}
      />
    </form>
  )
}
