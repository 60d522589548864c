import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../kit/Button.tsx'
import { EditConflict } from '../../../kit/Notice.tsx'
import { RejectPayment } from './RejectPayment.tsx'
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
  children: ReactNode
  /** Further buttons beside those that every review has. */
  actions?: ReactNode
  /** The dialogs of the review's questions. */
  questions: ReactNode
}

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
  children,
  actions,
  questions,
}: ReviewFrameProps<Row, Draft>) {
  const { theirs, saving } = review
  return (
    <form
      id={id}
      noValidate
      aria-label={m.review_form({ name })}
      onSubmit={(event) => void review.save(event)}
      className="@container flex flex-col gap-4 rounded-card border border-line bg-card p-4 max-md:-mt-1 md:my-3 lg:mt-0"
    >
      <p aria-hidden className="text-lg font-bold wrap-anywhere max-lg:hidden">
        {name}
      </p>
      {children}
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
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={saving.isPending}>
          {m.review_save()}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {m.kit_cancel()}
        </Button>
        {actions}
        {row.payment_confirmed ? (
          <RejectPayment
            name={name}
            send={review.rejectPayment}
            onRejected={review.continueOn}
            failureTexts={failureTexts}
          />
        ) : null}
      </div>
      {questions}
    </form>
  )
}
