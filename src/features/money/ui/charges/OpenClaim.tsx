import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { failureReason, outageMessage, refusalCode } from '../../../../client/error-messages.ts'
import { Button } from '../../../../kit/Button.tsx'
import { Card } from '../../../../kit/Card.tsx'
import { RelativeTime } from '../../../../kit/dates.tsx'
import { drawPicture } from '../../../../kit/draw-picture.ts'
import { ConfirmDialog } from '../../../../kit/overlay/Dialog.tsx'
import { toast } from '../../../../kit/overlay/toasts.tsx'
import { claimsApi } from '../claims/claims-api.ts'
import { PaymentForm, usePaymentClaim } from '../claims/PaymentForm.tsx'
import { chargesApi, chargeTitle, type OwnCharge } from './charges-api.ts'

interface OpenClaimProps {
  charge: OwnCharge
  claim: OwnCharge['claims'][number]
  texts: { fieldsMissing: () => string; claimFailed: () => string }
}

/** What the customer said and nobody has decided: it can be corrected and withdrawn. */
export function OpenClaim({ charge, claim, texts }: OpenClaimProps) {
  const client = useQueryClient()
  const { reference } = charge
  const [isEditing, setEditing] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const correction = usePaymentClaim(
    `${chargeTitle(charge)} ${claim.id}`,
    chargesApi.key(),
    (payment) => claimsApi.correct.call({ reference, ...payment }),
    { initial: claim, onSent: () => setEditing(false) },
  )
  const withdraw = useMutation({
    mutationFn: () => claimsApi.withdraw.call({ reference }),
    onSuccess: () => toast.success(m.payments_claim_withdrawn()),
    onError: (error) =>
      toast.error(
        refusalCode(error) === 'NOT_OPEN' ? m.payments_claim_decided() : failureReason(error, { texts: {} }),
      ),
    onSettled: () => {
      setAsking(false)
      return client.invalidateQueries({ queryKey: chargesApi.key() })
    },
  })
  return (
    <Card className="flex flex-col gap-4">
      <div>
        <h2 className="text-lg font-bold">{m.payments_claim_said()}</h2>
        <p className="mt-1 wrap-anywhere">
          {[claim.payment_method, claim.receipt_number, claim.payer_name].filter(Boolean).join(' · ')}
          <span className="text-muted">
            {' · '}
            <RelativeTime at={claim.created_at} />
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
          <Button variant="quiet" onClick={() => setAsking(true)}>
            {m.payments_claim_withdraw()}
          </Button>
        </div>
      )}
      <AddPhoto reference={reference} has={claim.photo} />
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={m.payments_claim_withdraw()}
        confirm={m.payments_claim_withdraw()}
        onConfirm={() => withdraw.mutate()}
        busy={withdraw.isPending}
      >
        {m.payments_claim_withdraw_about()}
      </ConfirmDialog>
    </Card>
  )
}

/** Adds a photo of the receipt, which is made small in the browser. */
function AddPhoto({ reference, has }: { reference: string; has: boolean }) {
  const id = useId()
  const client = useQueryClient()
  const add = useMutation({
    mutationFn: async (file: File) =>
      claimsApi.addPhoto.call({
        reference,
        image: await drawPicture(file, { width: 1_400, height: 1_800, type: 'image/jpeg' }),
      }),
    onSuccess: () => toast.success(m.photo_added()),
    onError: (error) =>
      toast.error(
        refusalCode(error) === 'NOT_OPEN'
          ? m.payments_claim_decided()
          : (outageMessage(error) ?? m.photo_unreadable()),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: claimsApi.key() }),
  })
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        {has ? m.photo_replace() : m.photo_add()}
      </label>
      <input
        id={id}
        type="file"
        accept="image/*"
        disabled={add.isPending}
        aria-describedby={`${id}-about`}
        className="w-full touch rounded-control border border-edge bg-card p-1.5 text-muted file:mr-3 file:rounded-[5px] file:border-0 file:bg-well file:px-3 file:py-1.5 file:text-sm file:font-semibold file:text-ink"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) add.mutate(file)
          target.value = ''
        }}
      />
      <p id={`${id}-about`} className="text-sm text-muted">
        {has ? m.photo_kept() : m.photo_about()}
      </p>
    </div>
  )
}
