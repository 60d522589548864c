import type { FulfilmentKind, FulfilmentReason } from '../states.ts'
import type { Info } from './drivers/driver.ts'

export interface Judged {
  kind: FulfilmentKind
  /** Whether the provider has said that it accepted the order. */
  isAccepted: boolean
  /** When the order left. */
  sentAt: Date
  /** Until when the name was registered before. Null for what was not registered. */
  expectedExpiry: Date | null
}

/** What follows from the provider's own record. */
export type Verdict =
  | { to: 'done'; registeredUntil: Date | null }
  /** It was certainly not done: it may be sent again. */
  | { to: 'ready' }
  | { to: 'look' }
  | { to: 'held'; reason: FulfilmentReason }

const DAY_MS = 86_400_000

/** Whether a date of expiry has moved on since. Providers name the same moment with other hours. */
export const hasMoved = (before: Date, after: Date) => after.getTime() - before.getTime() > 2 * DAY_MS

/**
 * Judges an order that may have been done by the provider's record. Nothing is sent again before the record shows that it
 * was not done and the provider's time to settle is over.
 */
export function judge(
  { kind, isAccepted, sentAt, expectedExpiry }: Judged,
  info: Info,
  { now, settleMs }: { now: Date; settleMs: number },
): Verdict {
  const isSettled = now.getTime() - sentAt.getTime() > settleMs
  const absent = (reason: FulfilmentReason): Verdict =>
    !isSettled ? { to: 'look' } : isAccepted ? { to: 'held', reason } : { to: 'ready' }
  if (info.state === 'unclear') return isSettled ? { to: 'held', reason: 'unclear' } : { to: 'look' }
  if (info.state === 'pending') return { to: 'look' }
  if (info.state === 'elsewhere') return { to: 'held', reason: 'elsewhere' }
  if (kind === 'register')
    return info.state === 'ours' ? { to: 'done', registeredUntil: info.expires_at } : absent('absent')
  if (info.state === 'absent') return { to: 'held', reason: 'absent' }
  if (info.expires_at && expectedExpiry && hasMoved(expectedExpiry, info.expires_at))
    return { to: 'done', registeredUntil: info.expires_at }
  // A record without a date proves nothing.
  if (!info.expires_at || !expectedExpiry)
    return isSettled ? { to: 'held', reason: 'unclear' } : { to: 'look' }
  return absent('unmoved')
}
