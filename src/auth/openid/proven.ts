import type { JWTPayload } from 'jose'
import { isEmail, normalEmail } from '../../shared/email.ts'

/** What a provider has said of a person, in the form in which an identity keeps it. */
export interface Proven {
  provider: string
  /** Who it is at the provider: never changes, and is nobody else's. */
  subject: string
  email: string | undefined
  /** Whether the provider has seen that the mailbox is theirs. */
  verified: boolean
  claims: Record<string, string | boolean>
}

/** Claims (OpenID Connect Core 1.0 §5.1) that an account keeps, as the protocol's clients know them. */
const kept = ['iss', 'sub', 'name', 'given_name', 'family_name', 'preferred_username', 'picture', 'locale']
const LONGEST = 500

/**
 * Reads the claims of a good id token. An address counts as verified only where the claim says so with a true
 * boolean (or the text "true", as some providers write it).
 * @returns undefined where it names nobody.
 */
export function provenBy(provider: string, claims: JWTPayload): Proven | undefined {
  const { sub } = claims
  if (typeof sub !== 'string' || sub === '' || sub.length > 255) return undefined
  const typed = typeof claims.email === 'string' ? claims.email : ''
  const email = isEmail(typed) ? normalEmail(typed) : undefined
  const verified = email !== undefined && (claims.email_verified === true || claims.email_verified === 'true')
  const texts = kept.flatMap((name) => {
    const value = claims[name]
    return typeof value === 'string' && value.length <= LONGEST ? [[name, value] as const] : []
  })
  const { name, picture } = Object.fromEntries(texts)
  return {
    provider,
    subject: sub,
    email,
    verified,
    claims: {
      ...Object.fromEntries(texts),
      provider_id: sub,
      ...(email && { email }),
      ...(name && { full_name: name }),
      ...(picture && { avatar_url: picture }),
      email_verified: verified,
      phone_verified: false,
    },
  }
}
