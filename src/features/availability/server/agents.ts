import { LRUCache } from 'lru-cache'
import type { LookupFunction } from 'node:net'
import { Agent, buildConnector } from 'undici'

/** Connections wait this long for the next question. */
const KEPT_MS = 5 * 60_000
const CONNECT_MS = 3_000
/** To one host at once where it does not speak HTTP/2: a connection carries one question there. */
const CONNECTIONS = 48
/** Questions at once on one connection of HTTP/2, and how many such connections. */
const STREAMS = 100
const H2_CONNECTIONS = 2

export interface Agents {
  /** Asks with the agent that speaks what the server speaks. */
  withAgent<T>(url: URL, ask: (agent: Agent) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/**
 * Two agents, because what is right for one protocol is wrong for the other: many questions on one connection of
 * HTTP/2, one question on each of many connections of HTTP/1.1. Who asks a server first finds out for the others.
 */
export function openAgents(lookup: LookupFunction, ca: string | undefined): Agents {
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

  async function find<T>(origin: string, ask: (agent: Agent) => Promise<T>): Promise<T> {
    const { promise: found, resolve: tell } = Promise.withResolvers<void>()
    findings.set(origin, { found, tell })
    try {
      return await ask(multiplexed)
    } finally {
      // Also when no connection came about: the next one finds out.
      findings.delete(origin)
      tell()
    }
  }

  return {
    async withAgent({ origin, protocol }, ask) {
      if (protocol !== 'https:') return ask(single)
      while (!protocols.has(origin)) {
        const finding = findings.get(origin)
        if (!finding) return find(origin, ask)
        await finding.found
      }
      return ask(protocols.get(origin) === 'h2' ? multiplexed : single)
    },
    async close() {
      await Promise.all([single.destroy(), multiplexed.destroy()])
    },
  }
}
