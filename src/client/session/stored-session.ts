import type { Session } from '@supabase/auth-js'

/** The key in the local storage under which the auth client keeps the session. */
export const STORAGE_KEY = 'kikoa-session'

/** The auth client refreshes a token that expires within this time, so it is not used without it. */
export const EXPIRY_MARGIN_MS = 90_000

/** The session of this browser as the auth client stored it, expired or not. */
export function storedSession(): Session | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null') as Partial<Session> | null
    return stored?.access_token && stored.user ? (stored as Session) : undefined
  } catch {
    return undefined
  }
}

/** Whether its token can be sent without a refresh. */
export const isFresh = ({ expires_at = 0 }: Session) => expires_at * 1000 - Date.now() > EXPIRY_MARGIN_MS
