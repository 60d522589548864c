import { m } from '../../../../paraglide/messages.js'
import { chargeTitle } from './charge-title.ts'

/** A hosting plan as its customer reads it: with its website, or what it is and that it has none yet. */
export const hostingTitle = (name: string): string =>
  // A plan with its website has a dot between them.
  name.includes(' · ') ? name : m.hosting_without_website({ plan: name })

/** The title of a charge for its customer. */
export const billTitle = (charge: { kind: string; subject: string }): string =>
  charge.kind === 'hosting' ? hostingTitle(charge.subject) : chargeTitle(charge)
