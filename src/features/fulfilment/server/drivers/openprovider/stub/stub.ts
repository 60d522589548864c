import type { IncomingMessage } from 'node:http'
import { serveStub, type StubServer } from '../../stub/stub-server.ts'
import {
  newBooks,
  priceOf,
  runDueOrders,
  runOrder,
  runOrders,
  type StubBooks,
  type StubName,
  type StubOrder,
  StubRefusal,
  takeOrder,
} from '../../domains-reseller/stub/stub-books.ts'
import { type Fields, fieldsOf } from '../../values.ts'
import * as written from './stub-answers.ts'

/** Openprovider of our own making, on loopback, with books of its own. It does twice what it is asked for twice. */

const endpoints = {
  'POST /auth/login': 'login',
  'GET /domains': 'search',
  'POST /domains': 'register',
  'POST /domains/check': 'check',
  'POST /domains/transfer': 'transfer',
  'POST /domains/:id/renew': 'renew',
  'POST /domains/:id/restore': 'restore',
  'PUT /domains/:id': 'update',
  'GET /domains/:id/authcode': 'auth-code',
  'GET /customers': 'customers',
  'POST /customers': 'customer',
  'GET /tlds': 'prices',
  'GET /resellers': 'balance',
} as const
export type Endpoint = (typeof endpoints)[keyof typeof endpoints]

interface Settings {
  /** How long orders wait: not at all, for a time, or until `runOrders`. */
  hold: number | 'until-run' | null
  /** The HTTP status of refusals. */
  refused: number
}

/** One call as the stub saw it. `did` is what it changed in its books. */
interface JournalEntry {
  endpoint: Endpoint | 'none'
  target: string | null
  did: string | null
  cost: number
  query: URLSearchParams
  body: Fields
  token: string | undefined
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
  /** The customers of the account by their handles. */
  customers: Map<string, Fields>
  /** The tokens that are accepted. */
  tokens: Set<string>
  journal: JournalEntry[]
  settings: Settings
  /** Carries out the orders that wait. */
  runOrders(): void
}

const BASE = '/v1beta'
const DENIED = 196

