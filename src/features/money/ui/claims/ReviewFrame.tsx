import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { m } from '../../../../paraglide/messages.js'
import { ReadOnlyUnless, useMay } from '../../../../client/session/staff.tsx'
import { Button } from '../../../../kit/Button.tsx'
import { EditConflict } from '../../../../kit/Notice.tsx'
import { ReasonButton } from '../../../../client/form/ReasonButton.tsx'
import { type FailureTexts, SaveFailure } from './SaveFailure.tsx'
import type { Review, ReviewedRow } from './use-review.ts'

interface ReviewFrameProps<Row extends ReviewedRow, Draft extends FieldValues> {
  id: string
  row: Row
  /** The name of the row in sentences. */
  name: string
  review: Review<Row, Draft, unknown>
  conflictTitle: string
  /** A draft as texts by label, for the comparison with a newer row. */
  textsOf: (draft: Draft) => Record<string, string>
  draftOf: (row: Row) => Draft
  failureTexts: (error: unknown) => FailureTexts
  onClose: () => void
  /** Called once a claim was rejected. The form continues otherwise. */
  onRejected: (() => void) | undefined
  children: ReactNode
  /** Further buttons beside those that every review has. */
  actions?: ReactNode
  /** The dialogs of the review's questions. */
  questions: ReactNode
}

/** Whether there is a claim that no payment has proved. */
const isRejectable = ({ payment_confirmed, claim, payments }: ReviewedRow) =>
  payment_confirmed && claim !== null && payments.every(({ seen }) => !seen)

/** The form of a review: its fields, what prevents the save, and the buttons. */
export function ReviewFrame<Row extends ReviewedRow, Draft extends FieldValues>({
  id,
  row,
  name,
  review,
  conflictTitle,
  textsOf,
  draftOf,
  failureTexts,
  onClose,
  onRejected,
  children,
  actions,
  questions,
}: ReviewFrameProps<Row, Draft>) {
  const { theirs, saving } = review
  const may = useMay()
  return (
    <form
      id={id}
      noValidate
      aria-label={m.review_form({ name })}
      onSubmit={(event) => void review.save(event)}
      className="@container flex flex-col gap-4 lg:[&_:is(input,select,textarea)]:scroll-mb-24 rounded-card border border-line bg-card p-4"
    >
      <ReadOnlyUnless needs="requests.write">{children}</ReadOnlyUnless>
      {theirs ? (
        <EditConflict
          title={conflictTitle}
          note={theirs.payment_confirmed ? m.review_conflict_paid() : undefined}
          mine={textsOf(review.form.getValues())}
          theirs={textsOf(draftOf(theirs))}
          onTake={review.takeTheirs}
          onSaveOver={() => void review.saveOver()}
        />
      ) : (
        <SaveFailure error={saving.error} textsOf={failureTexts} />
      )}
      <div className="flex flex-wrap gap-2 lg:sticky lg:bottom-0 lg:-mx-4 lg:-mb-4 lg:rounded-b-card lg:border-t lg:border-line lg:bg-card lg:px-4 lg:py-3">
        {may('requests.write') ? (
          <Button type="submit" busy={saving.isPending}>
            {m.common_save()}
          </Button>
        ) : null}
        <Button variant="quiet" onClick={onClose}>
          {m.kit_cancel()}
        </Button>
        {actions}
        {isRejectable(row) && may('payments.write') ? (
          <ReasonButton
            label={m.review_reject_payment()}
            about={m.review_reject_payment_about({ name })}
            button={{ variant: 'danger', className: '@xl:ml-auto' }}
            reason="rejection"
            danger
            send={async (reason) => review.continueOn(await review.rejectPayment(reason))}
            done={m.common_payment_rejected()}
            onDone={onRejected}
            renderFailure={(error) => <SaveFailure error={error} textsOf={failureTexts} />}
          />
        ) : null}
      </div>
      {questions}
    </form>
  )
}
