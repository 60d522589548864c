import type { AnswerStatus } from '../../answer.ts'
import { readLines } from '../../whois-lines.ts'
import { domainsIn } from '../../whois-record.ts'
import { firstUnclearLine } from '../../whois-understood.ts'
import { readAsciiName } from '../../scripts.ts'
import { Problem, type Reason } from '../problem.ts'

/**
 * Reads the document of an RDAP error (RFC 9083 §6): `available` only where it says "not found", and nothing else of
 * this name, of the question or of the service.
 * @param said the document of an answer with HTTP status 404
 * @throws Problem for a document with another error, another name, or words that are not understood
 */
export function readAbsence(said: Record<string, unknown>, name: string): AnswerStatus {
  const problem = otherError(said)
  if (problem) throw new Problem(problem)
  const notices = noticesOf(said)
  const named = notices.filter(({ isTerms }) => !isTerms).flatMap(({ lines }) => lines.flatMap(domainsIn))
  if (linksToAnother(said, name) || named.some((one) => isAnother(one, name))) throw new Problem('other-name')
  if (speaksOfReserved(said)) return 'reserved'
  if (notices.some(({ isTerms, lines }) => !isTerms && lines.some((line) => /\bpremium\b/i.test(line))))
    return 'premium'
  const text = notices.map(({ lines }) => lines.join('\n')).join('\n\n')
  if (firstUnclearLine(readLines(text), name, absent) !== undefined) throw new Problem('not-understood')
  return 'available'
}

/** What only an object has (RFC 9083 §5.3). */
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

function otherError(said: Record<string, unknown>): Reason | undefined {
  const { errorCode, rdapConformance } = said
  if (objectKeys.some((key) => key in said)) return 'not-understood'
  if (errorCode === undefined)
    return Array.isArray(rdapConformance) && rdapConformance.length > 0 ? undefined : 'not-understood'
  const code = Number(errorCode)
  if (code === 404) return undefined
  if (code === 429) return 'rate-limited'
  return code >= 500 ? 'server-error' : 'not-understood'
}

/** A link to another object. */
function linksToAnother(said: unknown, name: string): boolean {
  if (typeof said === 'string') {
    const [, linked] = /\/domain\/([^/?#\s]+\.[^/?#\s]+)/i.exec(said) ?? []
    return linked !== undefined && readAsciiName(decoded(linked)) !== name
  }
  return (
    said !== null && typeof said === 'object' && Object.values(said).some((one) => linksToAnother(one, name))
  )
}

/** Another name of the suffix, apart from the registry's own. */
const isAnother = (one: string, name: string) =>
  one !== name &&
  one.endsWith(name.slice(name.indexOf('.'))) &&
  !/^(?:www|whois|rdap|nic|registry|registrar)\./.test(one)

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** "Not found", in the words of web servers and registries. Whole sentences, so that nothing else is in them. */
const absent =
  /^(?:error:? ?)?(?:(?:http )?404:? ?(?:- )?)?(?:the )?(?:requested |given |queried )?(?:(?:rdap )?(?:object|domain|domain name|resource|entity|entry|record|data|information)s? )?(?:(?:of type )?["']?domain["']? )?["']?(?:\S+\.\S+["']? )?(?:(?:is|was|were|has|have|does|do|could|can) )?(?:not |cannot )(?:be |been )?(?:found|exist|known|registered|located)(?: (?:in|on|at) (?:the|this|our) (?:\S+ )?(?:database|registry|register|server|repository|system|zone))?[.!]*$|^no (?:such |matching )?(?:object|domain|record|entry|data|match|information|result)s?(?: (?:name|found|was found|were found|exists?|available))?[.!]*$|^the server has not found anything matching the request-?uri[.!]*$/i

const reservedTitle =
  /^(?:\w+ )?(?:blocked|reserved|restricted|prohibited|withheld)(?: (?:domain|name|label|string))*(?: name)?$/i
const reservedSentence =
  /\b(?:domain|name|label|string|object)\b[^.]{0,60}\b(?:is|are|was|been)\b(?! not)[^.]{0,30}\b(?:blocked|reserved|restricted|prohibited|withheld|protected)\b|\b(?:can ?not|may not) be registered\b|\bnot available for registration\b/i

/** Some registries answer 404 for names that nobody may register, and say so beside it ("Blocked Domain"). */
export const speaksOfReserved = (said: Record<string, unknown>) =>
  noticesOf(said).some(
    ({ title, isTerms, lines }) =>
      !isTerms &&
      (reservedTitle.test(title) ||
        lines.some((line) => line.split(/[.!?](?=\s|$)/).some((one) => reservedSentence.test(one)))),
  )

interface Notice {
  title: string
  /** Terms of use, which speak of much. */
  isTerms: boolean
  /** The title, and every line of the description. */
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
export const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string')
