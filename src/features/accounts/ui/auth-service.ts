import { queryOptions, useQuery } from '@tanstack/react-query'
import { type AuthError, isAuthRetryableFetchError, isAuthWeakPasswordError } from '@supabase/auth-js'
import { m } from '../../../paraglide/messages.js'
import { getLocale } from '../../../paraglide/runtime.js'

/** What the auth service says it can do. */
interface ServiceSettings {
  manual_linking_enabled: boolean
  mfa_totp_enabled: boolean
  mfa_phone_enabled: boolean
  /** Seconds between two codes to a phone. */
  code_cooldown: number
  /** The log-ins at providers that the operator has set: what people call them, by their names. */
  provider_titles: Record<string, string>
  /** The document with the captcha's widget; null where none is asked for. */
  captcha_frame: string | null
}

export const serviceSettings = queryOptions({
  queryKey: ['service-settings'],
  staleTime: Infinity,
  async queryFn(): Promise<ServiceSettings> {
    const answer = await fetch('/auth/v1/settings')
    if (!answer.ok) throw new Error(String(answer.status))
    return (await answer.json()) as ServiceSettings
  },
})

/** The auth service's own settings, as its protocol shows them to everybody. */
export const useServiceSettings = () => useQuery(serviceSettings)

/** What people call a provider; one that the operator has set no more is called by its name. */
export const titleOf = (settings: Pick<ServiceSettings, 'provider_titles'> | undefined, name: string) =>
  settings?.provider_titles[name] ?? name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')

/** The log-ins of others that could be linked and are not. */
export const linkable = (settings: ServiceSettings | undefined, known: { provider: string }[]) =>
  settings?.manual_linking_enabled
    ? Object.keys(settings.provider_titles).filter(
        (name) => !known.some((identity) => identity.provider === name),
      )
    : []

/** The service speaks English; these are its sentences in the other languages. */
const translated: Record<string, () => string> = {
  invalid_credentials: m.accounts_invalid_credentials,
  user_already_exists: m.accounts_already_exists,
  email_not_confirmed: m.accounts_not_confirmed,
  user_banned: m.accounts_banned,
  signup_disabled: m.accounts_signup_disabled,
  over_request_rate_limit: m.accounts_too_many,
  over_email_send_rate_limit: m.accounts_too_many,
  over_sms_send_rate_limit: m.accounts_too_many,
  same_password: m.accounts_password_same,
}

/** Where the service's own sentence is for programs, ours stands in every language. */
const ours: Record<string, () => string> = {
  otp_expired: m.accounts_code_void,
  captcha_needed: m.captcha_needed,
  captcha_failed: m.captcha_failed,
  current_password_required: m.accounts_new_password_out,
  reauthentication_needed: m.accounts_new_password_out,
  mfa_verification_failed: m.security_code_wrong,
  mfa_challenge_expired: m.security_code_late,
  mfa_ip_address_mismatch: m.security_code_late,
  mfa_recovery_codes_locked: m.security_code_locked,
  mfa_factor_name_conflict: m.security_name_taken,
  mfa_verified_factor_exists: m.security_phone_taken,
  sms_send_failed: m.security_sms_failed,
  mfa_phone_verify_not_enabled: m.security_sms_failed,
  current_password_invalid: m.security_password_wrong,
  reauthentication_not_valid: m.security_nonce_wrong,
  insufficient_aal: m.security_factor_first,
  manual_linking_disabled: m.security_linking_off,
  single_identity_not_deletable: m.security_last_identity,
}

/** What the auth service says about a refusal, or our own words where it could not be reached at all. */
export function serviceWords(error: AuthError): string {
  if (isAuthRetryableFetchError(error))
    return navigator.onLine ? m.failure_server_down() : m.failure_no_network()
  const own = ours[error.code ?? '']
  if (own) return own()
  if (getLocale() === 'en') return error.message
  if (isAuthWeakPasswordError(error))
    return error.reasons.includes('pwned') ? m.accounts_password_common() : m.accounts_password_weak()
  return translated[error.code ?? '']?.() ?? error.message
}

/** The data of a call of the auth client. Throws its error. */
export function orThrow<Data>({ data, error }: { data: Data; error: AuthError | null }): NonNullable<Data> {
  if (error || !data) throw error ?? new Error('an answer without data')
  return data
}
