import type { Refusal } from './slugs.ts'

/** A refusal in the words of the auth protocol: an HTTP status, a slug that programs read, a sentence for people. */
export class AuthError extends Error {
  readonly status: number
  readonly slug: string
  /** Fields beside code and message, such as the reasons of a weak password. */
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

/** What OAuth 2.0 §5.2 calls an invalid request: it has a body of its own shape. */
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
