import { m } from '../paraglide/messages.js'
import { classifyFailure, type Failure } from './api.ts'

const outages: Partial<Record<string, () => string>> = {
  'no-network': m.failure_no_network,
  'server-down': m.failure_server_down,
  'session-ended': m.failure_session_ended,
  FORBIDDEN: m.failure_forbidden,
}

/**
 * The sentence for a call that failed by network, server, session or role. Undefined for any other refusal, for which each screen
 * has its own sentence.
 */
export function outageMessage(error: unknown): string | undefined {
  const { kind } = classifyFailure(error)
  return outages[refusalCode(error) ?? kind]?.()
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
  (failed: () => string, refusals: Partial<Record<string, () => string>> = {}) =>
  (error: unknown): string =>
    refusals[refusalCode(error) ?? '']?.() ?? outageMessage(error) ?? failed()

const messageByCode: Record<string, () => string> = {
  PROFILE_INCOMPLETE: m.requests_profile_incomplete,
  DOMAIN_NAME_INVALID: m.domains_invalid,
  FORBIDDEN: m.review_forbidden,
  NOT_FOUND: m.requests_gone,
  NOT_CLAIMED: m.review_not_claimed,
  OPEN_ELSEWHERE: m.review_open_elsewhere,
  PAYMENT_RETURNED: m.review_payment_returned,
  SUGGESTIONS_REQUIRED: m.review_suggestions_required,
  TOO_MANY_REQUESTS: m.requests_too_many,
}

const messageByKind: Record<Exclude<Failure['kind'], 'refused'>, () => string> = {
  'session-ended': m.requests_session_ended,
  'no-network': m.requests_no_network,
  'server-down': m.requests_server_down,
}

/** The sentences that differ between products. */
interface ProductMessages {
  texts: Partial<Record<'alreadyOwned' | 'alreadyRequested' | 'fieldsMissing', () => string>>
}

/** The reason of a failure, as the sentence after the one that says what failed. */
export function failureReason(error: unknown, { texts }: ProductMessages): string {
  const failure = classifyFailure(error)
  if (failure.kind !== 'refused') return messageByKind[failure.kind]()
  const productMessages: Record<string, (() => string) | undefined> = {
    ALREADY_OWNED: texts.alreadyOwned,
    ALREADY_REQUESTED: texts.alreadyRequested,
    FIELDS_REQUIRED: texts.fieldsMissing,
  }
  return (productMessages[failure.code] ?? messageByCode[failure.code] ?? m.requests_try_again)()
}

/** Whether a call was refused because the session has not verified a second factor. */
export const isSecondFactorNeeded = (error: unknown): boolean => refusalCode(error) === 'SECOND_FACTOR_NEEDED'
