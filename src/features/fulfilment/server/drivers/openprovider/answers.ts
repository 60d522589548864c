import { type Outcome, ProviderFailed } from '../driver.ts'
import type { ProviderAnswer } from '../provider-call.ts'
import { fieldsOf, retryAt } from '../values.ts'
import { AUTHENTICATION_FAILED, meaningOf } from './codes.ts'

type NotDone = Extract<Outcome, { state: 'later' | 'refused' | 'unknown' }>

/** What a call came to, before its data are read. */
export type Verdict =
  | { state: 'success'; data: unknown; words: string; clean: (text: string) => string }
  | { state: 'unchanged'; words: string }
  | { state: 'to-holder'; words: string }
  | NotDone

type Answered = Extract<ProviderAnswer, { state: 'answered' }>

/**
 * Reads an answer strictly. Success is HTTP 2xx with the code 0. Other codes come with any HTTP status, 500 too, so that a
 * known code counts whatever the status is. All else may have been done.
 */
export function verdictOf(answer: ProviderAnswer): Verdict {
  if (answer.state === 'not-sent') return { state: 'later', reason: 'unreachable', words: answer.words }
  if (answer.state === 'cut') return { state: 'unknown', words: answer.words }
  const { status, clean } = answer
  const body = fieldsOf(answer.json)
  const code = codeOf(answer)
  const words = wordsOf(answer)
  if (status === 429) {
    const after = retryAt(answer.retryAfter, new Date())
    return { state: 'later', reason: 'limit', words, ...(after && { after }) }
  }
  if (code === 0)
    return status >= 200 && status < 300 && body!['maintenance'] !== true
      ? { state: 'success', data: body!['data'], words, clean }
      : { state: 'unknown', words }
  const meaning = code === undefined ? undefined : meaningOf(code)
  if (meaning) return { ...meaning, words }
  // The token is checked before anything else.
  if (status === 401 || status === 403) return { state: 'later', reason: 'credentials', words }
  if (code !== undefined && body!['maintenance'] === true)
    return { state: 'later', reason: 'maintenance', words }
  return { state: 'unknown', words }
}

/** Whether a call was refused for its token, so that nothing was done and it may be sent with another one. */
export function isTokenRefused(answer: ProviderAnswer): boolean {
  if (answer.state !== 'answered') return false
  const code = codeOf(answer)
  return code === AUTHENTICATION_FAILED || (answer.status === 401 && code !== 0)
}

function codeOf({ json }: Answered): number | undefined {
  const code = fieldsOf(json)?.['code']
  return Number.isSafeInteger(code) ? Number(code) : undefined
}

/** The description of an error, and its code. What is no answer of the interface is not repeated. */
function wordsOf(answer: Answered): string {
  const code = codeOf(answer)
  if (code === undefined) return `HTTP ${answer.status} without a code`
  const body = fieldsOf(answer.json)!
  const said = [body['desc'], body['data']].filter((part) => typeof part === 'string' && part).join(' ')
  if (code === 0) return answer.clean(said)
  return answer.clean(said ? `${said} (${code})` : `code ${code}`)
}

/** The data of a reading call. @throws ProviderFailed */
export function dataOf(verdict: Verdict): unknown {
  if (verdict.state === 'success') return verdict.data
  if (verdict.state === 'later') throw new ProviderFailed(verdict.reason, verdict.words)
  throw new ProviderFailed(verdict.state === 'refused' ? 'refused' : 'unclear', verdict.words)
}

/** What becomes of a change for which a call before it brought nothing: it was not sent. */
export function notSent(
  verdict: Exclude<Verdict, { state: 'success' }>,
): Extract<Outcome, { state: 'later' | 'refused' }> {
  return verdict.state === 'later' || verdict.state === 'refused'
    ? verdict
    : { state: 'later', reason: 'unreachable', words: `not sent: ${verdict.words}` }
}
