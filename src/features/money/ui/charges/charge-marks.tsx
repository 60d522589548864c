import {
  AlarmClock,
  Banknote,
  CalendarClock,
  CircleMinus,
  CircleOff,
  Wallet,
  type LucideIcon,
} from 'lucide-react'
import { m } from '../../../../paraglide/messages.js'
import { Badge, type Tone } from '../../../../kit/Badge.tsx'
import { FormattedDate, useNow } from '../../../../kit/dates.tsx'
import { claimedState } from '../claimed-state.ts'
import type { OwnCharge } from './charges.api.ts'

/** The states of a payment, as its customer reads them on every screen. */
export const chargeStates: Record<OwnCharge['state'], [Tone, () => string, LucideIcon]> = {
  open: ['pending', m.payments_own_open, Wallet],
  part: ['pending', m.payments_own_part, CircleMinus],
  claimed: [claimedState.tone, claimedState.label, claimedState.icon],
  paid: ['available', m.common_paid, Banknote],
  void: ['neutral', m.payments_own_void, CircleOff],
}

export const isOpenCharge = ({ state }: Pick<OwnCharge, 'state'>) => state !== 'paid' && state !== 'void'

/** The state of the payment of a charge, an order or a request. */
export function PaymentBadge({ state }: { state: OwnCharge['state'] }) {
  const [tone, label, icon] = chargeStates[state]
  return (
    <Badge tone={tone} icon={icon}>
      {label()}
    </Badge>
  )
}

/** The state of a charge, and by when it is to be paid, or that it is overdue. */
export function ChargeMarks({ charge }: { charge: OwnCharge }) {
  const today = new Date(useNow()).toISOString().slice(0, 10)
  const due = isOpenCharge(charge) ? charge.due_on : null
  return (
    <p className="flex flex-wrap gap-1.5">
      <PaymentBadge state={charge.state} />
      {due && due < today ? (
        <Badge tone="rejected" icon={AlarmClock}>
          {m.payments_overdue()}
        </Badge>
      ) : null}
      {due && due >= today ? (
        <Badge tone="neutral" icon={CalendarClock}>
          {m.payments_due()} <FormattedDate at={due} />
        </Badge>
      ) : null}
    </p>
  )
}
