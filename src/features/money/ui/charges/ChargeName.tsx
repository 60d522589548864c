import { formatDecimal } from '../../../../shared/money/money.ts'
import { displayName } from '../../../../shared/people/person.ts'
import { shownReference } from '../../charges/reference.ts'
import { chargeTitle } from './charge-title.ts'
import type { Charge } from '../received/payments.api.ts'

/** An amount due: what it is for, whose it is, its reference, and what is still to be paid. */
export const ChargeName = ({ charge }: { charge: Charge }) => (
  <>
    <b>{chargeTitle(charge)}</b> · {charge.customer ? `${displayName(charge.customer)} · ` : ''}
    {shownReference(charge.reference)} · {formatDecimal(charge.rest, charge.currency)}
  </>
)
