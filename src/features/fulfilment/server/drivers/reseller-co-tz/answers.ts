import { type LaterReason, type Outcome, ProviderFailed, type RefusalReason } from '../driver.ts'
import type { ProviderAnswer } from '../provider-call.ts'
import { reasonOfWords } from '../reasons-in-words.ts'
import { type Fields, fieldsOf, retryAt } from '../values.ts'
import { textOf } from './fields.ts'

/** What is at stake: nothing, a change that may be made twice, or money. */
export type Stake = 'read' | 'free' | 'billable'

/** What a call came to, before its data are read. */
export type Verdict =
  | { state: 'success'; status: number; body: Fields; clean: (text: string) => string; words: string }
  /** The API itself says that it has no such record. */
  | { state: 'absent'; words: string }
  | Extract<Outcome, { state: 'later' | 'refused' | 'unknown' }>

type Answered = Extract<ProviderAnswer, { state: 'answered' }>

/**
 * Fields of a request. A refusal that names nothing else was made by the check of the request, which comes before the
 * balance and the registry: it proves that nothing was done. `registry` and all other keys prove nothing.
 */
const requestFields: [RegExp, RefusalReason | 'by-words'][] = [
  [/^(registrant|contacts?|holder|admin|tech)\b|^(registrant|admin|tech)_/, 'contact'],
  [
    /^((first|last|full)_?name|organi[sz]ation|company|e-?mail|phone|address|city|state|post(al_?)?code|zip|country)/,
    'contact',
  ],
  [/^(nameservers?|name_servers?|ns\d?)\b/, 'nameservers'],
  [/^((epp|auth|transfer)_?code|auth_?info|epp)$/i, 'auth-code'],
  [/^(years?|period|locked|enabled|privacy)$/, 'other'],
  [/^(domain|domain_?name|name|tld|extension)$/i, 'by-words'],
]

const BALANCE =
  /\b(insufficient|not enough|too low|low|inadequate)\b[^.]*\b(balance|credit|fund)|\b(balance|credit|fund)s?\b[^.]*\b(insufficient|not enough|too low|exhausted)/i
const DONE = /\b(was|were|has been|have been|is now|successfully) (registered|renewed|transferred|completed)/i
const MAINTENANCE = /\bmaintenance\b/i
const UNAVAILABLE = /\b(service|system|server|registry|api)\b[^.]*\bunavailable\b/i
const VAGUE = /could not|try again|time[ds]?[ -]?out|\blater\b|failed|unable|internal|unexpected|an error/i
const ADDRESS = /\bip\b|white-?list|allow-?list|\baddress\b/i
const MOST_FIELDS = 8

/**
 * Reads an answer strictly. Success is HTTP 2xx with `success: true` and nothing else. The texts of this provider are
 * vague on purpose and its orders are charged each time they are sent, so that what is not proved is `unknown`.
 * @param reasons what words may say of this call, where no field says it
 */
export function verdictOf(
  answer: ProviderAnswer,
  stake: Stake,
  reasons: readonly RefusalReason[] = [],
): Verdict {
  if (answer.state === 'not-sent') return { state: 'later', reason: 'unreachable', words: answer.words }
  if (answer.state === 'cut') return { state: 'unknown', words: answer.words }
  const { status } = answer
  const body = fieldsOf(answer.json)
  const words = wordsOf(answer, body)
  // The key, the address and the number of calls are checked before anything else.
  if (status === 401 || status === 403) return BALANCE.test(words) ? later('balance', words) : denied(words)
  if (status === 429) return later('limit', words, retryAt(answer.retryAfter, new Date()))
  if (status >= 500) return ofServerError(status, body, words, stake)
  if (!body) return { state: 'unknown', words }
  if (status >= 200 && status < 300 && body['success'] === true)
    return hasErrors(body)
      ? { state: 'unknown', words }
      : { state: 'success', status, body, clean: answer.clean, words }
  if (status >= 300 && status < 400) return { state: 'unknown', words }
  return ofFailure(status, body, words, stake, reasons)
}

