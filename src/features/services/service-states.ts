import { daysFrom } from '../../shared/calendar.ts'
import { SUSPENDED } from '../requests/renewal.ts'

/** The states of what was sold. `ended` is what nobody holds any more: ended or released. */
export const serviceStates = ['active', 'grace', 'expired', 'suspended', 'ended'] as const
export type ServiceState = (typeof serviceStates)[number]

/** When a service expires: it has already, or within a number of days from now. */
export const dueWindows = ['overdue', '7', '30', '90'] as const
export type DueWindow = (typeof dueWindows)[number]

/** The days that an expiry may be corrected to: those of this century. */
export const expiryDay = /^20\d\d-/

/** The status of a service that a person, or the program for the owner, has ended. */
export const ENDED = 'ended'

/** The state of a service. `graceDays`: how long its product stays in grace after the expiry. */
export function stateOf(
  service: { expires_at: Date | null; released_at: Date | null; status: string },
  graceDays: number,
  now: Date,
): ServiceState {
  if (service.released_at) return 'ended'
  if (service.status === SUSPENDED) return 'suspended'
  if (!service.expires_at || service.expires_at > now) return 'active'
  return service.expires_at > daysFrom(now, -graceDays) ? 'grace' : 'expired'
}
