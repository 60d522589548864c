import { readAsciiName } from '../../scripts.ts'
import type { AnswerStatus } from '../../answer.ts'
import { Problem } from '../problem.ts'
import type { Fetched } from '../transport.ts'
import { readAbsence, speaksOfReserved, textsOf } from './rdap-absence.ts'

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
  return status === 200 ? readObject(said, name) : readAbsence(said, name)
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
  if (said.objectClassName !== 'domain' || said.errorCode !== undefined) throw new Problem('not-understood')
  const named = [said.ldhName, said.unicodeName].filter((one) => typeof one === 'string')
  if (named.length === 0) throw new Problem('not-understood')
  if (!named.every((one) => readAsciiName(one) === name)) throw new Problem('other-name')
  const states = textsOf(said.status).map((one) =>
    one
      .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
      .toLowerCase()
      .replace(/[\s_]+/g, ' ')
      .trim(),
  )
  // RFC 8056 maps EPP's grace periods (RFC 3915) and statuses to these words.
  if (states.some((one) => /^(?:redemption period|pending (?:delete|restore))$/.test(one)))
    return 'redemption'
  return states.some((one) => one === 'reserved') || speaksOfReserved(said) ? 'reserved' : 'taken'
}

const one = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header)

/** Retry-After in milliseconds: seconds or a date (RFC 9110 §10.2.3). */
function waitOf(header: string | undefined, now: Date): number | undefined {
  if (!header) return undefined
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now.getTime()
  return Number.isFinite(ms) && ms > 0 ? ms : undefined
}
