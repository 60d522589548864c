import { InvalidToken, type Keys, serviceRoles } from './keys.ts'
import { isUuid } from '../uuid.ts'

/** Whom a good token speaks for. Whether the session still lives is asked in the transaction that follows. */
export type Bearer = { person: string; session: string; expiresAt: Date } | 'key'

export const AUDIENCE = 'authenticated'

/**
 * Checks a bearer token of the API: signature, times, issuer and audience. `'key'` stands for a service key.
 * @returns undefined for a token that is not ours, not any more, or not for this audience.
 */
export async function verifyToken(keys: Keys, token: string): Promise<Bearer | undefined> {
  try {
    const { role, aud, sub, session_id: session, exp } = await keys.read(token)
    // Keys of this house carry no session; one that did would have to be asked after, and nobody makes one.
    if (serviceRoles.includes(String(role))) return session === undefined ? 'key' : undefined
    if (aud !== AUDIENCE || exp === undefined || !isUuid(sub) || !isUuid(session)) return undefined
    return { person: sub, session, expiresAt: new Date(exp * 1000) }
  } catch (error) {
    if (error instanceof InvalidToken) return undefined
    throw error
  }
}
