import { isIP, type LookupFunction } from 'node:net'
import { Agent, buildConnector, type Dispatcher } from 'undici'
import { LRUCache } from 'lru-cache'
import type { LookupAddress } from 'node:dns'
import { RegistryError } from '../errors.ts'

export interface HttpResponse {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

interface GetOptions {
  signal: AbortSignal
  /** The operator named this address, so it may be an internal one. */
  allowPrivate: boolean
  /** The media types asked for. */
  accept: string
  /** The maximum size of an answer, in bytes. */
  maxBytes: number
}

export interface Transport {
  /**
   * Sends one GET without following redirects. The connection stays open for later questions, with HTTP/2 if the server
   * supports it.
   * @throws RegistryError `no-connection`, `inner-address`, `too-large`, and the signal's reason once it is aborted
   */
  get(url: URL, how: GetOptions): Promise<HttpResponse>
  /**
   * The addresses to connect to, after a check of all of them.
   * @throws RegistryError `inner-address`, `no-connection`
   */
  addressesOf(host: string, allowPrivate: boolean): Promise<string[]>
  close(): Promise<void>
}

export interface TransportOptions {
  /**
   * The addresses of a host, which may be an IP address, after a check of all of them.
   * @param allowPrivate the operator named the host, so it may have an internal address
   * @throws RegistryError `inner-address`, `no-connection`
   */
  addressesOf(host: string, allowPrivate: boolean): Promise<LookupAddress[]>
  /** More certificate authorities, for tests. */
  ca?: string | undefined
  userAgent: string
}

/** The HTTP transport for questions to registries. */
export function openTransport({ addressesOf, ca, userAgent }: TransportOptions): Transport {
  // A second lookup could return other addresses than the checked ones (DNS rebinding).
  const lookupFor =
    (allowPrivate: boolean): LookupFunction =>
    (host, options, done) => {
      addressesOf(host, allowPrivate).then(
        (found) => (options.all ? done(null, found) : done(null, found[0]!.address, found[0]!.family)),
        (error: NodeJS.ErrnoException) => done(error, []),
      )
    }
  const [unrestricted, publicOnly] = [openAgents(lookupFor(true), ca), openAgents(lookupFor(false), ca)]

  return {
    addressesOf: async (host, allowPrivate) =>
      (await addressesOf(host, allowPrivate)).map(({ address }) => address),

    async get(url, { signal, allowPrivate, accept, maxBytes }) {
      // An IP address in the URL is not looked up, so it is checked here.
      if (isIP(url.hostname.replace(/^\[|\]$/g, ''))) await addressesOf(url.hostname, allowPrivate)
      const agents = allowPrivate ? unrestricted : publicOnly
      const call = () =>
        agents.withAgent(url, async (agent) => {
          const answer = await agent.request({
            origin: url.origin,
            path: `${url.pathname}${url.search}`,
            method: 'GET',
            headers: { accept, 'user-agent': userAgent },
            signal,
          })
          return {
            status: answer.statusCode,
            headers: answer.headers,
            body: await readBody(answer, maxBytes),
          }
        })
      try {
        return await call().catch((error: unknown) => {
          // The server closed an idle connection when this request was sent: send once more (RFC 9110 §9.2.2).
          if (signal.aborted || !isClosedConnection(error)) throw error
          return call()
        })
      } catch (error) {
        if (signal.aborted && signal.reason instanceof RegistryError) throw signal.reason
        const problem = [error, (error as Error).cause].find((one) => one instanceof RegistryError)
        throw problem ?? new RegistryError('no-connection', { cause: error })
      }
    },

    async close() {
      await Promise.all([unrestricted.close(), publicOnly.close()])
    },
  }
}

async function readBody({ headers, body }: Dispatcher.ResponseData, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = Number(headers['content-length'] ?? 0)
  if (!(size > maxBytes)) {
    size = 0
    for await (const part of body) {
      parts.push(part as Buffer)
      size += (part as Buffer).length
      if (size > maxBytes) break
    }
  }
  if (size > maxBytes) {
    body.on('error', () => {}).destroy()
    throw new RegistryError('too-large')
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

const isClosedConnection = (error: unknown) =>
  closedCodes.includes((error as NodeJS.ErrnoException).code ?? '')

/** How long an idle connection stays open. */
const IDLE_MS = 5 * 60_000
const CONNECT_MS = 3_000
/** The most connections to one host without HTTP/2. Each carries one request at a time. */
const CONNECTIONS = 48
/** The most parallel requests on one HTTP/2 connection, and the most connections of this kind. */
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
  const detections = new Map<string, { found: Promise<void>; finish: () => void }>()

  const connector = (allowH2: boolean) =>
    buildConnector({ allowH2, lookup, timeout: CONNECT_MS, ...(ca && { ca }) } as buildConnector.BuildOptions)
  const [newer, older] = [connector(true), connector(false)]
  const shared = { keepAliveTimeout: IDLE_MS, keepAliveMaxTimeout: IDLE_MS }
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
        detections.get(origin)?.finish()
        return done(null, socket)
      }),
  })

  async function detectProtocol<T>(origin: string, call: (agent: Agent) => Promise<T>): Promise<T> {
    const { promise: found, resolve: finish } = Promise.withResolvers<void>()
    detections.set(origin, { found, finish })
    try {
      return await call(multiplexed)
    } finally {
      // Also if no connection was made: then the next question finds the protocol out.
      detections.delete(origin)
      finish()
    }
  }

  return {
    async withAgent({ origin, protocol }, call) {
      if (protocol !== 'https:') return call(single)
      while (!protocols.has(origin)) {
        const detection = detections.get(origin)
        if (!detection) return detectProtocol(origin, call)
        await detection.found
      }
      return call(protocols.get(origin) === 'h2' ? multiplexed : single)
    },
    async close() {
      await Promise.all([single.destroy(), multiplexed.destroy()])
    },
  }
}