/** A failure that the API itself reports, with 4xx or with `success: false`. */
function ofFailure(
  status: number,
  body: Fields,
  words: string,
  stake: Stake,
  reasons: readonly RefusalReason[],
): Verdict {
  const isOwn = body['success'] === false
  if (body['success'] === true || DONE.test(words)) return { state: 'unknown', words }
  if (isOwn && (status === 402 || BALANCE.test(words))) return later('balance', words)
  if (isOwn && MAINTENANCE.test(words)) return later('maintenance', words)
  if (isOwn && stake !== 'billable' && UNAVAILABLE.test(words)) return later('maintenance', words)
  // A wrong base address gives 404 too, but not in the API's own shape.
  if (isOwn && status === 404) return { state: 'absent', words }
  const byField = status === 400 || status === 422 ? reasonOfFields(body, words) : undefined
  if (byField) return { state: 'refused', reason: byField, words }
  const isVague = VAGUE.test(words)
  const byWords = isOwn && status >= 400 && !isVague ? reasonOfWords(words, reasons) : undefined
  return byWords ? { state: 'refused', reason: byWords, words } : { state: 'unknown', words }
}

/** Undefined if one of the fields is none of a request. */
function reasonOfFields(body: Fields, words: string): RefusalReason | undefined {
  const keys = Object.keys(fieldsOf(body['errors']) ?? {})
  const found = keys.map((key) => requestFields.find(([form]) => form.test(key))?.[1])
  if (!found.length || found.includes(undefined)) return undefined
  const [first] = found.filter((reason) => reason !== 'other')
  if (first !== 'by-words') return first ?? 'other'
  return reasonOfWords(words, ['premium', 'not-offered', 'taken']) ?? 'other'
}

function ofServerError(status: number, body: Fields | undefined, words: string, stake: Stake): Verdict {
  // 503 for maintenance comes before the program runs. Without that word it may be a registry that did not answer.
  const isMaintenance = status === 503 && body && (MAINTENANCE.test(words) || stake === 'read')
  return isMaintenance ? later('maintenance', words) : { state: 'unknown', words }
}

const denied = (words: string): Verdict =>
  later(
    'credentials',
    ADDRESS.test(words) ? `this server's address must be listed at the provider: ${words}` : words,
  )

const later = (reason: LaterReason, words: string, after?: Date): Extract<Verdict, { state: 'later' }> => ({
  state: 'later',
  reason,
  words,
  ...(after && { after }),
})

const hasErrors = (body: Fields) =>
  Array.isArray(body['errors'])
    ? body['errors'].length > 0
    : Object.keys(fieldsOf(body['errors']) ?? {}).length > 0

/** The message and the errors in one line, or the text of what is no JSON. */
function wordsOf({ status, text, clean }: Answered, body: Fields | undefined): string {
  if (!body) return clean(`HTTP ${status}: ${text}`)
  const errors = Object.entries(fieldsOf(body['errors']) ?? {}).slice(0, MOST_FIELDS)
  const parts = [
    body['message'],
    ...errors.map(([key, value]) => `${key}: ${[value].flat().map(textOf).join(' ')}`),
  ]
  return clean(parts.filter((part) => typeof part === 'string' && part).join(' ')) || `HTTP ${status}`
}

/** The body of a reading call. @throws ProviderFailed */
export function bodyOf(answer: ProviderAnswer): Extract<Verdict, { state: 'success' }> {
  const verdict = verdictOf(answer, 'read')
  if (verdict.state === 'success') return verdict
  if (verdict.state === 'later') throw new ProviderFailed(verdict.reason, verdict.words)
  throw new ProviderFailed(verdict.state === 'unknown' ? 'unclear' : 'refused', verdict.words)
}
