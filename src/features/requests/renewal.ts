/** How a shop renews: at once when a record has expired, or on request and after payment. */
export type RenewalMode = 'instant' | 'paid'

/** From this many days before its expiry a record can be asked to be renewed, where payment comes first. */
export const RENEWAL_DAYS = 30
const DAY_MS = 86_400_000

/**
 * What the holder of a record can do about its renewal at a moment: `now` to renew at once, `request` to ask for it,
 * `requested` when that has been done, or nothing yet.
 */
export function renewalOf(
  record: { expires_at: Date | null; released_at: Date | null },
  mode: RenewalMode,
  requested: boolean,
  now: Date,
): 'now' | 'request' | 'requested' | null {
  if (!record.expires_at || record.released_at) return null
  if (requested) return 'requested'
  const left = record.expires_at.getTime() - now.getTime()
  if (mode === 'instant') return left <= 0 ? 'now' : null
  return left <= RENEWAL_DAYS * DAY_MS ? 'request' : null
}
