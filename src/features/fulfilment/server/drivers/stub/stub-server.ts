import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'

/** What goes wrong at the next calls of a stub provider. */
export type Fault =
  | { what: 'delay'; ms: number }
  /** It acts, and never answers. */
  | { what: 'hang' }
  | { what: 'cut-before' | 'cut-after' }
  /** It acts, and answers with an error of the server. */
  | { what: 'error-after'; status?: number; text?: string }
  /** It acts or not, and answers with a page. */
  | { what: 'html'; acts: boolean; status?: number }
  | { what: 'other-name'; name: string }
  | { what: 'too-many'; retryAfter?: string }
  | { what: 'redirect'; to: string; status?: number }
  /** It acts, and sends its answer byte by byte. */
  | { what: 'slow-bytes'; ms: number }
  | { what: 'huge'; bytes: number }
  /** It does nothing, and says this. */
  | { what: 'says'; status?: number; body: unknown; date?: Date }

/** A call that the stub has understood. */
interface StubCall {
  endpoint: string
  target: string | null
  /** Acts, and says so: about the name, or about another one. */
  reply: (otherName: string | null) => { status: number; body: string }
}

interface Options {
  clock: () => Date
  /** How it waits for `delay` and `slow-bytes`. */
  wait?: ((ms: number) => Promise<unknown>) | undefined
  port?: number | undefined
  /** What it says where it was called too often. */
  tooMany: unknown
  read: (request: IncomingMessage, body: string) => StubCall
}

export interface StubServer<Endpoint extends string> {
  /** `host:port`, for the list of allowed targets. */
  host: string
  /** Breaks the next calls: one, or as many as `times`, of all endpoints or of those named, about any name or one. */
  tell(fault: Fault, where?: { on?: Endpoint | Endpoint[]; target?: string; times?: number }): void
  /** Breaks nothing any more. */
  mend(): void
  close(): Promise<void>
}

const PAGE = '<!DOCTYPE html><html><head><title>Oops!</title></head><body>Something went wrong</body></html>'

/** Serves a stub provider on 127.0.0.1, and breaks what it is told to break. */
export async function serveStub<Endpoint extends string>({
  clock,
  wait = (ms) => pause(ms),
  port,
  tooMany,
  read,
}: Options): Promise<StubServer<Endpoint>> {
  let faults: { fault: Fault; on: string[] | null; about: string | null; left: number }[] = []

  const nextFault = (endpoint: string, target: string | null): Fault | undefined => {
    const next = faults.find(
      ({ on, about }) => (!on || on.includes(endpoint)) && (!about || about === target),
    )
    if (!next) return undefined
    next.left -= 1
    faults = faults.filter(({ left }) => left > 0)
    return next.fault
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { endpoint, target, reply } = read(request, await bodyOf(request))
    const send = (status: number, body: string | Buffer, headers: Record<string, string> = {}) =>
      response
        .writeHead(status, { 'content-type': 'application/json', date: clock().toUTCString(), ...headers })
        .end(body)
    const fault = nextFault(endpoint, target)
    if (fault?.what === 'cut-before') return void request.socket.destroy()
    if (fault?.what === 'redirect') return void send(fault.status ?? 302, '', { location: fault.to })
    if (fault?.what === 'says') {
      const headers = fault.date ? { date: fault.date.toUTCString() } : undefined
      return void send(fault.status ?? 200, JSON.stringify(fault.body), headers)
    }
    if (fault?.what === 'too-many') {
      const headers = fault.retryAfter ? { 'retry-after': fault.retryAfter } : undefined
      return void send(429, JSON.stringify(tooMany), headers)
    }
    if (fault?.what === 'html' && !fault.acts)
      return void send(fault.status ?? 200, PAGE, { 'content-type': 'text/html' })

    const { status, body } = reply(fault?.what === 'other-name' ? fault.name : null)
    if (fault?.what === 'delay') await wait(fault.ms)
    if (fault?.what === 'hang') return
    if (fault?.what === 'cut-after') return void request.socket.destroy()
    if (fault?.what === 'error-after') return void send(fault.status ?? 500, fault.text ?? PAGE)
    if (fault?.what === 'html') return void send(fault.status ?? 200, PAGE, { 'content-type': 'text/html' })
    if (fault?.what === 'huge') return sendHuge(response, fault.bytes)
    if (fault?.what !== 'slow-bytes') return void send(status, body)
    response.writeHead(status, { 'content-type': 'application/json' })
    for (const byte of body) {
      if (response.destroyed) return
      response.write(byte)
      await wait(fault.ms)
    }
    response.end()
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  server.listen(port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    tell(fault, { on, target, times = 1 } = {}) {
      faults.push({ fault, on: on === undefined ? null : [on].flat(), about: target ?? null, left: times })
    },
    mend() {
      faults = []
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}

/** An answer of that many bytes, for as long as somebody reads it. */
async function sendHuge(response: ServerResponse, bytes: number): Promise<void> {
  const part = Buffer.alloc(64 * 1024, 'a')
  function* parts() {
    for (let sent = 0; sent < bytes; sent += part.length) yield part
  }
  response.writeHead(200, { 'content-type': 'application/json' })
  await pipeline(Readable.from(parts()), response)
}
