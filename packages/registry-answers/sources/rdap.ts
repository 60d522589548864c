import { RegistryError, type FailureReason } from '../errors.ts'
import type { HttpResponse, Transport } from '../network/transport.ts'
import { readLines, domainsIn, type WhoisLine } from '../whois/fields.ts'
import { otherLines } from '../whois/other-lines.ts'
import { type NameStatus, type Reading, type ToAscii, referenceOf } from './judge.ts'

interface RdapQuery {
  /** As in the table, with or without a final slash. */
  base: string
  /** The operator named the base, so it may have an internal address. */
  allowPrivate: boolean
  name: string
  signal: AbortSignal
}

interface RdapOptions {
  transport: Transport
  toAscii: ToAscii
  now: () => Date
}

const MOST_BYTES = 256 * 1024
const MOST_HOPS = 3

/** Asks RDAP servers (RFC 7480, 9082). */
export function createRdap({ transport, toAscii, now }: RdapOptions) {
  /**
   * What the registry reports about a name. "No data here" proves something only if the same host knows a registered
   * name of the suffix, which the caller must check.
   * @throws RegistryError when the answer can't be trusted
   */
  return async function queryRdap(question: RdapQuery): Promise<Reading> {
    const { base, name } = question
    const url = new URL(`domain/${name}`, base.replace(/\/*$/, '/'))
    const { answer, host } = await follow(transport, url, question)
    const text = answer.body.toString('utf8')
    const asked: Asked = { name, is: (typed) => toAscii(typed) === name }
    try {
      const { said, ...reading } = readRdap(answer, asked, now)
      const notices = noticesOf(said).map(({ lines }) => lines.join('\n'))
      return { ...reading, reference: referenceOf(host, text, readLines(notices.join('\n\n')), name), text }
    } catch (error) {
      if (error instanceof RegistryError) error.text = text
      throw error
    }
  }
}

/** Follows redirects, only to public addresses, and only over https or the same scheme. */
async function follow(transport: Transport, start: URL, { allowPrivate, name, signal }: RdapQuery) {
  let url = start
  for (let hop = 0; ; hop++) {
    const answer = await transport.get(url, {
      signal,
      allowPrivate: allowPrivate && hop === 0,
      accept: 'application/rdap+json, application/json;q=0.8',
      maxBytes: MOST_BYTES,
    })
    if (![301, 302, 303, 307, 308].includes(answer.status)) return { answer, host: url.host }
    const { location } = answer.headers
    if (hop === MOST_HOPS || typeof location !== 'string' || !URL.canParse(location, url.href))
      throw new RegistryError('redirect')
    const next = new URL(location, url)
    const allowed = next.protocol === 'https:' || next.protocol === url.protocol
    if (!allowed || next.username || next.password || next.href === url.href)
      throw new RegistryError('redirect')
    // A redirect to a log-in page or a front page says nothing about the name.
    const samePath = next.pathname.toLowerCase().replace(/\/$/, '').endsWith(`/${name}`)
    if (!samePath) throw new RegistryError('redirect')
    next.hash = ''
    url = next
  }
}

type RdapReading = Omit<Reading, 'reference' | 'text'> & { said: Said }

/** The name asked about, and whether another text means the same name. */
interface Asked {
  name: string
  is(typed: string): boolean
}

/** The rest after "too many requests" without a Retry-After. */
const UNSAID_REST_MS = 5_000

/**
 * Reads an RDAP answer to `domain/{name}` (RFC 9083). A 200 counts only with the object of exactly this name. A 404
 * counts only with an RDAP document, or with an empty body that equals the control's, because web servers send their own
 * 404 pages (RFC 7480 §5.3).
 * @throws RegistryError with the reason; `rate-limited` and `server-error` carry the Retry-After
 */
function readRdap({ status, headers, body }: HttpResponse, asked: Asked, now: () => Date): RdapReading {
  const retryAfter = () => waitOf(one(headers['retry-after']), now())
  if (status === 429) throw new RegistryError('rate-limited', { retryAfter: retryAfter() ?? UNSAID_REST_MS })
  if (status >= 500) throw new RegistryError('server-error', { retryAfter: retryAfter() })
  if (status === 404 && body.length === 0)
    return { status: 'available', others: [], needsControl: true, said: {} }
  if (status !== 200 && status !== 404) throw new RegistryError('not-understood')
  const said = parse(body, one(headers['content-type']))
  if (status === 404) return { ...readAbsence(said, asked), said }
  return { status: readObject(said, asked), others: [], needsControl: false, said }
}

/** The document of an answer. Any member may be missing or have another type. */
type Said = Record<string, unknown>

function parse(body: Buffer, type: string | undefined): Said {
  if (!/^application\/(?:rdap\+json|json)\s*(?:;|$)/i.test(type ?? ''))
    throw new RegistryError('not-understood')
  try {
    const said: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    if (said && typeof said === 'object' && !Array.isArray(said)) return said as Said
  } catch (cause) {
    throw new RegistryError('not-understood', { cause })
  }
  throw new RegistryError('not-understood')
}

function readObject(said: Said, asked: Asked): NameStatus {
  if (said.objectClassName !== 'domain' || said.errorCode !== undefined)
    throw new RegistryError('not-understood')
  const named = [said.ldhName, said.unicodeName].filter((one) => typeof one === 'string')
  if (named.length === 0) throw new RegistryError('not-understood')
  if (!named.every(asked.is)) throw new RegistryError('other-name')
  const states = textsOf(said.status).map((one) =>
    one
      .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
      .toLowerCase()
      .replace(/[\s_]+/g, ' ')
      .trim(),
  )
  // RFC 8056 maps EPP's grace periods (RFC 3915) and statuses to these terms.
  if (states.some((one) => /^(?:redemption period|pending (?:delete|restore))$/.test(one)))
    return 'redemption'
  return states.some((one) => one === 'reserved') || speaksOfReserved(said) ? 'reserved' : 'taken'
}

const one = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header)

/** Retry-After in milliseconds. The header holds seconds or a date (RFC 9110 §10.2.3). */
function waitOf(header: string | undefined, now: Date): number | undefined {
  if (!header) return undefined
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now.getTime()
  return Number.isFinite(ms) && ms > 0 ? ms : undefined
}

/**
 * Reads the document of an RDAP error (RFC 9083 §6). `available` only if it says "not found" and nothing else about
 * this name, the question or the service.
 * @param said the document of an answer with HTTP status 404
 * @throws RegistryError for another error or another name
 */
function readAbsence(said: Said, asked: Asked): Omit<RdapReading, 'said'> {
  const problem = otherError(said)
  if (problem) throw new RegistryError(problem)
  const notices = noticesOf(said)
  const textOf = (areTerms: boolean) =>
    readLines(
      notices
        .filter(({ isTerms }) => isTerms === areTerms)
        .map(({ lines }) => lines.join('\n'))
        .join('\n\n'),
    )
  const answer = textOf(false)
  const lines = answer.blocks.flat()
  if (linksToAnother(said, asked) || lines.some(({ text }) => namesAnother(text, asked)))
    throw new RegistryError('other-name')
  const isProper = isConformant(said)
  const status = (found: NameStatus) => ({ status: found, others: [], needsControl: !isProper })
  if (speaksOfReserved(said)) return status('reserved')
  if (lines.some(({ text }) => /\bpremium\b/i.test(text))) return status('premium')
  const isAbsent = ({ text, statement }: WhoisLine) => absent.test(text) || absent.test(statement)
  const isSaid = lines.length === 0 || lines.some(isAbsent)
  // Notes and texts of help have titles of their own. Here a line may say that no one may register the name.
  const others = otherLines(answer, asked.name, isAbsent).map((line) => ({
    ...line,
    isNote: false,
    length: 0,
  }))
  if (!isSaid && !others.some(({ isForeignSentence }) => isForeignSentence))
    throw new RegistryError('not-understood')
  return {
    status: 'available',
    others: [...others, ...otherLines(textOf(true), asked.name, undefined, true)],
    needsControl: !isSaid || !isProper,
  }
}

/** An RDAP server lists the specifications that its document follows (RFC 9083 §4.1). Gateways don't. */
const isConformant = ({ rdapConformance }: Said) => textsOf(rdapConformance).length > 0

/** Members that only an object has (RFC 9083 §5.3). */
const objectKeys = [
  'objectClassName',
  'ldhName',
  'unicodeName',
  'handle',
  'status',
  'events',
  'nameservers',
  'entities',
]

function otherError(said: Said): FailureReason | undefined {
  const { errorCode } = said
  if (objectKeys.some((key) => key in said)) return 'not-understood'
  if (errorCode === undefined) return isConformant(said) ? undefined : 'not-understood'
  if (errorCode === 404) return undefined
  if (errorCode === 429) return 'rate-limited'
  return typeof errorCode === 'number' && errorCode >= 500 ? 'server-error' : 'not-understood'
}

/** Whether the document links to another object. */
function linksToAnother(said: unknown, asked: Asked): boolean {
  if (typeof said === 'string') {
    const [, linked] = /\/domain\/([^/?#\s]+\.[^/?#\s]+)/i.exec(said) ?? []
    return linked !== undefined && !asked.is(decoded(linked))
  }
  return (
    said !== null && typeof said === 'object' && Object.values(said).some((one) => linksToAnother(one, asked))
  )
}

/** Whether a line is about another name. The registry's own hosts may be named, but not as what was not found. */
const namesAnother = (line: string, asked: Asked) =>
  domainsIn(
    line
      .split(/\s+/)
      .filter((word) => !/@|^\W{0,2}https?:/i.test(word))
      .join(' '),
  ).some(
    (one) =>
      !asked.is(one) && (absent.test(line) || !/^(?:www|whois|rdap|nic|registry|registrar)\./.test(one)),
  )

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * "Not found" as web servers and registries write it. The pattern matches whole sentences, so that nothing else is in
 * them.
 */
const absent =
  /^(?:error:? ?)?(?:(?:http )?404:? ?(?:- )?)?(?:the )?(?:requested |given |queried )?(?:(?:rdap )?(?:object|domain|domain name|resource|entity|entry|record|data|information)s? )?(?:(?:of type )?["']?domain["']? )?["']?(?:\S+\.\S+["']? )?(?:(?:is|was|were|has|have|does|do|could|can) )?(?:not |cannot )(?:be |been )?(?:found|exist|known|registered|located)(?: (?:in|on|at) (?:the|this|our) (?:\S+ )?(?:database|registry|register|server|repository|system|zone))?[.!]*$|^no (?:such |matching )?(?:object|domain|record|entry|data|match|information|result)s?(?: (?:name|found|was found|were found|exists?|available))?[.!]*$|^the server has not found anything matching the request-?uri[.!]*$/i

const reservedTitle =
  /^(?:\w+ )?(?:blocked|reserved|restricted|prohibited|withheld)(?: (?:domain|name|label|string))*(?: name)?$/i
const reservedSentence =
  /\b(?:domain|name|label|string|object)\b[^.]{0,60}\b(?:is|are|was|been)\b(?! not)[^.]{0,30}\b(?:blocked|reserved|restricted|prohibited|withheld|protected)\b|\b(?:can ?not|may not) be registered\b|\bnot available for registration\b/i

/** Some registries answer 404 for names that no one may register, with a notice such as "Blocked Domain". */
const speaksOfReserved = (said: Record<string, unknown>) =>
  noticesOf(said).some(
    ({ title, isTerms, lines }) =>
      !isTerms &&
      (reservedTitle.test(title) ||
        lines.some((line) => line.split(/[.!?](?=\s|$)/).some((one) => reservedSentence.test(one)))),
  )

interface Notice {
  title: string
  /** Terms of use. They mention many subjects. */
  isTerms: boolean
  /** The title and every line of the description. */
  lines: string[]
}

/** The answer's own title, and its notices and remarks (RFC 9083 §4.3). */
function noticesOf(said: Record<string, unknown>): Notice[] {
  return [said, ...listOf(said.notices), ...listOf(said.remarks)]
    .map((one) => (one && typeof one === 'object' ? (one as Record<string, unknown>) : {}))
    .map((one) => {
      const title = typeof one.title === 'string' ? one.title.trim() : ''
      return {
        title,
        isTerms: /\b(?:terms|status codes|inaccuracy|copyright|privacy|disclaimer)\b/i.test(title),
        lines: [title, ...textsOf(one.description)]
          .flatMap((text) => text.split(/\r\n|\r|\n/))
          .filter(Boolean),
      }
    })
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string')
