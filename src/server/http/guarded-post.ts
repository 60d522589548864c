import { isIP } from 'node:net'
import { Agent, request } from 'undici'
import { Refused } from '../../shared/refusal.ts'
import { withDeadline } from '../deadline.ts'
import {
  type AllowedTargets,
  checkedAddresses,
  checkedLookup,
  InnerAddress,
  mayReach,
  type Resolve,
} from './outbound.ts'

/** What an address that others have named is checked with. */
export interface Targets {
  allowed: AllowedTargets
  resolve?: Resolve
}

/** The result of one attempt. */
export interface PostOutcome {
  isSent: boolean
  /** The HTTP status and the start of the answer. Null without an answer. */
  status: number | null
  answer: string | null
  /** Why it failed: `inner-address`, `redirect`, `status`, `timeout` or `no-connection`. */
  reason: string | null
}

interface GuardedPost {
  url: string
  headers: Record<string, string>
  body: string | Buffer
  timeoutMs?: number
  /** A further certificate authority, for tests. */
  ca?: string | undefined
}

const TIMEOUT_MS = 15_000
const CONNECT_MS = 5_000
const LOOKUP_MS = 3_000
const MOST_CHARACTERS = 1_000
const MOST_BYTES = 4 * MOST_CHARACTERS
const MOST_HEADER_BYTES = 16 * 1024

/** Sends a POST, only to addresses that it may reach, without following redirects. It never throws. */
export async function postGuarded(
  targets: Targets,
  { url: address, headers, body, timeoutMs = TIMEOUT_MS, ca }: GuardedPost,
): Promise<PostOutcome> {
  const url = new URL(address)
  const addressesOf = (host: string) =>
    checkedAddresses(host, (found) => mayReach(targets.allowed, url, found), targets.resolve)
  const signal = AbortSignal.timeout(timeoutMs)
  const agent = new Agent({
    connect: { lookup: checkedLookup(addressesOf), timeout: CONNECT_MS, ...(ca && { ca }) },
    maxHeaderSize: MOST_HEADER_BYTES,
    pipelining: 0,
  })
  try {
    // An IP address in the URL is not looked up, so it is checked here.
    if (isIP(url.hostname.replace(/^\[|\]$/g, ''))) await addressesOf(url.hostname)
    const answer = await request(url, {
      dispatcher: agent,
      method: 'POST',
      headers: { 'user-agent': 'Kikoa', ...headers },
      body,
      signal,
    })
    const { statusCode: status } = answer
    const isSent = status >= 200 && status < 300
    // The status counts, even if the rest of the answer does not arrive.
    const text = await startOf(answer.body).catch(() => '')
    const reason = isSent ? null : status >= 300 && status < 400 ? 'redirect' : 'status'
    return { isSent, status, answer: text, reason }
  } catch (error) {
    return { isSent: false, status: null, answer: null, reason: reasonOf(error, signal) }
  } finally {
    await agent.destroy().catch(() => {})
  }
}

function reasonOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'timeout'
  const causes = [error, (error as Error).cause]
  if (causes.some((one) => one instanceof InnerAddress)) return 'inner-address'
  const timeouts = ['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT']
  return timeouts.includes((error as NodeJS.ErrnoException).code ?? '') ? 'timeout' : 'no-connection'
}

/** The first characters of an answer. The rest is not read. PostgreSQL stores no NUL. */
async function startOf(body: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of body) {
    parts.push(part)
    size += part.length
    if (size >= MOST_BYTES) break
  }
  return Buffer.concat(parts)
    .subarray(0, MOST_BYTES)
    .toString('utf8')
    .replaceAll('\0', '')
    .slice(0, MOST_CHARACTERS)
    .toWellFormed()
}

/** Refuses an address that no request would reach. A name that can't be looked up now is checked when it is sent. */
export async function refuseInner({ allowed, resolve }: Targets, text: string): Promise<void> {
  if (!URL.canParse(text)) throw new Refused('TARGET_REFUSED')
  const url = new URL(text)
  const addresses = checkedAddresses(url.hostname, (address) => mayReach(allowed, url, address), resolve)
  try {
    await withDeadline(LOOKUP_MS, addresses)
  } catch (error) {
    const isPlain = url.protocol === 'http:' && !allowed.hosts.size && !allowed.blocks.rules.length
    if (error instanceof InnerAddress || isPlain) throw new Refused('TARGET_REFUSED')
  }
}
