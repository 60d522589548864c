import { queryOptions, useQuery } from '@tanstack/react-query'
import type { AuthError, AuthWeakPasswordError } from '@supabase/auth-js'
import { m } from '../../../paraglide/messages.js'
import { getLocale } from '../../../paraglide/runtime.js'

/** The auth server's public settings. */
interface AuthSettings {
  mfa_totp_enabled: boolean
  mfa_phone_enabled: boolean
  /** Seconds between two codes to a phone. */
  code_cooldown: number
  /** Titles of the configured providers, by name. */
  provider_titles: Record<string, string>
  /** The address of the captcha's document; null where no captcha is configured. */
  captcha_frame: string | null
}

export const authSettingsQuery = queryOptions({
  queryKey: ['service-settings'],
  staleTime: Infinity,
  async queryFn(): Promise<AuthSettings> {
    const answer = await fetch('/auth/v1/settings')
    if (!answer.ok) throw new Error(String(answer.status))
    return (await answer.json()) as AuthSettings
  },
})

export const useAuthSettings = () => useQuery(authSettingsQuery)

/** The title of a provider. One that is no longer configured is shown by its name. */
export const providerTitle = (settings: Pick<AuthSettings, 'provider_titles'> | undefined, name: string) =>
  settings?.provider_titles[name] ?? name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')

/** The server's messages are English; these are for other languages. */
const translatedMessages: Record<string, () => string> = {
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

/** Messages that replace the server's in every language, because its own are meant for programs. */
const ownMessages: Record<string, () => string> = {
  otp_expired: m.accounts_code_void,
  email_provider_disabled: m.accounts_mail_off,
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
}

// The classes of these errors would load the auth client.
const isWeakPassword = (error: AuthError): error is AuthWeakPasswordError =>
  error.name === 'AuthWeakPasswordError'

/** Whether a call failed by network or with a server error, so that it may be tried again. */
export const isUnanswered = (error: AuthError) => error.name === 'AuthRetryableFetchError'

/** The message for an error of the auth client, also for one that got no answer. */
export function authErrorMessage(failure: unknown): string {
  const error = failure as AuthError
  if (isUnanswered(error)) return navigator.onLine ? m.failure_server_down() : m.failure_no_network()
  const own = ownMessages[error.code ?? '']
  if (own) return own()
  if (getLocale() === 'en') return error.message
  if (isWeakPassword(error))
    return error.reasons.includes('pwned') ? m.accounts_password_common() : m.accounts_password_weak()
  return translatedMessages[error.code ?? '']?.() ?? error.message
}

/** The data of an answer of the auth client. Throws its error. */
export function orThrow<Data>({ data, error }: { data: Data; error: AuthError | null }): NonNullable<Data> {
  if (error || !data) throw error ?? new Error('an answer without data')
  return data
}
