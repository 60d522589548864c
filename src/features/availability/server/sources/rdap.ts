import type { AnswerStatus } from '../../answer.ts'
import { Problem } from '../problem.ts'
import type { Transport } from '../transport.ts'
import { type RdapReading, readRdap } from './rdap-read.ts'

export interface RdapQuestion {
  /** As in the table: with or without its final slash. */
  base: string
  /** The operator named the base: it may be on an inner address. */
  anywhere: boolean
  name: string
  /** A registered name of the same suffix, to tell a registry that has nothing on a name from one that is away. */
  known: string
  signal: AbortSignal
}

export interface RdapOptions {
  transport: Transport
  now: () => Date
  clock: () => number
}

const MOST_BYTES = 256 * 1024
const MOST_HOPS = 3
/** How long an answer about a known name speaks for its base. */
const TRUSTED_MS = 15 * 60_000

/** Asks RDAP servers (RFC 7480, 9082). */
export function createRdap({ transport, now, clock }: RdapOptions) {
  /** When a base last answered a name with exactly its object. */
  const proven = new Map<string, number>()
  const isProven = (base: string) => clock() - (proven.get(base) ?? -Infinity) < TRUSTED_MS

  async function read(question: RdapQuestion, name: string): Promise<RdapReading> {
    const url = new URL(`domain/${name}`, question.base.replace(/\/*$/, '/'))
    const reading = readRdap(await follow(transport, url, question), name, now)
    if (reading === 'taken' || reading === 'redemption') proven.set(question.base, clock())
    return reading
  }

  /**
   * What the registry says of a name. A 404 without a word is believed only from a base that has lately answered a
   * known name as it should.
   * @throws Problem where it says nothing that can be relied on.
   */
  return async function askRdap(question: RdapQuestion): Promise<AnswerStatus> {
    const reading = await read(question, question.name)
    if (reading !== 'bare-404') return reading
    if (!isProven(question.base) && question.known !== question.name) await read(question, question.known)
    if (isProven(question.base)) return 'available'
    throw new Problem('untrusted')
  }
}

/** Follows redirects, which may lead only to public addresses, over https or the scheme that they came from. */
async function follow(transport: Transport, start: URL, { anywhere, signal }: RdapQuestion) {
  let url = start
  for (let hop = 0; ; hop++) {
    const answer = await transport.get(url, {
      signal,
      anywhere: anywhere && hop === 0,
      accept: 'application/rdap+json, application/json;q=0.8',
      most: MOST_BYTES,
    })
    if (![301, 302, 303, 307, 308].includes(answer.status)) return answer
    const { location } = answer.headers
    if (hop === MOST_HOPS || typeof location !== 'string' || !URL.canParse(location, url.href))
      throw new Problem('redirect')
    const next = new URL(location, url)
    const allowed = next.protocol === 'https:' || next.protocol === url.protocol
    if (!allowed || next.username || next.password || next.href === url.href) throw new Problem('redirect')
    next.hash = ''
    url = next
  }
}
