import { useState } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { formatDecimal } from '../../../../shared/money/money.ts'
import { Button } from '../../../../kit/Button.tsx'
import { TextArea } from '../../../../kit/form/Field.tsx'
import { Dialog } from '../../../../kit/overlay/Dialog.tsx'
import type { ReviewedRequest } from '../requests.api.ts'

interface ClaimQuestionProps {
  open: boolean
  request: ReviewedRequest
  onClose: () => void
  /** Called without a reason to retain the claim, with one to reject it. */
  onAnswer: (rejection?: string) => void
}

/** Asks whether to retain or reject a customer's claim of payment, before the offer that it pays for changes. */
export function ClaimQuestion({ open, request, onClose, onAnswer }: ClaimQuestionProps) {
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const { claim } = request
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={m.review_claim_title()}
      description={m.review_claim_question({
        amount: typeof claim?.amount === 'number' ? formatDecimal(claim.amount, claim.currency) : '—',
      })}
    >
      <div className="flex flex-col gap-4">
        <Button onClick={() => onAnswer()}>{m.review_claim_keep()}</Button>
        <hr className="border-line" />
        <TextArea
          label={m.review_claim_reason()}
          description={m.review_claim_reason_about()}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          error={missing && !reason.trim() ? m.review_reason_required() : undefined}
          maxLength={1000}
        />
        <Button variant="danger" onClick={() => (reason.trim() ? onAnswer(reason.trim()) : setMissing(true))}>
          {m.review_claim_reject()}
        </Button>
      </div>
    </Dialog>
  )
}
