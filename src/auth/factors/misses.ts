import type { Transaction } from '../../server/database/database.ts'
import type { FactorRow } from './factor.ts'

/** Wrong codes in a row that cost nothing. */
const FREE = 5
const FIRST_PAUSE_MS = 60_000
const LONGEST_PAUSE_MS = 24 * 60 * 60_000

/** How long a factor takes no code after so many misses in a row: from the fifth on, twice as long each time. */
export const pauseAfter = (misses: number) =>
  misses < FREE ? 0 : Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (misses - FREE))

/** Seconds until a factor takes codes again; 0 when it does. */
export const lockedFor = ({ locked_until }: Pick<FactorRow, 'locked_until'>, now: Date) =>
  locked_until && locked_until > now ? Math.ceil((locked_until.getTime() - now.getTime()) / 1000) : 0

/** Counts a wrong code, whose call is refused: the count has to be committed all the same. */
export async function countMiss({ db }: Transaction, factor: FactorRow, now: Date): Promise<void> {
  const misses = factor.misses + 1
  const pause = pauseAfter(misses)
  await db
    .updateTable('auth.factors')
    .set({ misses, locked_until: pause ? new Date(now.getTime() + pause) : null })
    .where('id', '=', factor.id)
    .execute()
}