/** Starts it on a free port of 127.0.0.1. */
export async function startStub(options: Options = {}): Promise<Stub> {
  const { username = 'reseller', key = 'Pass/word+1234', clock = () => new Date() } = options
  const books = newBooks(options.books)
  const customers = new Map<string, Fields>()
  const tokens = new Set<string>()
  const settings: Settings = { hold: null, refused: 500, ...options.settings }
  const journal: JournalEntry[] = []
  const ids: string[] = []

  const server = await serveStub<Endpoint>({
    clock,
    wait: options.wait,
    port: options.port,
    tooMany: { code: 4007, desc: 'API access temporarily blocked because of excessive use' },
    read(request, text) {
      const { endpoint, id, query } = routeOf(request)
      const body = text ? (fieldsOf(JSON.parse(text)) ?? {}) : {}
      const target = ids[(id ?? 0) - 1] ?? query.get('full_name') ?? nameIn(body)
      const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
      const entry: JournalEntry = { endpoint, target, did: null, cost: 0, query, body, token }
      journal.push(entry)
      runDueOrders(books, clock())
      return { endpoint, target, reply: (otherName) => reply(entry, otherName) }
    },
  })

  /** Acts, and says so. */
  function reply(entry: JournalEntry, otherName: string | null) {
    const said = (status: number, body: object) => ({ status, body: JSON.stringify(body) })
    const isKnown = entry.endpoint === 'login' || (entry.token !== undefined && tokens.has(entry.token))
    if (!isKnown) return said(401, { code: DENIED, desc: 'Authentication/Authorization Failed' })
    try {
      return said(200, { code: 0, desc: '', data: act(entry, otherName) })
    } catch (error) {
      if (!(error instanceof StubRefusal)) throw error
      const { message } = error
      const code = /^\d+$/.test(message)
        ? Number(message)
        : written.codes.find(([words]) => words.test(message))?.[1]
      return said(settings.refused, { code: code ?? 399, desc: message })
    }
  }

  /** The number of a name. */
  const idOf = (name: string) => (ids.includes(name) ? ids.indexOf(name) : ids.push(name) - 1) + 1

  const recordOf = (name: string, id = idOf(name)) =>
    written.recordOf(name, id, books.names.get(name), { failure: books.failed.get(name), now: clock() })

  const isRecorded = (name: string) =>
    books.names.has(name) || books.failed.has(name) || books.orders.some((order) => order.name === name)

  function act(entry: JournalEntry, otherName: string | null): unknown {
    const { endpoint, target, body, query } = entry
    const name = target ?? ''
    const page = <Row>(rows: Row[]) => {
      const from = Number(query.get('offset') ?? 0)
      return { results: rows.slice(from, from + Number(query.get('limit') ?? 100)), total: rows.length }
    }
    if (endpoint === 'login') {
      if (body['username'] !== username || body['password'] !== key) throw new StubRefusal(String(DENIED))
      const token = `token-${tokens.size + 1}-${journal.length}`
      tokens.add(token)
      return { reseller_id: 123456, token }
    }
    if (endpoint === 'balance')
      return { id: 123456, balance: books.balance, settings: { currency: books.currency } }
    if (endpoint === 'prices') return page(written.endingsOf(books, query.getAll('extensions')))
    if (endpoint === 'check')
      return (body['domains'] as Fields[]).map((domain) =>
        written.checkOf(books, otherName ?? nameIn({ domain }) ?? ''),
      )
    if (endpoint === 'search') {
      const all = [
        ...new Set([...books.names.keys(), ...books.failed.keys(), ...books.orders.map((one) => one.name)]),
      ]
      const found = query.has('full_name') ? [name].filter(isRecorded) : all
      return page(found.map((one) => recordOf(otherName ?? one, idOf(one))))
    }
    if (endpoint === 'customers')
      return page(
        [...customers]
          .filter(([, customer]) => customer['email'] === query.get('email_pattern'))
          .map(([handle, customer]) => ({ ...customer, handle })),
      )
    if (endpoint === 'customer') {
      const handle = `KM${100_000 + customers.size + 1}-TZ`
      customers.set(handle, body)
      return { handle }
    }
    if (endpoint === 'register' || endpoint === 'transfer') {
      order(entry, endpoint, name)
      const { id, status, auth_code, expiration_date, renewal_date } = recordOf(name)
      return { ...(endpoint === 'register' && { id }), status, auth_code, expiration_date, renewal_date }
    }
    const one = books.names.get(name)
    if (!one) throw new StubRefusal('Domain not found')
    const done = (did: string, set: () => void) => {
      set()
      entry.did = did
      return { id: otherName === null ? idOf(name) : idOf(name) + 1000, status: recordOf(name).status }
    }
    if (endpoint === 'renew') {
      order(entry, endpoint, name)
      return { status: recordOf(name).status }
    }
    if (endpoint === 'restore')
      return done('restore', () => {
        entry.cost = Number(priceOf(books, name)!.redemption)
        books.balance -= entry.cost
        const form = { regperiod: '1' }
        runOrder(books, { id: 0, kind: 'renew', name, form, runs_at: null }, clock())
      })
    if (endpoint === 'auth-code') {
      if (one.isLocked) throw new StubRefusal('The domain is locked')
      return { auth_code: one.code, success: true, type: 'external' }
    }
    return done(...changeOf(one, body))
  }

  /** Takes an order in the fields of the books. */
  function order(entry: JournalEntry, kind: StubOrder['kind'], name: string): void {
    const { body } = entry
    const holder = customers.get(String(body['owner_handle']))
    const servers = (body['name_servers'] ?? []) as { name: string }[]
    const form = {
      regperiod: String(body['period']),
      nameservers: Object.fromEntries(servers.map((server, at) => [`ns${at + 1}`, server.name])),
      contacts: { registrant: { email: textOf(holder?.['email']) } },
      addons: { idprotection: body['is_private_whois_enabled'] === true ? '1' : '0' },
      eppcode: textOf(body['auth_code']),
    }
    const { hold } = settings
    const runs_at = typeof hold === 'number' ? new Date(clock().getTime() + hold) : null
    const taken = takeOrder(books, { kind, name, form, runs_at })
    entry.cost = taken.cost
    entry.did = kind
    if (hold === null) runOrder(books, taken.order, clock())
    else books.orders.push(taken.order)
  }

  return {
    ...server,
    url: `http://${server.host}${BASE}`,
    username,
    key,
    books,
    customers,
    tokens,
    journal,
    settings,
    runOrders: () => runOrders(books, clock()),
  }
}

/** What an update of a name changes, and how. */
function changeOf(one: StubName, body: Fields): [string, () => void] {
  if (Array.isArray(body['name_servers'])) {
    const servers = body['name_servers'] as { name: string }[]
    return ['nameservers', () => (one.nameservers = servers.map(({ name }) => name))]
  }
  if ('is_locked' in body) return ['lock', () => (one.isLocked = body['is_locked'] === true)]
  if ('is_private_whois_enabled' in body)
    return ['privacy', () => (one.isPrivate = body['is_private_whois_enabled'] === true)]
  return ['contacts', () => (one.contacts = { registrant: String(body['owner_handle']) })]
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

function nameIn(body: Fields): string | null {
  const domain = fieldsOf(body['domain'])
  return domain ? `${String(domain['name'])}.${String(domain['extension'])}` : null
}

function routeOf(request: IncomingMessage) {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stub')
  const path = pathname.startsWith(BASE) ? pathname.slice(BASE.length) : ''
  const id = /^\/domains\/(\d+)/.exec(path)?.[1]
  const route = `${request.method} ${id ? path.replace(id, ':id') : path}`
  const known: Record<string, Endpoint> = endpoints
  return { endpoint: known[route] ?? ('none' as const), id: id ? Number(id) : undefined, query: searchParams }
}
