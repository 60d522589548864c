/** Why a source gave no answer. */
export type FailureReason =
  | 'timeout'
  | 'no-connection'
  | 'inner-address'
  | 'redirect'
  | 'too-large'
  | 'not-understood'
  | 'other-name'
  | 'unproven'
  | 'rate-limited'
  | 'server-error'
  | 'resting'
  | 'too-busy'

/** A question without an answer. The third party's own text appears only in the log. */
export class RegistryError extends Error {
  readonly reason: FailureReason
  /** The milliseconds for which the host asked to rest. */
  readonly retryAfter: number | undefined
  /** The answer that could not be read, for the admins. */
  text: string | undefined

  constructor(
    reason: FailureReason,
    { retryAfter, cause, text }: { retryAfter?: number | undefined; cause?: unknown; text?: string } = {},
  ) {
    super(reason, { cause })
    this.name = 'RegistryError'
    this.reason = reason
    this.retryAfter = retryAfter
    this.text = text
  }
}
