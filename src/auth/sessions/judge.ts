/** What the chain says of the refresh token that somebody shows. */
interface Shown {
  /** When another token took its place; null for the current one. */
  supersededAt: Date | null
  revoked: boolean
  isParentOfCurrent: boolean
}

/** A reply can be lost for this long; afterwards the old token counts as stolen. */
const LOST_REPLY_MS = 24 * 60 * 60 * 1000

/**
 * Whether the bearer of a refresh token gets the next one (`rotate`), the current one once more (`repeat`, or
 * `lost-reply` where only a lost answer can explain it), or nothing, the family ending with it (`reused`).
 */
export function judge(
  { supersededAt, revoked, isParentOfCurrent }: Shown,
  now: Date,
  reuseIntervalS: number,
) {
  if (revoked) return 'reused'
  if (!supersededAt) return 'rotate'
  const age = now.getTime() - supersededAt.getTime()
  if (age < reuseIntervalS * 1000) return 'repeat'
  return isParentOfCurrent && age <= LOST_REPLY_MS ? 'lost-reply' : 'reused'
}
