import { isEmail, normalEmail } from '../shared/email.ts'
import type { Auth } from './auth.ts'
import { AuthError, invalid } from './protocol/auth-error.ts'
import type { Address } from './users.ts'

interface Given {
  email?: string | undefined
  phone?: string | undefined
}

/**
 * The address that an account is made with, brought to the form it is kept in: 400 `validation_failed` for what is
 * none, in the protocol's words.
 */
export function newAddress({ email, phone }: Given): Address {
  if (email) {
    if (!isEmail(email)) throw invalid('Unable to validate email address: invalid format')
    return { kind: 'email', value: normalEmail(email) }
  }
  const value = phoneDigits(phone ?? '')
  if (!/^[1-9]\d{6,14}$/.test(value)) throw invalid('Invalid phone number format (E.164 required)')
  return { kind: 'phone', value }
}

/** The address that somebody logs in with. One that nobody can have is found nowhere, as any unknown one. */
export const knownAddress = ({ email, phone }: Given): Address =>
  email ? { kind: 'email', value: normalEmail(email) } : { kind: 'phone', value: phoneDigits(phone ?? '') }

/** Digits alone: the protocol keeps phone numbers without their plus. */
const phoneDigits = (phone: string) => phone.replace(/^\+/, '').replace(/\s/g, '')

/** Whether the address needs no proof before its account can be used. */
export const needsNoProof = ({ config }: Pick<Auth, 'config'>, { kind }: Address) =>
  kind === 'email' ? !config.AUTH_EMAIL_CONFIRMATION : !config.AUTH_PHONE_CONFIRMATION

/**
 * Refuses a kind of address that the operator has turned off. The protocol answers 400 at sign-up and 422 at log-in;
 * for a code by mail 422, for a code by phone 400.
 */
export function demandProvider({ config }: Pick<Auth, 'config'>, { kind }: Address, status: 400 | 422) {
  if (kind === 'email' ? config.AUTH_EMAIL : config.AUTH_PHONE) return
  const [slug, name] =
    kind === 'email'
      ? (['email_provider_disabled', 'Email'] as const)
      : (['phone_provider_disabled', 'Phone'] as const)
  throw new AuthError(`${status} ${slug}`, `${name} ${status === 400 ? 'signups' : 'logins'} are disabled`)
}
