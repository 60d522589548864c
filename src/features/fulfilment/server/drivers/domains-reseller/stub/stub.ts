import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { type PhpForm, readPhpForm, textIn, textsIn } from './php-form.ts'
import * as shaped from './stub-answers.ts'
import { runOrder, StubRefusal, takeOrder, type StubBooks, type StubOrder, stubPrices } from './stub-books.ts'

/** A provider with the add-on, on loopback, with books of its own. It does twice what it is asked for twice. */

export type Endpoint =
  | 'register'
  | 'transfer'
  | 'renew'
  | 'information'
  | 'sync'
  | 'transfersync'
  | 'nameservers'
  | 'lock'
  | 'contact'
  | 'protectid'
  | 'eppcode'
  | 'pricing'
  | 'credits'
  | 'lookup'

/** What goes wrong at the next calls. */
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

export interface Settings {
  shape: shaped.Shape
  /** How far its clock is ahead. */
  clockAheadMs: number
  /** How long orders wait: not at all, for a time, or until `runOrders`. */
  hold: number | 'until-run' | null
  /** What it says of a name whose order waits. */
  waiting: 'Domain not found' | 'The order for this domain is pending'
  /** Calls whose header `timestamp` is farther away are refused. Null: it is not looked at. */
  timestampToleranceMs: number | null
  /** The HTTP status of a refused token. */
  refusedToken: 200 | 401 | 403
}

/** One call as the stub saw it. `did` is what it changed in its books. */
export interface JournalEntry {
  endpoint: Endpoint | 'none'
  target: string | null
  did: string | null
  cost: number
  form: PhpForm
  headers: IncomingMessage['headers']
}

interface Options {
  username?: string
  key?: string
  books?: Partial<StubBooks>
  clock?: () => Date
  /** How it waits for `delay` and `slow-bytes`. */
  wait?: (ms: number) => Promise<unknown>
  port?: number
  settings?: Partial<Settings>
}

export interface Stub {
  /** The base address for an account. */
  url: string
  /** `host:port`, for the list of allowed targets. */
  host: string
  username: string
  key: string
  books: StubBooks
  journal: JournalEntry[]
  settings: Settings
  /** Breaks the next calls: one, or as many as `times`, of all endpoints or of those named, about any name or one. */
  tell(fault: Fault, where?: { on?: Endpoint | Endpoint[]; target?: string; times?: number }): void
  /** Breaks nothing any more. */
  mend(): void
  /** Carries out the orders that wait. */
  runOrders(): void
  close(): Promise<void>
}

const BASE = '/modules/addons/DomainsReseller/api/index.php'
const PAGE = '<!DOCTYPE html><html><head><title>Oops!</title></head><body>Something went wrong</body></html>'

