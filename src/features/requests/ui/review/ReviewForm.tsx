import { Suspense } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { useStaffMay } from '../../../../client/session/staff.tsx'
import { formatDecimal } from '../../../../shared/money/money.ts'
import { loadedLater } from '../../../../kit/loaded-later.ts'
import { ConfirmDialog } from '../../../../kit/overlay/Dialog.tsx'
import { ReviewFrame } from '../../../money/ui/claims/ReviewFrame.tsx'
import { useReview } from '../../../money/ui/claims/use-review.ts'
import { serviceStatesApi, type ReviewedRequest } from '../requests.api.ts'
import type { Product } from '../product.ts'
import {
  type Draft,
  draftOf,
  draftErrors,
  inputOf,
  isMove,
  nextStep,
  questionOf,
} from '../../review-draft.ts'
import { accessInput, hasTyped, isValidAccess } from '../access/access-labels.ts'
import { requestFailure, reviewReason } from './save-failure.ts'
import { ReviewFields } from './ReviewFields.tsx'
import { Button } from '../../../../kit/Button.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { toast } from '../../../../kit/overlay/toasts.tsx'
import { AskedButton } from '../../../../client/form/AskedButton.tsx'
import { usePageData } from '../../../../kit/page/page-data.ts'
import { readOffers, transferPrice } from '../../../catalogue/catalogue.ts'
import { stepButton } from '../../../../kit/queue-marks.ts'
import { Key } from '../../../../kit/data-list/KeyList.tsx'
import { reviewTexts } from './review-texts.ts'

const AccessStep = loadedLater(() => import('./AccessStep.tsx').then((file) => file.AccessStep))
const ClaimQuestion = loadedLater(() => import('./ClaimQuestion.tsx').then((file) => file.ClaimQuestion))

/** Few requests move a name here. */
const TransferCode = loadedLater(() => import('./TransferCode.tsx').then((file) => file.TransferCode))

interface ReviewFormProps {
  product: Product
  request: ReviewedRequest
  id: string
  onClose: () => void
  /** Called after a save instead of `onClose`, and after a claim was rejected. */
  onSaved?: (() => void) | undefined
}

/** An admin's review of a request: its fields, and the dialogs before a save. */
export function ReviewForm({ product, request, id, onClose, onSaved }: ReviewFormProps) {
  const { calls, information: Information } = product
  const picksPeriod = product.periodOf?.(request) !== undefined
  const page = usePageData()
  const { offers } = page
  const listed = !offers
    ? undefined
    : isMove(request)
      ? transferPrice(product.nameOf(request), offers)
      : product.listPrice?.(request, readOffers(page))
  const requestDraftOf = (row: ReviewedRequest) => draftOf(row, product.periodOf?.(row), listed)
  const activates = ({ status }: Draft) => product.stages[status] === 'active' && !request.renews
  const review = useReview(request, {
    draftOf: requestDraftOf,
    errorsOf: (draft) => ({
      ...draftErrors(product, picksPeriod, draft, request.currency),
      ...(activates(draft) && !isValidAccess(product.name, draft.access) && { access: 'FACTS_INVALID' }),
    }),
    questionOf: (row, draft) => questionOf(product, row, draft),
    save: ({ id: on, version }, draft) =>
      calls.review.call({
        id: on,
        version,
        ...inputOf(product, picksPeriod, draft),
        ...(activates(draft) && hasTyped(draft.access) && accessInput(product.name, draft.access)),
      }),
    rejectPayment: ({ id: on, version }, reason) => calls.rejectPayment.call({ id: on, reason, version }),
    queryKey: calls.reviewList.key(),
    savedMessage: reviewTexts[product.name].saved,
    onDone: onSaved ?? onClose,
  })
  const { question, withdraw, answer } = review
  const name = product.nameOf(request)
  const may = useStaffMay('requests.write')
  const step = nextStep(product, picksPeriod, request, listed)
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
      onRejected={onSaved}
      actions={
        step && may ? (
          <Button
            {...stepButton}
            variant="secondary"
            onClick={(event) => {
              review.form.setValue('status', step.status)
              review.form.setValue('price', step.price)
              void review.save(event)
            }}
          >
            {product.stages[step.status] === 'active'
              ? m.review_step_activate()
              : m.review_offer_at({ price: formatDecimal(Number(step.price), request.currency) })}
            <span aria-hidden className="ml-2 max-lg:hidden">
              <Key>a</Key>
            </span>
          </Button>
        ) : null
      }
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
          <Suspense>
            <ClaimQuestion
              open={question === 'claim'}
              request={request}
              onClose={withdraw}
              onAnswer={answer}
            />
          </Suspense>
        </>
      }
    >
      {Information ? <Information name={name} /> : null}
      {isMove(request) ? (
        <Suspense>
          <TransferCode id={request.id} />
        </Suspense>
      ) : null}
      {request.record_left ? (
        <RemoveService product={product} name={name} service={request.record_left} />
      ) : null}
      <ReviewFields
        product={product}
        form={review.form}
        currency={request.currency}
        picksPeriod={picksPeriod}
      />
      {request.renews ? null : (
        <Suspense>
          <AccessStep
            product={product}
            request={request}
            form={review.form}
            isNext={step !== undefined && product.stages[step.status] === 'active'}
          />
        </Suspense>
      )}
    </ReviewFrame>
  )
}

/** A decision as texts by label. */
const textsOf = (product: Product, draft: Draft, currency: string): Record<string, string> => ({
  [m.common_status()]: product.statuses[draft.status]?.() ?? '—',
  [m.common_price()]: draft.price === '' ? '—' : formatDecimal(Number(draft.price), currency),
  [m.review_feedback()]: draft.admin_feedback || '—',
  [m.common_suggestions()]: draft.suggestions.trim() || '—',
})

interface RemoveServiceProps {
  product: Product
  name: string
  /** The id of the service to release. */
  service: string
}

/** Releases the service of a request that was set back after its activation. The customer holds it until then. */
const RemoveService = ({ product, name, service }: RemoveServiceProps) => (
  <Notice
    action={
      <AskedButton
        variant="secondary"
        danger
        title={m.review_remove_title({ name })}
        about={m.review_remove_about()}
        confirm={m.review_remove_service()}
        act={{
          send: () => serviceStatesApi.release.call({ id: service }),
          done: m.review_service_removed(),
          // A live event updates the queue.
          onDone({ open_renewal }) {
            if (open_renewal) toast.notice(m.customers_release_renewal({ name }))
          },
          failure: (error) => `${m.review_remove_failed()} ${reviewReason(error, product)}`,
        }}
      >
        {m.review_remove_service()}
      </AskedButton>
    }
  >
    {m.review_service_left({ name })}
  </Notice>
)
