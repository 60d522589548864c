import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { Agent, buildConnector, type Dispatcher } from 'undici'
import { LRUCache } from 'lru-cache'
import { isPublicAddress } from '../../../server/http/client-address.ts'

/** The result of a lookup, as `dns.lookup` returns it with `all`. */
type Resolve = (host: string) => Promise<{ address: string; family: number }[]>

export interface Fetched {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

interface How {
  signal: AbortSignal
  /** The operator named this address, so it may be an internal one. */
  anywhere: boolean
  /** The media types asked for. */
  accept: string
  /** The most bytes of an answer. */
  most: number
}

export interface Transport {
  /**
   * Sends one GET without following redirects. The connection stays open for later questions, with HTTP/2 if the server
   * supports it.
   * @throws Problem `no-connection`, `inner-address`, `too-large`, and the signal's reason once it is aborted
   */
  get(url: URL, how: How): Promise<Fetched>
  /**
   * The addresses to connect to, after a check of all of them.
   * @throws Problem `inner-address`, `no-connection`
   */
  addressesOf(host: string, anywhere: boolean): Promise<string[]>
  close(): Promise<void>
}

export interface TransportOptions {
  resolve?: Resolve
  isPublic?: (address: string) => boolean
  /** More certificate authorities, for tests. */
  ca?: string
  userAgent?: string
}

/** The HTTP transport for questions to registries. */
export function createTransport({
  resolve = (host) => lookup(host, { all: true }),
  isPublic = isPublicAddress,
  ca,
  userAgent = 'Kikoa',
}: TransportOptions = {}): Transport {
  async function addressesOf(host: string, anywhere: boolean) {
    const literal = host.replace(/^\[|\]$/g, '')
    const found = isIP(literal)
      ? [{ address: literal, family: isIP(literal) }]
      : await resolve(literal).catch((cause: unknown) => {
          throw new Problem('no-connection', { cause })
        })
    // One internal address among several is an attack or a mistake, so none of them is used.
    if (!anywhere && !found.every(({ address }) => isPublic(address))) throw new Problem('inner-address')
    return found
  }

  /** Connects to the addresses that were checked. A second lookup could return others (DNS rebinding). */
  const lookupFor =
    (anywhere: boolean): LookupFunction =>
    (host, options, done) => {
      addressesOf(host, anywhere).then(
        (found) => (options.all ? done(null, found) : done(null, found[0]!.address, found[0]!.family)),
        (error: NodeJS.ErrnoException) => done(error, []),
      )
    }

  const [toAnywhere, toPublic] = [openAgents(lookupFor(true), ca), openAgents(lookupFor(false), ca)]

  return {
    addressesOf: async (host, anywhere) => (await addressesOf(host, anywhere)).map(({ address }) => address),

    async get(url, { signal, anywhere, accept, most }) {
      // An IP address in the URL is not looked up, so it is checked here.
      if (isIP(url.hostname.replace(/^\[|\]$/g, ''))) await addressesOf(url.hostname, anywhere)
      const agents = anywhere ? toAnywhere : toPublic
      const call = () =>
        agents.withAgent(url, async (agent) => {
          const answer = await agent.request({
            origin: url.origin,
            path: `${url.pathname}${url.search}`,
            method: 'GET',
            headers: { accept, 'user-agent': userAgent },
            signal,
          })
          return { status: answer.statusCode, headers: answer.headers, body: await readBody(answer, most) }
        })
      try {
        return await call().catch((error: unknown) => {
          // The server closed an idle connection when this question was sent: ask once more (RFC 9110 §9.2.2).
          if (signal.aborted || !wasClosed(error)) throw error
          return call()
        })
      } catch (error) {
        if (signal.aborted && signal.reason instanceof Problem) throw signal.reason
        const problem = [error, (error as Error).cause].find((one) => one instanceof Problem)
        throw problem ?? new Problem('no-connection', { cause: error })
      }
    },

    async close() {
      await Promise.all([toAnywhere.close(), toPublic.close()])
    },
  }
}

async function readBody({ headers, body }: Dispatcher.ResponseData, most: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = Number(headers['content-length'] ?? 0)
  if (!(size > most)) {
    size = 0
    for await (const part of body) {
      parts.push(part as Buffer)
      size += (part as Buffer).length
      if (size > most) break
    }
  }
  if (size > most) {
    body.on('error', () => {}).destroy()
    throw new Problem('too-large')
  }
  return Buffer.concat(parts)
}

const closedCodes = [
  'UND_ERR_SOCKET',
  'UND_ERR_CLOSED',
  'UND_ERR_DESTROYED',
  'ECONNRESET',
  'EPIPE',
  'ERR_HTTP2_GOAWAY_SESSION',
]

const wasClosed = (error: unknown) => closedCodes.includes((error as NodeJS.ErrnoException).code ?? '')

/** How long an idle connection stays open. */
const KEPT_MS = 5 * 60_000
const CONNECT_MS = 3_000
/** The most connections to one host without HTTP/2. Each carries one question at a time. */
const CONNECTIONS = 48
/** The most parallel questions on one HTTP/2 connection, and the most of these connections. */
const STREAMS = 100
const H2_CONNECTIONS = 2

interface Agents {
  /** Asks with the agent for the server's protocol. */
  withAgent<T>(url: URL, call: (agent: Agent) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/**
 * Two agents, because the protocols need different limits: many questions on one HTTP/2 connection, or one question on
 * each of many HTTP/1.1 connections. The first question to a server finds out its protocol for the others.
 */
function openAgents(lookup: LookupFunction, ca: string | undefined): Agents {
  const protocols = new LRUCache<string, 'h2' | 'older'>({ max: 500 })
  const findings = new Map<string, { found: Promise<void>; tell: () => void }>()

  const connector = (allowH2: boolean) =>
    buildConnector({ allowH2, lookup, timeout: CONNECT_MS, ...(ca && { ca }) } as buildConnector.BuildOptions)
  const [newer, older] = [connector(true), connector(false)]
  const shared = { keepAliveTimeout: KEPT_MS, keepAliveMaxTimeout: KEPT_MS }
  const single = new Agent({ ...shared, connections: CONNECTIONS, connect: older })
  const multiplexed = new Agent({
    ...shared,
    allowH2: true,
    connections: H2_CONNECTIONS,
    pipelining: STREAMS,
    maxConcurrentStreams: STREAMS,
    connect: (options, done) =>
      newer(options, (error, socket) => {
        if (error) return done(error, null)
        const { origin } = new URL(`https://${options.host ?? options.hostname}`)
        protocols.set(origin, 'alpnProtocol' in socket && socket.alpnProtocol === 'h2' ? 'h2' : 'older')
        findings.get(origin)?.tell()
        return done(null, socket)
      }),
  })

  async function find<T>(origin: string, call: (agent: Agent) => Promise<T>): Promise<T> {
    const { promise: found, resolve: tell } = Promise.withResolvers<void>()
    findings.set(origin, { found, tell })
    try {
      return await call(multiplexed)
    } finally {
      // Also if no connection was made: then the next question finds the protocol out.
      findings.delete(origin)
      tell()
    }
  }

  return {
    async withAgent({ origin, protocol }, call) {
      if (protocol !== 'https:') return call(single)
      while (!protocols.has(origin)) {
        const finding = findings.get(origin)
        if (!finding) return find(origin, call)
        await finding.found
      }
      return call(protocols.get(origin) === 'h2' ? multiplexed : single)
    },
    async close() {
      await Promise.all([single.destroy(), multiplexed.destroy()])
    },
  }
}

/** Why a source gave no answer. */
export type Reason =
  | 'timeout'
  | 'no-connection'
  | 'inner-address'
  | 'redirect'
  | 'too-large'
  | 'not-understood'
  | 'other-name'
  | 'unproven'
  | 'rate-limited'
  | 'server-error'
  | 'resting'
  | 'too-busy'

/** A question without an answer. The third party's own text appears only in the log. */
export class Problem extends Error {
  readonly reason: Reason
  /** The milliseconds for which the host asked to rest. */
  readonly retryAfter: number | undefined
  /** The answer that could not be read, for the admins. */
  text: string | undefined

  constructor(
    reason: Reason,
    { retryAfter, cause, text }: { retryAfter?: number | undefined; cause?: unknown; text?: string } = {},
  ) {
    super(reason, { cause })
    this.name = 'Problem'
    this.reason = reason
    this.retryAfter = retryAfter
    this.text = text
  }
}
