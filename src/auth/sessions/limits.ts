import type { Config } from '../../server/config/config.ts'
import type { Transaction } from '../../server/database/database.ts'
import type { Account } from '../users.ts'
import type { SessionRow } from './start.ts'

/** How long sessions may go on, in milliseconds; Infinity for no limit. */
export interface SessionLimits {
  /** From the log-in on, however busy it is. */
  timebox: number
  /** Without a refresh. */
  inactivity: number
  /** From the log-in on, where its person has a second factor and has not shown it. */
  lowAal: number
  /** Only the session that was last refreshed may refresh. */
  single: boolean
}

type Settings = Pick<
  Config,
  'AUTH_SESSION_TIMEBOX' | 'AUTH_SESSION_INACTIVITY' | 'AUTH_SESSION_LOW_AAL' | 'AUTH_SINGLE_SESSION'
>

/** The operator's limits of sessions. */
export const sessionLimits = (config: Settings): SessionLimits => ({
  timebox: config.AUTH_SESSION_TIMEBOX * 1000 || Infinity,
  inactivity: config.AUTH_SESSION_INACTIVITY * 1000 || Infinity,
  lowAal: config.AUTH_SESSION_LOW_AAL * 1000 || Infinity,
  single: config.AUTH_SINGLE_SESSION,
})

interface Held {
  session: Pick<SessionRow, 'aal' | 'created_at'>
  factors: Pick<Account['factors'][number], 'status'>[]
}

/** When a session ends unless its person shows the second factor that they have; undefined where nothing is missing. */
export function lowAalEnd({ session, factors }: Held, { lowAal }: Pick<SessionLimits, 'lowAal'>) {
  if (lowAal === Infinity || session.aal !== 'aal1') return undefined
  if (!factors.some(({ status }) => status === 'verified')) return undefined
  return new Date(session.created_at.getTime() + lowAal)
}

/** Whether a session has come to its end: its own, or one of the operator's limits. */
export async function hasExpired(
  { db }: Transaction,
  session: SessionRow,
  limits: SessionLimits,
  now: Date,
): Promise<boolean> {
  const { timebox, inactivity, lowAal, single } = limits
  if (session.not_after && session.not_after <= now) return true
  const age = (since: Date) => now.getTime() - since.getTime()
  if (age(session.created_at) >= timebox || age(session.refreshed_at) >= inactivity) return true
  if (lowAal !== Infinity && session.aal === 'aal1') {
    const factors = await db
      .selectFrom('auth.factors')
      .select('status')
      .where('user_id', '=', session.user_id)
      .execute()
    const end = lowAalEnd({ session, factors }, limits)
    if (end && end <= now) return true
  }
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
