import { useWatch } from 'react-hook-form'
import { ordersApi } from '../orders.api.ts'
import { m } from '../../../../paraglide/messages.js'
import { forTerm } from '../../../catalogue/ui/price-terms.tsx'
import { monthsOfItem } from '../../../products/item.ts'
import { IfMay } from '../../../../client/session/staff.tsx'
import { formatDecimal } from '../../../../shared/money/money.ts'
import { refusalCode } from '../../../../client/error-messages.ts'
import { Button } from '../../../../kit/Button.tsx'
import { Copyable } from '../../../../kit/Copyable.tsx'
import { Select, TextArea } from '../../../../kit/form/Field.tsx'
import { SegmentedControl } from '../../../../kit/form/SegmentedControl.tsx'
import { ConfirmDialog } from '../../../../kit/overlay/Dialog.tsx'
import { ReviewFrame } from '../../../money/ui/claims/ReviewFrame.tsx'
import type { FailureTexts } from '../../../money/ui/claims/SaveFailure.tsx'
import { useReview } from '../../../money/ui/claims/use-review.ts'
import { stepButton } from '../../../../kit/queue-marks.ts'
import { Key } from '../../../../kit/data-list/KeyList.tsx'
import { nameTakenText, reviewReason } from '../../../requests/ui/review/save-failure.ts'
import {
  isUndecided,
  type LineState,
  lineStates,
  type OrderDraft,
  orderDraftOf,
  orderQuestion,
  type OrderStatus,
  orderStatuses,
} from '../../order.ts'
import {
  itemTitle,
  LineBadge,
  lineText,
  orderTitle,
  type OrderLine,
  type ReviewedOrder,
  statusTexts,
} from '../order-parts.tsx'
import { RefundDialog } from './RefundDialog.tsx'

interface OrderReviewFormProps {
  id: string
  order: ReviewedOrder
  onClose: () => void
  /** Called after a save instead of `onClose`, and after a claim was rejected. */
  onSaved?: (() => void) | undefined
}

/** Whether a line is left to decide. */
const isWaiting = ({ lines }: ReviewedOrder) =>
  lines.every(({ in_delivery }) => !in_delivery) ||
  lines.some((line) => line.state === 'open' && !line.in_delivery)

const errorsOf = (draft: OrderDraft) => (isUndecided(draft) ? { status: m.orders_review_undecided() } : {})

