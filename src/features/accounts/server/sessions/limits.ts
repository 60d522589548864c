import type { Config } from '../../../../platform/server/config/config.ts'
import type { Transaction } from '../../../../platform/server/database/database.ts'
import type { SessionRow } from './start.ts'

/** How long sessions may go on, in milliseconds; Infinity for no limit. */
export interface SessionLimits {
  /** From the log-in on, however busy it is. */
  timebox: number
  /** Without a refresh. */
  inactivity: number
  /** Only the session that was last refreshed may refresh. */
  single: boolean
}

/** The operator's limits of sessions. */
export const sessionLimits = (
  config: Pick<Config, 'AUTH_SESSION_TIMEBOX' | 'AUTH_SESSION_INACTIVITY' | 'AUTH_SINGLE_SESSION'>,
): SessionLimits => ({
  timebox: config.AUTH_SESSION_TIMEBOX * 1000 || Infinity,
  inactivity: config.AUTH_SESSION_INACTIVITY * 1000 || Infinity,
  single: config.AUTH_SINGLE_SESSION,
})

/** Whether a session has come to its end: its own, or one of the operator's limits. */
export async function hasExpired(
  { db }: Transaction,
  session: SessionRow,
  { timebox, inactivity, single }: SessionLimits,
  now: Date,
): Promise<boolean> {
  if (session.not_after && session.not_after <= now) return true
  const age = (since: Date) => now.getTime() - since.getTime()
  if (age(session.created_at) >= timebox || age(session.refreshed_at) >= inactivity) return true
  if (!single) return false
  const newer = await db
    .selectFrom('auth.sessions')
    .select('id')
    .where('user_id', '=', session.user_id)
    .where('refreshed_at', '>', session.refreshed_at)
    .limit(1)
    .executeTakeFirst()
  return newer !== undefined
}
