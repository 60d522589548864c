import type { Config } from '../../server/config/config.ts'
import type { SessionRow } from './start.ts'

type Settings = Pick<Config, 'AUTH_SESSION_TIMEBOX' | 'AUTH_SESSION_INACTIVITY'>

/**
 * Whether a session has ended: at its own end, after the operator's longest duration since the log-in (time box), or
 * after too long without a refresh (inactivity). Limits are seconds; 0 is no limit.
 */
export function hasExpired(
  { not_after, created_at, refreshed_at }: SessionRow,
  { AUTH_SESSION_TIMEBOX: timebox, AUTH_SESSION_INACTIVITY: inactivity }: Settings,
  now: Date,
): boolean {
  const age = (since: Date) => (now.getTime() - since.getTime()) / 1000
  return (
    (not_after !== null && not_after <= now) ||
    (timebox > 0 && age(created_at) >= timebox) ||
    (inactivity > 0 && age(refreshed_at) >= inactivity)
  )
}
