import type { FormEvent } from 'react'
import { ordersApi } from '../api.ts'
import { m } from '../../../../paraglide/messages.js'
import { shownDollars } from '../../../../shared/money.ts'
import { ConfirmDialog } from '../../../../kit/overlay/Dialog.tsx'
import { Button } from '../../../../kit/Button.tsx'
import { Select, TextArea } from '../../../../kit/form/Field.tsx'
import { RejectPayment } from '../../../requests/ui/review/RejectPayment.tsx'
import { formLook } from '../../../requests/ui/review/row-look.ts'
import { SaveFailure } from '../../../requests/ui/review/SaveFailure.tsx'
import { orderStatuses, type OrderStatus } from '../../totals.ts'
import { nameOf, type ReviewedOrder, statusWords } from '../orders.ts'
import { LineDecision } from './LineDecision.tsx'
import { OrderConflict } from './OrderConflict.tsx'
import { orderFailure } from './order-failure.ts'
import { PaidBack } from './PaidBack.tsx'
import { useOrderReview } from './order-review.ts'

interface OrderReviewFormProps {
  id: string
  order: ReviewedOrder
  onClose: () => void
}

/** The decision on an order, domain by domain; then its status and what is said to the customer. */
export function OrderReviewForm({ id, order, onClose }: OrderReviewFormProps) {
  const review = useOrderReview(order, onClose)
  const { draft, change, saving, theirs } = review
  const name = nameOf(order)
  return (
    <form
      id={id}
      noValidate
      aria-label={m.review_form({ name })}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        review.save()
      }}
      className={formLook}
    >
      <p aria-hidden className="text-lg font-bold wrap-anywhere max-lg:hidden">
        {name}
      </p>
      <ul aria-label={m.orders_lines()} className="divide-y divide-line">
        {order.lines.map((line) => (
          <LineDecision
            key={line.domain}
            order={order}
            line={line}
            state={draft.states[line.domain] ?? line.state}
            onChange={(state) => change({ states: { ...draft.states, [line.domain]: state } })}
          />
        ))}
      </ul>
      <div className="grid grid-cols-1 gap-4 @xl:grid-cols-[minmax(0,19rem)_minmax(0,1fr)]">
        <Select
          label={m.requests_status()}
          value={draft.status}
          onChange={(event) => change({ status: event.target.value as OrderStatus })}
          options={orderStatuses.map((value) => ({ value, label: statusWords[value]() }))}
          disabled={order.status === 'completed'}
          description={order.status === 'completed' ? m.orders_review_completed() : undefined}
          error={review.isUndecided ? m.orders_review_undecided() : undefined}
        />
        <TextArea
          label={m.review_feedback()}
          value={draft.admin_feedback}
          onChange={(event) => change({ admin_feedback: event.target.value })}
          optional
          maxLength={4000}
        />
      </div>
      {theirs ? (
        <OrderConflict mine={draft} theirs={theirs} onTake={review.takeTheirs} onSaveOver={review.saveOver} />
      ) : (
        <SaveFailure error={saving.error} wordsOf={orderFailure} />
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={saving.isPending}>
          {m.review_save()}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {m.kit_cancel()}
        </Button>
        {order.owed_back > 0 ? (
          <PaidBack order={order} onSaved={review.rejected} wordsOf={orderFailure} />
        ) : null}
        {order.payment_confirmed ? (
          <RejectPayment
            name={name}
            send={(reason) => ordersApi.rejectPayment.call({ id: order.id, reason, version: order.version })}
            onRejected={review.rejected}
            wordsOf={orderFailure}
          />
        ) : null}
      </div>
      <Questions review={review} order={order} />
    </form>
  )
}

function Questions({ review, order }: { review: ReturnType<typeof useOrderReview>; order: ReviewedOrder }) {
  return (
    <>
      <ConfirmDialog
        open={review.asked === 'unpaid'}
        onClose={review.withdraw}
        title={m.orders_review_unpaid_title()}
        confirm={m.orders_review_complete()}
        onConfirm={review.confirm}
      >
        {m.orders_review_unpaid()}
      </ConfirmDialog>
      <ConfirmDialog
        danger
        open={review.asked === 'owed'}
        onClose={review.withdraw}
        title={m.orders_review_cancel_title()}
        confirm={m.orders_review_cancel_order()}
        onConfirm={review.confirm}
      >
        {m.orders_review_cancel({ amount: shownDollars(order.amount_paid ?? 0) })}
      </ConfirmDialog>
    </>
  )
}