/** An admin's review of an order: the decision on each domain, the status, and the answer to the customer. */
export function OrderReviewForm({ id, order, onClose, onSaved }: OrderReviewFormProps) {
  const review = useReview<ReviewedOrder, OrderDraft, 'unpaid' | 'owed'>(order, {
    draftOf: orderDraftOf,
    errorsOf,
    questionOf: orderQuestion,
    save: ({ id: on, version }, draft) => ordersApi.review.call({ ...draft, id: on, version }),
    rejectPayment: ({ id: on, version }, reason) => ordersApi.rejectPayment.call({ id: on, reason, version }),
    queryKey: ordersApi.key(),
    savedMessage: m.orders_review_saved,
    onDone: onSaved ?? onClose,
  })
  const { form, question, withdraw } = review
  const { errors, isSubmitted } = form.formState
  const { status, lines } = useWatch({ control: form.control, compute: (draft: OrderDraft) => draft })
  const set = <Field extends 'status' | 'lines'>(field: Field, value: OrderDraft[Field]) => {
    form.setValue(field, value as never, { shouldDirty: true })
    // The rule depends on the status and the lines. Its error is shown at the status.
    if (isSubmitted) void form.trigger('status')
  }
  return (
    <ReviewFrame
      id={id}
      row={order}
      name={orderTitle(order)}
      review={review}
      conflictTitle={m.orders_review_conflict()}
      textsOf={textsOf(order)}
      draftOf={orderDraftOf}
      failureTexts={orderFailure}
      onClose={onClose}
      onRejected={onSaved}
      actions={
        order.owed_back > 0 ? (
          <IfMay needs="payments.write">
            <RefundDialog
              order={order}
              onSaved={(changed) => {
                review.continueOn(changed)
                if (changed.owed_back <= 0) onSaved?.()
              }}
              failureTexts={orderFailure}
            />
          </IfMay>
        ) : order.status === 'pending' && order.payment_confirmed && isWaiting(order) ? (
          <Button
            {...stepButton}
            variant="secondary"
            onClick={(event) => {
              const all = form.getValues('lines')
              form.setValue(
                'lines',
                all.map((line) => (line.state === 'open' ? { ...line, state: 'registered' } : line)),
              )
              form.setValue('status', 'completed')
              void review.save(event)
            }}
          >
            {m.presence_step_complete()}
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
            title={m.orders_review_unpaid_title()}
            confirm={m.orders_review_complete()}
            onConfirm={() => review.answer()}
          >
            {m.orders_review_unpaid()}
          </ConfirmDialog>
          <ConfirmDialog
            danger
            open={question === 'owed'}
            onClose={withdraw}
            title={m.orders_review_cancel_title()}
            confirm={m.orders_review_cancel_order()}
            onConfirm={() => review.answer()}
          >
            {m.orders_review_cancel({ amount: formatDecimal(order.amount_paid ?? 0, order.currency) })}
          </ConfirmDialog>
        </>
      }
    >
      <ul aria-label={m.orders_lines()} className="divide-y divide-line">
        {order.lines.map((line) => (
          <LineDecision
            key={line.item}
            order={order}
            line={line}
            state={lines.find(({ item }) => item === line.item)?.state ?? line.state}
            onChange={(state) =>
              set(
                'lines',
                lines.map((one) => (one.item === line.item ? { ...one, state } : one)),
              )
            }
          />
        ))}
      </ul>
      <div className="grid grid-cols-1 gap-4 @xl:grid-cols-[minmax(0,19rem)_minmax(0,1fr)]">
        <Select
          label={m.common_status()}
          value={status}
          onChange={(event) => set('status', event.target.value as OrderStatus)}
          options={orderStatuses.map((value) => ({ value, label: statusTexts[value]() }))}
          disabled={order.status === 'completed'}
          description={order.status === 'completed' ? m.orders_review_completed() : undefined}
          error={errors.status?.message}
        />
        <TextArea
          label={m.review_feedback()}
          description={m.kit_both_languages()}
          {...form.register('admin_feedback')}
          optional
          maxLength={4000}
        />
      </div>
    </ReviewFrame>
  )
}

/** A decision as texts by label. */
const textsOf =
  (order: ReviewedOrder) =>
  ({ status, admin_feedback, lines }: OrderDraft): Record<string, string> => ({
    ...Object.fromEntries(
      lines.map(({ item, state }) => [
        itemTitle(item),
        lineText(
          order.lines.find((line) => line.item === item)!,
          state,
        ),
      ]),
    ),
    [m.common_status()]: statusTexts[status](),
    [m.review_feedback()]: admin_feedback || '—',
  })

interface LineDecisionProps {
  order: ReviewedOrder
  line: OrderLine
  state: LineState
  onChange: (state: LineState) => void
}

/** The decision on one domain of an order, with what the admin should know. A delivered domain can't be changed. */
function LineDecision({ order, line, state, onChange }: LineDecisionProps) {
  const { item, years, price, currency } = line
  const isDelivered = order.status === 'completed' && line.state === 'registered'
  const marks = [
    line.unchecked && !isDelivered && m.orders_mark_unchecked(),
    order.held_by_other.includes(item) && m.orders_mark_held(),
    order.wanted_elsewhere.includes(item) && m.orders_mark_wanted(),
  ].filter((text) => typeof text === 'string')
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5 first:pt-0">
      <div className="min-w-0 flex-1 basis-52">
        <p className="wrap-anywhere">
          <span className="font-semibold">
            <Copyable text={itemTitle(item)} />
          </span>{' '}
          <span className="text-sm text-muted">
            {line.renews ? `${m.common_renewal()} · ` : null}
            {formatDecimal(price, currency)} {forTerm(monthsOfItem(item, years))}
          </span>
        </p>
        {marks.length > 0 ? <p className="text-sm text-pending">{marks.join(' · ')}</p> : null}
      </div>
      {isDelivered || line.in_delivery ? (
        <LineBadge line={line} />
      ) : (
        <SegmentedControl
          label={m.orders_review_state_of({ name: itemTitle(item) })}
          options={lineStates.map((value) => ({ value, label: lineText(line, value) }))}
          value={state}
          onChange={onChange}
          className="max-xl:[&>label]:px-1 xl:[&>label]:px-2"
        />
      )}
    </li>
  )
}

/** Why a save of an order was refused. */
function orderFailure(error: unknown): FailureTexts {
  const code = refusalCode(error)
  if (code === 'NOT_FOUND') return { what: m.orders_review_not_found(), why: '' }
  if (code === 'DATE_INVALID') return { what: m.payments_date_invalid(), why: '' }
  if (code === 'RECORD_FAILED') return { what: m.domains_record_failed(), why: nameTakenText(error) }
  if (code === 'ORDER_REFUNDED')
    return { what: m.orders_review_failed(), why: m.orders_review_payment_returned() }
  if (code === 'ORDER_COMPLETED') return { what: m.orders_review_failed(), why: m.orders_review_completed() }
  if (code === 'LINE_DELIVERED')
    return { what: m.orders_review_failed(), why: m.orders_review_line_delivered() }
  if (code === 'NOTHING_OWED') return { what: m.orders_review_failed(), why: m.orders_review_nothing_owed() }
  if (code === 'MORE_THAN_OWED')
    return { what: m.orders_review_failed(), why: m.orders_review_more_than_owed() }
  if (code === 'CREDIT_USED') return { what: m.orders_review_failed(), why: m.orders_review_credit_used() }
  if (code === 'CREDIT_TOO_LARGE')
    return { what: m.orders_review_failed(), why: m.payments_invoice_credited() }
  if (code === 'LINES_UNDECIDED') return { what: m.orders_review_failed(), why: m.orders_review_undecided() }
  if (code === 'ALREADY_ORDERED')
    return { what: m.orders_review_failed(), why: m.orders_review_ordered_again() }
  return { what: m.orders_review_failed(), why: reviewReason(error, { texts: {} }) }
}
