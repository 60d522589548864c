import { m } from '../../../../paraglide/messages.js'
import { chargeTitle } from './charge-title.ts'

/** The title of a charge for its customer: of a plan without a website with what it is. */
export const billTitle = (charge: { kind: string; subject: string }): string =>
  // A plan with its website has a dot between them.
  charge.kind === 'hosting' && !charge.subject.includes(' · ')
    ? m.hosting_named({ plan: charge.subject })
    : chargeTitle(charge)
