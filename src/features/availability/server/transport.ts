import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import type { Dispatcher } from 'undici'
import { openAgents } from './agents.ts'
import { Problem } from './problem.ts'
import { isPublicAddress } from '../../../server/http/public-address.ts'

/** A look-up's result, as `dns.lookup` gives it with `all`. */
export type Resolve = (host: string) => Promise<{ address: string; family: number }[]>

export interface Fetched {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

export interface How {
  signal: AbortSignal
  /** The operator named this address: it may be an inner one. */
  anywhere: boolean
  /** Media types asked for. */
  accept: string
  /** More bytes than these are no answer. */
  most: number
}

export interface Transport {
  /**
   * One GET without redirects, over a connection that stays open for the next one: HTTP/2 where the server speaks it.
   * @throws Problem `no-connection`, `inner-address`, `too-large`, and the signal's own reason once it is aborted.
   */
  get(url: URL, how: How): Promise<Fetched>
  /** The addresses to connect to, all of them checked. @throws Problem `inner-address`, `no-connection` */
  addressesOf(host: string, anywhere: boolean): Promise<string[]>
  close(): Promise<void>
}

export interface TransportOptions {
  resolve?: Resolve
  isPublic?: (address: string) => boolean
  /** Further certificate authorities, for tests. */
  ca?: string
  userAgent?: string
}

/** Opens the way to registries. */
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
    // One inner address among several is a trap or a mistake: neither is connected to.
    if (!anywhere && !found.every(({ address }) => isPublic(address))) throw new Problem('inner-address')
    return found
  }

  /** The addresses that were checked are the ones connected to: a second look-up could say something else. */
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
      // Addresses written as such are not looked up, and so are checked here.
      if (isIP(url.hostname.replace(/^\[|\]$/g, ''))) await addressesOf(url.hostname, anywhere)
      const agents = anywhere ? toAnywhere : toPublic
      const ask = () =>
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
        return await ask().catch((error: unknown) => {
          // The other side closed a connection that had waited for this question: ask once more (RFC 9110 §9.2.2).
          if (signal.aborted || !wasClosed(error)) throw error
          return ask()
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
