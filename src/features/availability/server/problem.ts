/** Why a source gave no answer. */
export type Reason =
  | 'timeout'
  | 'no-connection'
  | 'inner-address'
  | 'redirect'
  | 'too-large'
  | 'not-understood'
  | 'other-name'
  | 'untrusted'
  | 'rate-limited'
  | 'server-error'
  | 'resting'
  | 'too-busy'

/** A question that got no answer. What a third party said of it stays in the log. */
export class Problem extends Error {
  readonly reason: Reason
  /** How long the host asked to be left alone, in milliseconds. */
  readonly retryAfter: number | undefined

  constructor(
    reason: Reason,
    { retryAfter, cause }: { retryAfter?: number | undefined; cause?: unknown } = {},
  ) {
    super(reason, { cause })
    this.name = 'Problem'
    this.reason = reason
    this.retryAfter = retryAfter
  }
}
