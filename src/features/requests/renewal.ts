/** How the shop renews: immediately once a service has expired (`instant`), or on request and after payment (`paid`). */
export type RenewalMode = 'instant' | 'paid'

/** In mode `paid`, a renewal can be requested from this many days before the expiry. */
export const RENEWAL_DAYS = 30
/** What renews itself is offered this many days before its expiry, whatever its term (readings 46). */
export const AUTO_RENEW_DAYS = 14
/** The status of a service that an admin has suspended. */
export const SUSPENDED = 'suspended'

const DAY_MS = 86_400_000

/**
 * What the holder of a service can do about its renewal: renew it immediately (`now`), request it (`request`), wait for
 * a requested one (`requested`), or nothing (null). What is suspended is renewed only after payment.
 */
export function renewalOf(
  service: { expires_at: Date | null; released_at: Date | null; status: string },
  mode: RenewalMode,
  requested: boolean,
  now: Date,
): 'now' | 'request' | 'requested' | null {
  if (!service.expires_at || service.released_at) return null
  if (requested) return 'requested'
  if (now < renewableFrom(service, mode)!) return null
  return mode === 'instant' && service.status !== SUSPENDED ? 'now' : 'request'
}

/** From when the holder of an active service can renew it, unless a renewal is requested. Null without a term. */
export function renewableFrom(
  { expires_at, released_at }: { expires_at: Date | null; released_at: Date | null },
  mode: RenewalMode,
): Date | null {
  if (!expires_at || released_at) return null
  return mode === 'instant' ? expires_at : new Date(expires_at.getTime() - RENEWAL_DAYS * DAY_MS)
}

/** The unique key of an open renewal request for a service. It can't equal a subject, because names contain no blank. */
export const renewalKey = (service: string) => `renewal ${service}`
