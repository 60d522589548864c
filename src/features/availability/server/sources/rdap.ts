import type { AnswerStatus } from '../../answer.ts'
import { Problem } from '../problem.ts'
import type { Transport } from '../transport.ts'
import { readRdap } from './rdap-read.ts'

export interface RdapQuestion {
  /** As in the table: with or without its final slash. */
  base: string
  /** The operator named the base: it may be on an inner address. */
  anywhere: boolean
  name: string
  signal: AbortSignal
}

export interface RdapOptions {
  transport: Transport
  now: () => Date
}

const MOST_BYTES = 256 * 1024
const MOST_HOPS = 3

/** Asks RDAP servers (RFC 7480, 9082). */
export function createRdap({ transport, now }: RdapOptions) {
  /**
   * What the registry says of a name. "No data here" is only as good as the proof that the registry knows its suffix,
   * which whoever asks has to see to.
   * @throws Problem where it says nothing that can be relied on.
   */
  return async function askRdap(question: RdapQuestion): Promise<AnswerStatus> {
    const url = new URL(`domain/${question.name}`, question.base.replace(/\/*$/, '/'))
    const answer = await follow(transport, url, question)
    try {
      const reading = readRdap(answer, question.name, now)
      return reading === 'bare-404' ? 'available' : reading
    } catch (error) {
      if (error instanceof Problem) error.text = answer.body.toString('utf8')
      throw error
    }
  }
}

/** Follows redirects, which may lead only to public addresses, over https or the scheme that they came from. */
async function follow(transport: Transport, start: URL, { anywhere, name, signal }: RdapQuestion) {
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
    // A log-in page or a front page would speak of itself.
    const samePath = next.pathname.toLowerCase().replace(/\/$/, '').endsWith(`/${name}`)
    if (!samePath) throw new Problem('redirect')
    next.hash = ''
    url = next
  }
}
