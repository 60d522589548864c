import { readAsciiName } from '../../scripts.ts'
import type { AnswerStatus } from '../../answer.ts'
import { Problem } from '../problem.ts'
import type { Fetched } from '../transport.ts'

/** What an RDAP answer says of a name: its status, or nothing but "no data here" without saying who says so. */
export type RdapReading = AnswerStatus | 'bare-404'

/** For a host that says "too many" and not how long. */
const UNSAID_REST_MS = 5_000

/**
 * Reads an RDAP answer to `domain/{name}` (RFC 9083). A 200 counts only as the object of exactly this name; a 404 only
 * in RDAP's own words, because many a web server has one of its own (RFC 7480 §5.3).
 * @throws Problem with why it says nothing: `rate-limited` and `server-error` carry the Retry-After.
 */
export function readRdap({ status, headers, body }: Fetched, name: string, now: () => Date): RdapReading {
  const retryAfter = () => waitOf(one(headers['retry-after']), now())
  if (status === 429) throw new Problem('rate-limited', { retryAfter: retryAfter() ?? UNSAID_REST_MS })
  if (status >= 500) throw new Problem('server-error', { retryAfter: retryAfter() })
  if (status === 404 && body.length === 0) return 'bare-404'
  if (status !== 200 && status !== 404) throw new Problem('not-understood')
  const said = parse(body, one(headers['content-type']))
  return status === 200 ? readObject(said, name) : readAbsence(said)
}

/** What is read of an answer; nothing of it is taken for granted. */
type Said = Record<string, unknown>

function parse(body: Buffer, type: string | undefined): Said {
  if (!/^application\/(?:rdap\+json|json)\s*(?:;|$)/i.test(type ?? '')) throw new Problem('not-understood')
  try {
    const said: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    if (said && typeof said === 'object' && !Array.isArray(said)) return said as Said
  } catch (cause) {
    throw new Problem('not-understood', { cause })
  }
  throw new Problem('not-understood')
}

function readObject(said: Said, name: string): AnswerStatus {
  if (said.objectClassName !== 'domain') throw new Problem('not-understood')
  const named = [said.ldhName, said.unicodeName].filter((one) => typeof one === 'string')
  if (named.length === 0) throw new Problem('not-understood')
  if (!named.some((one) => readAsciiName(one) === name)) throw new Problem('other-name')
  const states = textsOf(said.status).map((one) =>
    one
      .toLowerCase()
      .replace(/[\s_]+/g, ' ')
      .trim(),
  )
  // RFC 8056 maps EPP's grace periods (RFC 3915) and statuses to these words.
  if (states.some((one) => /^(?:redemption period|pending (?:delete|restore))$/.test(one)))
    return 'redemption'
  return states.some((one) => one === 'reserved') || speaksOfReserved(said) ? 'reserved' : 'taken'
}

function readAbsence(said: Said): AnswerStatus {
  const spoken = Number(said.errorCode) === 404 || textsOf(said.rdapConformance).length > 0
  if (!spoken || said.objectClassName !== undefined) throw new Problem('not-understood')
  if (speaksOfReserved(said)) return 'reserved'
  return speaksOfPremium(said) ? 'premium' : 'available'
}

const reservedTitle =
  /^(?:\w+ )?(?:blocked|reserved|restricted|prohibited|withheld)(?: (?:domain|name|label|string))*(?: name)?$/i
const reservedSentence =
  /\b(?:domain|name|label|string|object)\b[^.]{0,60}\b(?:is|are|was|been)\b(?! not)[^.]{0,30}\b(?:blocked|reserved|restricted|prohibited|withheld)\b|\b(?:can ?not|may not) be registered\b|\bnot available for registration\b/i

/** Longer ones are terms, which speak of much. */
const LONGEST_SENTENCE = 200

/** Some registries answer 404 for names that nobody may register, and say so beside it ("Blocked Domain"). */
const speaksOfReserved = (said: Said) =>
  noticesOf(said).some(
    ({ title, sentences }) =>
      reservedTitle.test(title) || sentences.some((one) => reservedSentence.test(one)),
  )

const speaksOfPremium = (said: Said) =>
  noticesOf(said).some(({ title, sentences }) =>
    [title, ...sentences].some((one) => /\bpremium\b/i.test(one)),
  )

/** The answer's own title, and its notices and remarks (RFC 9083 §4.3), without the terms that every answer carries. */
function noticesOf(said: Said): { title: string; sentences: string[] }[] {
  return [said, ...listOf(said.notices), ...listOf(said.remarks)]
    .map((one) => (one && typeof one === 'object' ? (one as Said) : {}))
    .map(({ title, description }) => ({
      title: typeof title === 'string' ? title.trim() : '',
      sentences: textsOf(description).filter((text) => text.length <= LONGEST_SENTENCE),
    }))
    .filter(({ title }) => !/\b(?:terms|status codes|inaccuracy|copyright|privacy)\b/i.test(title))
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string')
const one = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header)

/** Retry-After in milliseconds: seconds or a date (RFC 9110 §10.2.3). */
function waitOf(header: string | undefined, now: Date): number | undefined {
  if (!header) return undefined
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now.getTime()
  return Number.isFinite(ms) && ms > 0 ? ms : undefined
}
