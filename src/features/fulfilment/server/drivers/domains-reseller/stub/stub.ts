import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { serveStub, type StubServer } from '../../stub/stub-server.ts'
import { type PhpForm, readPhpForm, textIn, textsIn } from './php-form.ts'
import * as shaped from './stub-answers.ts'
import {
  newBooks,
  runDueOrders,
  runOrder,
  runOrders,
  type StubBooks,
  StubRefusal,
  takeOrder,
} from './stub-books.ts'

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

export type { Fault } from '../../stub/stub-server.ts'

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

export interface Stub extends StubServer<Endpoint> {
  /** The base address for an account. */
  url: string
  username: string
  key: string
  books: StubBooks
  journal: JournalEntry[]
  settings: Settings
  /** Carries out the orders that wait. */
  runOrders(): void
}

const BASE = '/modules/addons/DomainsReseller/api/index.php'

/** Starts it on a free port of 127.0.0.1. */
export async function startStub(options: Options = {}): Promise<Stub> {
  const { username = 'reseller@example.com', key = 'KEY-1234567890', wait, port } = options
  const books = newBooks(options.books)
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
  const ownClock = options.clock ?? (() => new Date())
  const clock = () => new Date(ownClock().getTime() + settings.clockAheadMs)

  const server = await serveStub<Endpoint>({
    clock,
    wait,
    port,
    tooMany: { error: 'Too many requests' },
    read(request, body) {
      const form = readPhpForm(body)
      const { endpoint, target } = routeOf(request, form)
      const entry: JournalEntry = { endpoint, target, did: null, cost: 0, form, headers: request.headers }
      journal.push(entry)
      runDueOrders(books, clock())
      return { endpoint, target, reply: (otherName) => reply(request, entry, otherName) }
    },
  })

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

  return {
    ...server,
    url: `http://${server.host}${BASE}`,
    username,
    key,
    books,
    journal,
    settings,
    runOrders: () => runOrders(books, clock()),
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
