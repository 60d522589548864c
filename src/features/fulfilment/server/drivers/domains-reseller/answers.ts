import type { LaterReason, Outcome, RefusalReason } from '../driver.ts'
import { ProviderFailed } from '../driver.ts'
import type { ProviderAnswer } from '../provider-call.ts'
import { retryAt } from '../values.ts'
import { meaningOf, withoutName } from './refusal-words.ts'
import { isSameName } from './values.ts'

/** An answer of the add-on, read. `words` are cleaned. */
export type Read =
  /** It says that it succeeded. `data` is what stands beside that, undefined where there is nothing. */
  | { is: 'success'; data: unknown; words: string }
  /** It is data alone, and says nothing about success. */
  | { is: 'data'; data: unknown }
  /** It says no, in words. */
  | { is: 'refused'; reason: RefusalReason; words: string }
  | { is: 'later'; reason: LaterReason; words: string; after?: Date }
  /** It may have been done. `isRefusal`: the provider spoke, but does not know it itself. */
  | { is: 'unclear'; words: string; status: number | null; isRefusal?: boolean }

/**
 * Reads every shape that the add-on and the shops around it answer with. What fits none is `unclear`.
 * @param name what was asked about
 */
export function readAnswer(answer: ProviderAnswer, name: string | null, now: Date): Read {
  if (answer.state === 'not-sent') return { is: 'later', reason: 'unreachable', words: answer.words }
  if (answer.state === 'cut') return { is: 'unclear', words: answer.words, status: null }
  const { status, json, clean } = answer
  const said = saidBy(json, answer.text)
  const words = said.words === undefined ? `HTTP ${status}` : clean(said.words) || `HTTP ${status}`
  const meaning = said.words === undefined ? undefined : meaningOf(withoutName(words, name))
  if (status === 429) {
    const after = retryAt(answer.retryAfter, now)
    return { is: 'later', reason: 'limit', words, ...(after && { after }) }
  }
  if (status === 402) return { is: 'later', reason: 'balance', words }
  if (status === 401 || status === 403) {
    if (meaning?.state === 'unknown') return { is: 'unclear', words, status, isRefusal: true }
    return { is: 'later', reason: meaning?.state === 'later' ? meaning.reason : 'credentials', words }
  }
  if (status >= 500) return { is: 'unclear', words, status }
  if (status < 200 || status === 408 || (status >= 300 && status < 400))
    return { is: 'unclear', words: `HTTP ${status}`, status }
  if (said.no && said.yes) return { is: 'unclear', words: 'the answer contradicts itself', status }
  if (said.no && meaning) {
    if (meaning.state === 'unknown') return { is: 'unclear', words, status, isRefusal: true }
    return { is: meaning.state, reason: meaning.reason, words } as Read
  }
  if (said.no) return { is: 'refused', reason: 'other', words: 'refused without a reason' }
  if (status > 299) return { is: 'unclear', words: `HTTP ${status}`, status }
  if (said.yes) return { is: 'success', data: said.data, words: said.words === undefined ? '' : words }
  if (json === undefined || json === null) return { is: 'unclear', words: 'the answer is no JSON', status }
  return { is: 'data', data: json }
}

interface Said {
  yes: boolean
  no: boolean
  words?: string
  data?: unknown
}

function saidBy(json: unknown, text: string): Said {
  if (json === 'success' || (json === undefined && text.trim() === 'success')) return { yes: true, no: false }
  if (!isRecord(json)) return { yes: false, no: false }
  const states = [json['result'], json['status']].map((one) =>
    typeof one === 'string' ? one.toLowerCase() : undefined,
  )
  const error = wordsOf(json['error']) ?? wordsOf(json['errors'])
  const message = wordsOf(json['message']) ?? wordsOf(json['msg']) ?? wordsOf(json['reason'])
  const words = error ?? message
  const no =
    error !== undefined ||
    json['error'] === true ||
    json['success'] === false ||
    states.some((one) => one === 'error' || one === 'failed' || one === 'failure')
  const yes = json['success'] === true || states.includes('success')
  const data = json['data'] ?? json
  // Data of a success that says no itself contradicts it.
  const isDenied = yes && data !== json && saidBy(data, '').no
  return { yes, no: no || isDenied, data, ...(words !== undefined && { words }) }
}

/** The words in an error: a text, a list of texts, or an object with a message. */
function wordsOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim() || undefined
  if (Array.isArray(value)) return joined(value)
  if (!isRecord(value)) return undefined
  return wordsOf(value['message']) ?? joined(Object.values(value))
}

const joined = (values: unknown[]): string | undefined =>
  values
    .flat()
    .filter((one) => typeof one === 'string' && one.trim())
    .join('; ') || undefined

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The name that an answer is about, if it says one. */
export const nameIn = (data: unknown): string | undefined => {
  if (!isRecord(data)) return undefined
  const name = data['domain'] ?? data['domainName'] ?? data['domainname']
  return typeof name === 'string' ? name : undefined
}

/** What came of a change of a name. `done` is what the success of this change means. */
export function outcomeOf(read: Read, name: string, done: 'done' | 'ordered'): Outcome {
  if (read.is === 'refused') return { state: 'refused', reason: read.reason, words: read.words }
  if (read.is === 'later') {
    const { reason, words, after } = read
    return { state: 'later', reason, words, ...(after && { after }) }
  }
  if (read.is === 'unclear') return { state: 'unknown', words: read.words }
  if (read.is === 'data') return { state: 'unknown', words: 'the answer does not say that it succeeded' }
  const about = nameIn(read.data)
  if (about !== undefined && !isSameName(about, name))
    return { state: 'unknown', words: 'the answer is about another name' }
  const ref = orderIn(read.data)
  if (done === 'done') return { state: 'done', ...(ref && { ref }) }
  return { state: 'ordered', ...(ref && { ref }), ...(read.words && { words: read.words }) }
}

function orderIn(data: unknown): string | undefined {
  if (!isRecord(data)) return undefined
  const order = data['orderid'] ?? data['orderId'] ?? data['order_id']
  return (typeof order === 'string' && /^[\w-]{1,64}$/.test(order)) || Number.isSafeInteger(order)
    ? String(order)
    : undefined
}

/** The data of a reading call. @throws ProviderFailed */
export function dataOf(read: Read): unknown {
  if (read.is === 'data' || read.is === 'success') return read.data
  if (read.is === 'unclear') {
    const isClosed = read.status === 503 && /maintenance/i.test(read.words)
    throw new ProviderFailed(isClosed ? 'maintenance' : 'unclear', read.words)
  }
  throw new ProviderFailed(read.is === 'later' ? read.reason : 'refused', read.words)
}
