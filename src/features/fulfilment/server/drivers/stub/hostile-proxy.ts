import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'

/** What is answered in place of a provider. */
export type Hostile =
  | { what: 'huge' }
  /** A byte now and then, without an end. */
  | { what: 'slow' }
  | { what: 'page'; status: number }
  | { what: 'redirect'; status: number; to: string }
  | { what: 'says'; status: number; body: unknown }
  /** The provider's own answer, with other texts. */
  | { what: 'rewritten'; from: string; to: string }

export interface ProxiedCall {
  /** How many calls came before it. */
  at: number
  method: string
  path: string
  body: string
}

interface Spoiled {
  which: (call: ProxiedCall) => boolean
  answer: Hostile
  isPassedOn: boolean
}

export interface HostileProxy {
  /** `host:port`, for the list of allowed targets. */
  host: string
  /** Every call, spoiled or not. */
  calls: ProxiedCall[]
  /** How many bytes of endless answers were taken. */
  readonly taken: number
  /** Whether the last rewritten answer had what was to be replaced. */
  readonly wasRewritten: boolean
  /** Spoils the answers to these calls. `isPassedOn`: the provider does what it is told before. */
  spoil(which: (call: ProxiedCall) => boolean, answer: Hostile, isPassedOn?: boolean): void
  /** Spoils nothing any more. */
  mend(): void
  close(): Promise<void>
}

const PAGE = '<!DOCTYPE html><html><body><h1>Fatal error</h1><script>alert(1)</script></body></html>'
const MOST_BYTES = 100 * 1024 * 1024

/** Stands before a stub provider on 127.0.0.1: it passes calls on, and answers some of them as it is told. */
export async function hostileProxy(upstream: string): Promise<HostileProxy> {
  let spoiled: Spoiled[] = []
  const calls: ProxiedCall[] = []
  let taken = 0
  let wasRewritten = false

  async function answer(asked: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bytesOf(asked)
    const { method = 'GET', url: path = '/' } = asked
    const one = { at: calls.length, method, path, body: body.toString() }
    calls.push(one)
    const found = spoiled.find(({ which }) => which(one))
    const passed =
      !found || found.isPassedOn || found.answer.what === 'rewritten'
        ? await passOn(upstream, asked, body)
        : undefined
    if (found) return spoil(response, found.answer, passed)
    response.writeHead(passed!.status, headersFor(passed!)).end(passed!.body)
  }

  async function spoil(response: ServerResponse, told: Hostile, passed: Passed | undefined): Promise<void> {
    const json = { 'content-type': 'application/json' }
    if (told.what === 'huge') {
      response.writeHead(200, json)
      return pipeline(Readable.from(endless()), response)
    }
    if (told.what === 'slow') {
      response.writeHead(200, json)
      while (!response.destroyed) {
        response.write(' ')
        await pause(20)
      }
      return
    }
    if (told.what === 'page')
      return void response.writeHead(told.status, { 'content-type': 'text/html' }).end(PAGE)
    if (told.what === 'redirect')
      return void response.writeHead(told.status, { location: told.to }).end('moved')
    if (told.what === 'says') return void response.writeHead(told.status, json).end(JSON.stringify(told.body))
    const text = passed!.body.toString()
    const written = text.replaceAll(told.from, JSON.stringify(told.to).slice(1, -1))
    wasRewritten = written !== text
    const changed = { ...passed!, body: Buffer.from(written) }
    response.writeHead(changed.status, headersFor(changed)).end(changed.body)
  }

  function* endless() {
    const part = Buffer.alloc(64 * 1024, ' ')
    while (taken < MOST_BYTES) {
      taken += part.length
      yield part
    }
  }

  const server = createServer((asked, response) => {
    answer(asked, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    get taken() {
      return taken
    },
    get wasRewritten() {
      return wasRewritten
    },
    spoil(which, told, isPassedOn = false) {
      spoiled.push({ which, answer: told, isPassedOn })
    },
    mend() {
      spoiled = []
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

interface Passed {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

async function passOn(upstream: string, asked: IncomingMessage, body: Buffer): Promise<Passed> {
  const [host, port] = upstream.split(':')
  const { host: _, ...headers } = asked.headers
  const sent = request({ host, port, method: asked.method, path: asked.url, headers, agent: false })
  sent.end(body)
  const [answered] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: answered.statusCode!, headers: answered.headers, body: await bytesOf(answered) }
}

const headersFor = ({ headers, body }: Passed) => ({
  'content-type': headers['content-type'] ?? 'application/json',
  ...(headers.date && { date: headers.date }),
  'content-length': body.length,
})

async function bytesOf(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part)
  return Buffer.concat(parts)
}
