import { m } from '../paraglide/messages.js'
import { classifyFailure, reasonOf } from './api.ts'

type Sentences = Partial<Record<string, () => string>>

const outages: Sentences = {
  'no-network': m.failure_no_network,
  'server-down': m.failure_server_down,
  'session-ended': m.common_your_session_has_ended,
  FORBIDDEN: m.failure_forbidden,
  TOO_MANY_REQUESTS: m.requests_too_many,
}

/**
 * The sentence for a call that failed by network, server, session, role or because of too many calls. Undefined for any other refusal, for which each screen
 * has its own sentence.
 */
export const outageMessage = (error: unknown): string | undefined => outageOf(error)?.()

const outageOf = (error: unknown) => reportedFailure(error) ?? outages[reasonOf(error)]

/** The sentence for a call that failed inside, with what the log has of it. Undefined for any other failure. */
function reportedFailure(error: unknown): (() => string) | undefined {
  const failure = classifyFailure(error)
  const reference = failure.kind === 'server-down' ? failure.reference : undefined
  return reference ? () => m.failure_reported({ reference }) : undefined
}

/** The error code of a refusal; undefined for any other failure. */
export function refusalCode(error: unknown): string | undefined {
  const failure = classifyFailure(error)
  return failure.kind === 'refused' ? failure.code : undefined
}

/**
 * Turns an error into a sentence: the refusal's own, the one of an outage, or that it failed.
 * @param refusals the sentences by the code of a refusal
 */
export const errorSentence =
  (failed: () => string, refusals: Sentences = {}) =>
  (error: unknown): string =>
    (refusals[reasonOf(error)] ?? outageOf(error) ?? failed)()

const reasons: Sentences = {
  PROFILE_INCOMPLETE: m.requests_profile_incomplete,
  DOMAIN_NAME_INVALID: m.domains_invalid,
  FORBIDDEN: m.failure_forbidden,
  NOT_FOUND: m.requests_gone,
  NOT_CLAIMED: m.review_not_claimed,
  TOO_MANY_REQUESTS: m.requests_too_many,
  'session-ended': m.common_your_session_has_ended,
  'no-network': m.requests_no_network,
  'server-down': m.requests_server_down,
}

/** The sentences that differ between products. */
interface ProductMessages {
  texts: Partial<Record<'alreadyOwned' | 'alreadyRequested' | 'fieldsMissing', () => string>>
}

/** The reason of a failure, as the sentence after the one that says what failed. */
export function failureReason(error: unknown, { texts }: ProductMessages): string {
  const reason = reasonOf(error)
  const productMessages: Sentences = {
    ALREADY_OWNED: texts.alreadyOwned,
    ALREADY_REQUESTED: texts.alreadyRequested,
    FIELDS_REQUIRED: texts.fieldsMissing,
  }
  return (productMessages[reason] ?? reportedFailure(error) ?? reasons[reason] ?? m.requests_try_again)()
}

/** Whether a call was refused because the session has not verified a second factor. */
export const isSecondFactorNeeded = (error: unknown): boolean => refusalCode(error) === 'SECOND_FACTOR_NEEDED'
