import { useState } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { failureReason, refusalCode } from '../../../../client/error-messages.ts'
import { AskedButton } from '../../../../client/form/AskedButton.tsx'
import { Button } from '../../../../kit/Button.tsx'
import { Card } from '../../../../kit/Card.tsx'
import { Moment } from '../../../../kit/dates.tsx'
import { AddPhoto } from '../claims/AddPhoto.tsx'
import { claimsApi } from '../claims/claims.api.ts'
import { PaymentForm, usePaymentClaim } from '../claims/PaymentForm.tsx'
import { chargeTitle } from './charge-title.ts'
import { chargesApi, type OwnCharge } from './charges.api.ts'

interface OpenClaimProps {
  charge: OwnCharge
  claim: OwnCharge['claims'][number]
  /** Of the form. */
  texts: { fieldsMissing: () => string; claimFailed: () => string }
}

/** What the customer said and nobody has decided: it can be corrected and withdrawn. */
export function OpenClaim({ charge, claim, texts }: OpenClaimProps) {
  const { reference } = charge
  const [isEditing, setEditing] = useState(false)
  const correction = usePaymentClaim(
    `${chargeTitle(charge)} ${claim.id}`,
    chargesApi.key(),
    (payment) => claimsApi.correct.call({ reference, ...payment }),
    { initial: claim, onSent: () => setEditing(false) },
  )
  return (
    <Card className="flex flex-col gap-4">
      <div>
        <h2 className="text-lg font-bold">{m.payments_claim_said()}</h2>
        <p className="mt-1 wrap-anywhere">
          {[claim.payment_method, claim.receipt_number, claim.payer_name].filter(Boolean).join(' · ')}
          <span className="text-muted">
            {' · '}
            <Moment at={claim.created_at} />
          </span>
        </p>
        <p className="mt-1 text-muted">{m.payments_claim_checked()}</p>
      </div>
      {isEditing ? (
        <PaymentForm
          name={chargeTitle(charge)}
          texts={texts}
          claim={correction}
          onClose={() => setEditing(false)}
        />
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" onClick={() => setEditing(true)}>
            {m.payments_claim_correct()}
          </Button>
          <AskedButton
            variant="quiet"
            size="medium"
            title={m.payments_claim_withdraw()}
            about={m.payments_claim_withdraw_about()}
            confirm={m.payments_claim_withdraw()}
            act={{
              send: () => claimsApi.withdraw.call({ reference }),
              done: m.payments_claim_withdrawn(),
              failure: (error) =>
                refusalCode(error) === 'NOT_OPEN'
                  ? m.payments_claim_decided()
                  : failureReason(error, { texts: {} }),
              stale: [chargesApi.key()],
            }}
          >
            {m.payments_claim_withdraw()}
          </AskedButton>
        </div>
      )}
      <AddPhoto reference={reference} has={claim.photo} />
    </Card>
  )
}
