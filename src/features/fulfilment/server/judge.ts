import type { ChangeKind, FulfilmentKind, FulfilmentReason } from '../states.ts'
import type { Info, RefusalReason, TransferInfo } from './drivers/driver.ts'
import type { Fulfilment, FulfilmentInput, NameRecord } from './fulfilment.tables.ts'

export interface Judged {
  kind: Exclude<FulfilmentKind, ChangeKind | 'transfer'>
  /** Whether the provider has said that it accepted the order. */
  isAccepted: boolean
  /** When the order left. */
  sentAt: Date
  /** Until when the name was registered before. Null for what was not registered. */
  expectedExpiry: Date | null
}

/** What follows from the provider's own record. */
export type Verdict =
  | { to: 'done'; registeredUntil: Date | null; record?: NameRecord }
  /** It was certainly not done: it may be sent again. */
  | { to: 'ready' }
  | { to: 'look' }
  | { to: 'held'; reason: FulfilmentReason }
  /** The provider says that it has failed. */
  | { to: 'refused'; reason: RefusalReason; words: string | null }

const DAY_MS = 86_400_000

/** Whether a date of expiry has moved on since. Providers name the same moment with other hours. */
export const hasMoved = (before: Date, after: Date) => after.getTime() - before.getTime() > 2 * DAY_MS

const YEAR_MS = 365 * DAY_MS

/**
 * Whether the registry's date is that after the renewal. It may differ from the shop's by weeks, because a service begins
 * when it is activated, and from that of before by all that is renewed.
 */
export const isRenewed = ({ input, expect }: Pick<Fulfilment, 'input' | 'expect'>, date: Date): boolean =>
  expect.expires_at !== undefined
    ? hasMoved(new Date(expect.expires_at), date)
    : input.renewed_from !== undefined &&
      date.getTime() - Date.parse(input.renewed_from) > ((input.years ?? 1) * YEAR_MS) / 2

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
    return info.state === 'ours'
      ? { to: 'done', registeredUntil: info.expires_at, record: info }
      : absent('absent')
  if (info.state === 'absent') return { to: 'held', reason: 'absent' }
  if (info.expires_at && expectedExpiry && hasMoved(expectedExpiry, info.expires_at))
    return { to: 'done', registeredUntil: info.expires_at, record: info }
  // A record without a date proves nothing.
  if (!info.expires_at || !expectedExpiry)
    return isSettled ? { to: 'held', reason: 'unclear' } : { to: 'look' }
  return absent('unmoved')
}

/**
 * How long an accepted transfer may be missing in the record. The registrar that a name leaves has five days to object at
 * most registries, and some registries ask people.
 */
export const TRANSFER_MS = 15 * DAY_MS

interface JudgedTransfer extends Pick<Judged, 'isAccepted' | 'sentAt'> {
  /** Whether the record says of a failure what it said of an earlier one before the order left. */
  isOldFailure: boolean
}

/** Whether the account has a name that is transferred to it. Undefined where its record does not say that the transfer is over. */
export const isMovedIn = ({ status }: NameRecord): boolean | undefined =>
  status === 'other' || status === 'pending-transfer' ? undefined : true

/**
 * Judges a transfer by the provider's record. It takes days, so that a name that is missing proves nothing: a person
 * decides, and it is never sent again by itself.
 */
export function judgeTransfer(
  { isAccepted, sentAt, isOldFailure }: JudgedTransfer,
  info: TransferInfo,
  { now, settleMs }: { now: Date; settleMs: number },
): Verdict {
  const hasPassed = (ms: number) => now.getTime() - sentAt.getTime() > ms
  const lookUntil = (ms: number, reason: FulfilmentReason): Verdict =>
    hasPassed(ms) ? { to: 'held', reason } : { to: 'look' }
  const most = isAccepted ? TRANSFER_MS : settleMs
  if (info.state === 'pending') return { to: 'look' }
  if (info.state === 'unclear') return lookUntil(most, 'unclear')
  // The account may have had the name before.
  if (info.state === 'absent' || info.state === 'elsewhere') return lookUntil(most, 'absent')
  if (info.state === 'failed') {
    // The record may still be that of the transfer before.
    if (isOldFailure && !hasPassed(settleMs)) return { to: 'look' }
    return { to: 'refused', reason: info.reason, words: info.words || null }
  }
  return isMovedIn(info)
    ? { to: 'done', registeredUntil: info.expires_at, record: info }
    : lookUntil(most, 'unclear')
}

/** Whether a record shows what a change wants. Undefined where it does not say. */
export function isAsWanted(
  kind: ChangeKind,
  input: FulfilmentInput,
  record: NameRecord,
): boolean | undefined {
  if (kind === 'lock') return record.is_locked === undefined ? undefined : record.is_locked === input.locked
  if (kind === 'privacy')
    return record.is_private === undefined ? undefined : record.is_private === input.private
  if (kind === 'contacts') return record.is_contact_pending ? false : undefined
  const wanted = input.nameservers?.toSorted().join(' ')
  return (
    record.nameservers &&
    record.nameservers
      .map((one) => one.toLowerCase())
      .toSorted()
      .join(' ') === wanted
  )
}

/** After so many attempts, a person looks at a change. */
const MOST_ATTEMPTS = 8

interface JudgedChange {
  kind: ChangeKind
  input: FulfilmentInput
  isAccepted: boolean
  attempts: number
}

/** Judges a change by the provider's record. One that may not have been done is sent again, which does no harm. */
export function judgeChange({ kind, input, isAccepted, attempts }: JudgedChange, info: Info): Verdict {
  const isOver = attempts > MOST_ATTEMPTS
  const later = (verdict: Verdict): Verdict => (isOver ? { to: 'held', reason: 'unclear' } : verdict)
  if (info.state === 'unclear' || info.state === 'pending') return later({ to: 'look' })
  if (info.state !== 'ours') return { to: 'held', reason: info.state }
  const found = isAsWanted(kind, input, info)
  if (found ?? isAccepted) return { to: 'done', registeredUntil: info.expires_at, record: info }
  return later(isAccepted ? { to: 'look' } : { to: 'ready' })
}
