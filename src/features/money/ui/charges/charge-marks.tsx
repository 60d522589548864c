import { m } from '../../../../paraglide/messages.js'
import { Badge, type Tone } from '../../../../kit/Badge.tsx'
import { FormattedDate, useNow } from '../../../../kit/dates.tsx'
import type { OwnCharge } from './charges.api.ts'

/** The state of an amount due, as its customer reads it. */
const states: Record<OwnCharge['state'], [Tone, () => string]> = {
  open: ['pending', m.payments_own_open],
  part: ['pending', m.payments_own_part],
  claimed: ['suggested', m.payments_own_claimed],
  paid: ['available', m.common_paid],
  void: ['neutral', m.payments_own_void],
}

export const isOpenCharge = ({ state }: Pick<OwnCharge, 'state'>) => state !== 'paid' && state !== 'void'

/** The state of a charge, and by when it is to be paid, or that it is overdue. */
export function ChargeMarks({ charge }: { charge: OwnCharge }) {
  const today = new Date(useNow()).toISOString().slice(0, 10)
  const [tone, label] = states[charge.state]
  const due = isOpenCharge(charge) ? charge.due_on : null
  return (
    <p className="flex flex-wrap gap-1.5">
      <Badge tone={tone}>{label()}</Badge>
      {due && due < today ? <Badge tone="rejected">{m.payments_overdue()}</Badge> : null}
      {due && due >= today ? (
        <Badge tone="neutral">
          {m.payments_due()} <FormattedDate at={due} />
        </Badge>
      ) : null}
    </p>
  )
}
