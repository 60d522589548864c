import { hostingTitle } from '../../../products/names/hosting-title.ts'
import { chargeTitle } from './charge-title.ts'

/** The title of a charge for its customer: of a plan without a website with what it is. */
export const billTitle = (charge: { kind: string; subject: string }): string =>
  charge.kind === 'hosting' ? hostingTitle(charge.subject) : chargeTitle(charge)
