import { SUSPENDED } from '../requests/renewal.ts'

/** The states of what was sold. `ended` is what nobody holds any more: ended or released. */
export const serviceStates = ['active', 'grace', 'expired', 'suspended', 'ended'] as const
export type ServiceState = (typeof serviceStates)[number]

/** When a service expires: it has already, or within a number of days from now. */
export const dueWindows = ['overdue', '7', '30', '90'] as const
export type DueWindow = (typeof dueWindows)[number]

/** The days that an expiry may be corrected to: those of this century. */
export const expiryDay = /^20\d\d-/

/** The status of a record that a person, or the program for the owner, has ended. */
export const ENDED = 'ended'

const DAY_MS = 86_400_000
export const daysFrom = (at: Date, days: number) => new Date(at.getTime() + days * DAY_MS)

/** The state of a record. `graceDays`: how long its product stays in grace after the expiry. */
export function stateOf(
  record: { expires_at: Date | null; released_at: Date | null; status: string },
  graceDays: number,
  now: Date,
): ServiceState {
  if (record.released_at) return 'ended'
  if (record.status === SUSPENDED) return 'suspended'
  if (!record.expires_at || record.expires_at > now) return 'active'
  return record.expires_at > daysFrom(now, -graceDays) ? 'grace' : 'expired'
}
