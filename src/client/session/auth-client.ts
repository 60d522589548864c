import { AuthSessionMissingError, GoTrueClient, isAuthApiError, type AuthError } from '@supabase/auth-js'
import { STORAGE_KEY } from './stored-session.ts'

// Larger than most screens: `session.ts` loads it when a session begins, is refreshed or ends.

/** The client of the auth protocol. It stores the session, refreshes it and shares it between tabs. */
export const client = new GoTrueClient({
  url: '/auth/v1',
  storageKey: STORAGE_KEY,
  flowType: 'pkce',
  detectSessionInUrl: true,
  autoRefreshToken: true,
  persistSession: true,
  experimental: { recoveryCodes: true },
})

/** The access token, refreshed if it is about to expire or if `fresh`. A refused refresh ends the session here too. */
export async function currentToken(fresh: boolean): Promise<string | undefined> {
  const { data, error } = fresh ? await client.refreshSession() : await client.getSession()
  if (fresh && error && isRefusal(error)) await client.signOut({ scope: 'local' })
  return data.session?.access_token
}

/** Network failures, server errors and rate limits do not end a session. */
const isRefusal = (error: AuthError) =>
  error instanceof AuthSessionMissingError ||
  (isAuthApiError(error) && [400, 401, 403].includes(error.status))
