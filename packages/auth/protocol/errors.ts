/** A refusal of the auth protocol: an HTTP status, a slug for programs, and a message for people. */
export class AuthError extends Error {
  readonly status: number
  readonly slug: string
  /** Fields beside code and message, such as the reasons for a weak password. */
  readonly extra: Record<string, unknown>
  readonly retryAfter: number | undefined

  constructor(
    refusal: Refusal,
    message: string,
    more: { extra?: Record<string, unknown>; retryAfter?: number } = {},
  ) {
    super(message)
    this.name = 'AuthError'
    const [status, slug] = refusal.split(' ') as [string, string]
    this.status = Number(status)
    this.slug = slug
    this.extra = more.extra ?? {}
    this.retryAfter = more.retryAfter
  }
}

/** An invalid request (OAuth 2.0 §5.2). Its body has a different form. */
export class OAuthError extends Error {
  readonly error: string

  constructor(error: string, description: string) {
    super(description)
    this.name = 'OAuthError'
    this.error = error
  }
}

export const invalid = (message: string) => new AuthError('400 validation_failed', message)

export const tooMany = (retryAfter: number) =>
  new AuthError(
    '429 over_request_rate_limit',
    'Request rate limit reached. Please wait a moment and try again.',
    { retryAfter },
  )

/**
 * Every refusal of the auth server: its HTTP status and slug. One that is not listed does not compile; one
 * that no call causes fails in `refusals.test.ts`.
 */
export const refusals = [
  '400 access_denied',
  '400 bad_code_verifier',
  '400 bad_json',
  '400 bad_jwt',
  '400 bad_oauth_callback',
  '400 captcha_failed',
  '400 current_password_invalid',
  '400 current_password_required',
  '400 email_not_confirmed',
  '400 email_provider_disabled',
  '400 invalid_credentials',
  '400 phone_not_confirmed',
  '400 phone_provider_disabled',
  '400 provider_disabled',
  '400 reauthentication_needed',
  '400 refresh_token_already_used',
  '400 refresh_token_not_found',
  '400 session_expired',
  '400 user_banned',
  '400 validation_failed',
  '401 insufficient_aal',
  '401 no_authorization',
  '403 bad_jwt',
  '403 insufficient_aal',
  '403 not_admin',
  '403 otp_expired',
  '403 session_expired',
  '403 session_not_found',
  '403 user_banned',
  '403 user_not_found',
  '404 flow_state_not_found',
  '404 manual_linking_disabled',
  '404 mfa_factor_not_found',
  '404 not_found',
  '404 saml_provider_disabled',
  '404 user_not_found',
  '404 validation_failed',
  '409 conflict',
  '413 request_entity_too_large',
  '422 anonymous_provider_disabled',
  '422 email_exists',
  '422 email_not_confirmed',
  '422 email_provider_disabled',
  '422 flow_state_expired',
  '422 insufficient_aal',
  '422 mfa_challenge_expired',
  '422 mfa_factor_name_conflict',
  '422 mfa_factor_not_found',
  '422 mfa_ip_address_mismatch',
  '422 mfa_phone_enroll_not_enabled',
  '422 mfa_phone_verify_not_enabled',
  '422 mfa_recovery_codes_sole_factor',
  '422 mfa_totp_enroll_not_enabled',
  '422 mfa_totp_verify_not_enabled',
  '422 mfa_verification_failed',
  '422 mfa_verified_factor_exists',
  '422 mfa_webauthn_enroll_not_enabled',
  '422 phone_exists',
  '422 phone_not_confirmed',
  '422 phone_provider_disabled',
  '422 reauthentication_not_valid',
  '422 same_password',
  '422 signup_disabled',
  '422 sms_send_failed',
  '422 too_many_enrolled_mfa_factors',
  '422 user_already_exists',
  '422 user_sso_managed',
  '422 validation_failed',
  '422 weak_password',
  '422 web3_provider_disabled',
  '429 mfa_recovery_codes_locked',
  '429 over_email_send_rate_limit',
  '429 over_request_rate_limit',
  '429 over_sms_send_rate_limit',
  '500 unexpected_failure',
  '503 unexpected_failure',
  '504 request_timeout',
] as const

export type Refusal = (typeof refusals)[number]