/** Starts it on a free port of 127.0.0.1. */
export async function startStub(options: Options = {}): Promise<Stub> {
  const {
    username = 'reseller@example.com',
    key = 'KEY-1234567890',
    wait = (ms: number) => pause(ms),
  } = options
  const books: StubBooks = {
    balance: 500,
    currency: 'USD',
    names: new Map(),
    taken: new Set(),
    prices: structuredClone(stubPrices),
    orders: [],
    elsewhere: new Map(),
    checks: 'at-once',
    failed: new Map(),
    ...options.books,
  }
  const settings: Settings = {
    shape: 'string',
    clockAheadMs: 0,
    hold: null,
    waiting: 'Domain not found',
    timestampToleranceMs: null,
    refusedToken: 401,
    ...options.settings,
  }
  const journal: JournalEntry[] = []
  let faults: { fault: Fault; on: Endpoint[] | null; about: string | null; left: number }[] = []
  const ownClock = options.clock ?? (() => new Date())
  const clock = () => new Date(ownClock().getTime() + settings.clockAheadMs)

  const runOrders = (isDue: (order: StubOrder) => boolean) => {
    const due = books.orders.filter(isDue)
    books.orders = books.orders.filter((order) => !due.includes(order))
    for (const order of due) runOrder(books, order, clock())
  }

  const nextFault = (endpoint: Endpoint | 'none', target: string | null): Fault | undefined => {
    const next = faults.find(
      ({ on, about }) => (!on || on.some((one) => one === endpoint)) && (!about || about === target),
    )
    if (!next) return undefined
    next.left -= 1
    faults = faults.filter(({ left }) => left > 0)
    return next.fault
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = readPhpForm(await bodyOf(request))
    const { endpoint, target } = routeOf(request, form)
    const entry: JournalEntry = { endpoint, target, did: null, cost: 0, form, headers: request.headers }
    journal.push(entry)
    runOrders(({ runs_at }) => runs_at !== null && runs_at <= clock())
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
      return void send(429, JSON.stringify({ error: 'Too many requests' }), headers)
    }
    if (fault?.what === 'html' && !fault.acts)
      return void send(fault.status ?? 200, PAGE, { 'content-type': 'text/html' })

    const { status, body } = reply(request, entry, fault?.what === 'other-name' ? fault.name : null)
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

  /** Acts, and says so. */
  function reply(request: IncomingMessage, entry: JournalEntry, otherName: string | null) {
    const { shape } = settings
    const said = (status: number, body: unknown) => ({ status, body: JSON.stringify(body) })
    const wrong = wrongToken(request)
    if (wrong) return said(settings.refusedToken, shaped.refusalIn(shape, wrong))
    try {
      return said(200, otherName === null ? act(entry) : { ...(act(entry, otherName) as object) })
    } catch (error) {
      if (!(error instanceof StubRefusal)) throw error
      return said(200, shaped.refusalIn(shape, error.message))
    }
  }

  function wrongToken({ headers }: IncomingMessage): string | null {
    const hour = clock().toISOString().slice(2, 13).replace('T', ' ')
    const hex = createHmac('sha256', `${username}:${hour}`).update(key).digest('hex')
    const isSigned =
      headers['username'] === username && headers['token'] === Buffer.from(hex).toString('base64')
    if (!isSigned) return 'Invalid token'
    const { timestampToleranceMs: most } = settings
    const theirs = Number(headers['timestamp']) * 1000
    return most !== null && Math.abs(theirs - clock().getTime()) > most ? 'The timestamp has expired' : null
  }

  function act(entry: JournalEntry, otherName?: string): unknown {
    const { endpoint, target, form } = entry
    const { shape } = settings
    const name = target ?? ''
    const done = (did: string, message: string) => {
      entry.did = did
      const success = shaped.successIn(shape, message)
      return otherName === undefined ? success : { result: 'success', domain: otherName }
    }
    if (endpoint === 'register' || endpoint === 'renew' || endpoint === 'transfer') {
      const { hold } = settings
      const runs_at = typeof hold === 'number' ? new Date(clock().getTime() + hold) : null
      const { order, cost } = takeOrder(books, { kind: endpoint, name, form, runs_at })
      entry.cost = cost
      if (hold === null) runOrder(books, order, clock())
      else books.orders.push(order)
      return done(endpoint, 'The order was taken')
    }
    if (endpoint === 'pricing') return shaped.dataIn(shape, shaped.pricingOf(books))
    if (endpoint === 'credits') return shaped.dataIn(shape, books.balance.toFixed(2))
    if (endpoint === 'lookup')
      return shaped.dataIn(
        shape,
        shaped.lookupOf(books, textIn(form, 'searchTerm'), textsIn(form, 'tldsToInclude')),
      )
    if (endpoint === 'none') throw new StubRefusal('Action not found')
    const one = books.names.get(name)
    if (endpoint === 'transfersync' && books.failed.has(name))
      return shaped.dataIn(shape, { failed: true, reason: books.failed.get(name) })
    if (!one) {
      const isOrdered = books.orders.some((order) => order.name === name)
      throw new StubRefusal(isOrdered ? settings.waiting : 'Domain not found')
    }
    if (endpoint === 'information') return shaped.dataIn(shape, shaped.informationOf(one, otherName ?? name))
    if (endpoint === 'sync') {
      const synced = shaped.syncOf(one, clock())
      return shaped.dataIn(shape, otherName === undefined ? synced : { domain: otherName, ...synced })
    }
    if (endpoint === 'transfersync')
      return shaped.dataIn(shape, { completed: true, expirydate: shaped.dayText(one.expires_at) })
    if (endpoint === 'eppcode') {
      if (one.isLocked) throw new StubRefusal('The domain is locked')
      return shaped.dataIn(shape, {
        eppcode: one.code,
        ...(otherName !== undefined && { domain: otherName }),
      })
    }
    if (endpoint === 'nameservers')
      one.nameservers = ['ns1', 'ns2', 'ns3', 'ns4', 'ns5'].map((key) => textIn(form, key)).filter(Boolean)
    else if (endpoint === 'lock') one.isLocked = textIn(form, 'lockstatus') === 'locked'
    else if (endpoint === 'protectid') one.isPrivate = textIn(form, 'status') === '1'
    else one.contacts = typeof form['contacts'] === 'object' ? form['contacts'] : {}
    return done(endpoint, 'Saved')
  }

  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `http://${host}${BASE}`,
    host,
    username,
    key,
    books,
    journal,
    settings,
    tell(fault, { on, target, times = 1 } = {}) {
      faults.push({ fault, on: on === undefined ? null : [on].flat(), about: target ?? null, left: times })
    },
    mend() {
      faults = []
    },
    runOrders: () => runOrders(() => true),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function routeOf(
  request: IncomingMessage,
  form: PhpForm,
): { endpoint: Endpoint | 'none'; target: string | null } {
  const path = new URL(request.url ?? '/', 'http://stub').pathname
  const route = path.startsWith(BASE) ? `${request.method} ${path.slice(BASE.length)}` : ''
  const order = /^POST \/order\/domains\/(register|renew|transfer)$/.exec(route)
  if (order) return { endpoint: order[1] as Endpoint, target: textIn(form, 'domain') }
  const [, name, part] =
    /^(?:GET|POST) \/domains\/([^/]+)\/(\w+)$/.exec(route) ?? ([] as (string | undefined)[])
  const reads = ['information', 'eppcode']
  const changes = ['sync', 'transfersync', 'nameservers', 'lock', 'contact', 'protectid']
  const isKnown = part && (request.method === 'GET' ? reads : changes).includes(part)
  if (name && isKnown) return { endpoint: part as Endpoint, target: decodeURIComponent(name) }
  const plain: Record<string, Endpoint> = {
    'GET /tlds/pricing': 'pricing',
    'GET /billing/credits': 'credits',
    'POST /domains/lookup': 'lookup',
  }
  return { endpoint: plain[route] ?? 'none', target: null }
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
