import { m } from '../../../paraglide/messages.js'
import { errorSentence, refusalCode } from '../../../client/error-messages.ts'

/** Why the holder's change of a domain was not sent. */
export const registryFailure = errorSentence(m.registry_change_failed, {
  NOT_OFFERED: m.registry_not_offered,
  BEING_DELIVERED: m.registry_busy,
  NAMESERVER_INSIDE: m.registry_nameserver_inside,
  NOT_FOUND: m.domains_not_yours,
})

/** Whether the holder's data were not sent because a part of them is missing. `HolderProblem` says which. */
export const isHolderProblem = (error: unknown): boolean =>
  ['PROFILE_INCOMPLETE', 'ADDRESS_MISSING'].includes(refusalCode(error) ?? '')
