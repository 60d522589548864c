import { m } from '../../../../paraglide/messages.js'
import type { Tone } from '../../../../kit/Badge.tsx'
import type { ChargeState } from '../../charges/contract.ts'

/** The state of an amount due, as its customer reads it. */
export const chargeStates: Record<ChargeState, [Tone, () => string]> = {
  open: ['pending', m.payments_own_open],
  part: ['pending', m.payments_own_part],
  claimed: ['suggested', m.payments_own_claimed],
  paid: ['available', m.payments_own_paid],
  void: ['neutral', m.payments_own_void],
}
