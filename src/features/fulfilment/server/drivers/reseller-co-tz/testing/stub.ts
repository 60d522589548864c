import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'

/** One name in the books of the stub. */
export interface StubName {
  status: string
  expires_at: Date | null
  nameservers: string[]
  is_locked: boolean
  is_private: boolean
  registrant: unknown
  code: string
  /** Why a transfer here has failed. */
  failure?: string
}

/** One thing that was done: what was done twice is there twice. */
export interface StubAct {
  action: string
  name: string
  years?: number
  cost?: number
}

export interface StubRequest {
  endpoint: StubEndpoint
  method: string
  path: string
  key: string | undefined
  body: Record<string, unknown>
}

const endpoints = [
  'list',
  'check',
  'register',
  'info',
  'register-again',
  'renew',
  'transfer-in',
  'sync',
  'nameservers',
  'contacts',
  'auth-code',
  'lock',
  'privacy',
  'balance',
] as const
export type StubEndpoint = (typeof endpoints)[number]

/** What goes wrong with a call. What is not said goes well. */
export interface StubFault {
  /** Waits before anything is done: milliseconds, or until something has happened. */
  delay?: number | Promise<unknown>
  /** Closes the connection before anything is done, or when all is done. */
  cut?: 'before' | 'after'
  /** Never answers, before anything is done or when all is done. */
  hang?: 'before' | 'after'
  /** Does what was asked and answers with this status and a vague text of the registry. */
  failAfter?: number
  /** Does nothing and answers this. */
  answer?: { status: number; body: unknown; headers?: Record<string, string> }
  /** Does what was asked and answers with HTML and HTTP 200. */
  html?: true
  /** Does what was asked and names another domain in the answer. */
  lie?: string
  /** Does what was asked and adds this to the answer's data. */
  adds?: Record<string, unknown>
  /** Sends a blank, and another after so many milliseconds, and so on without an end. */
  slow?: number
  /** Puts so many bytes before the answer. */
  bytes?: number
  /** Leaves a page of the list empty, or says too few pages. */
  page?: 'empty' | 'hidden'
}

export interface StubOptions {
  key?: string
  balance?: number
  /** Prices of a year in shillings by ending. Others are not offered. */
  prices?: Record<string, number>
  /** The addresses that may call. */
  addresses?: string[]
  names?: Record<string, Partial<StubName>>
  /** Names that others have. */
  taken?: string[]
  perPage?: number
  now?: () => Date
}

export interface StubBooks {
  balance: number
  prices: Record<string, number>
  addresses: string[]
  names: Map<string, StubName>
  taken: Set<string>
  /** Orders that were accepted and wait. `release` runs them. */
  waiting: { name: string; run: () => void }[]
}

export interface Stub {
  /** The base address, with `/api/v1`. */
  url: string
  /** `127.0.0.1:PORT`, for `OUTBOUND_ALLOW`. */
  target: string
  books: StubBooks
  /** Everything that was done, in order. */
  journal: StubAct[]
  /** Every request that arrived whole, whatever came of it. */
  requests: StubRequest[]
  /** The next `calls` calls of an endpoint, or of any, go wrong in this way. */
  tell(endpoint: StubEndpoint | 'any', fault: StubFault, calls?: number): void
  /** Orders wait from now on, or no longer. */
  hold(isOn: boolean): void
  /** Runs the orders that wait. */
  release(): void
  close(): Promise<void>
}

interface Reply {
  status: number
  body: Record<string, unknown>
  headers?: Record<string, string>
}

const success = (data: unknown, message = 'Request completed.', status = 200): Reply => ({
  status,
  body: { success: true, message, data, errors: null },
})

const failure = (status: number, message: string, errors: unknown = null): Reply => ({
  status,
  body: { success: false, message, data: null, errors },
})

const VAGUE = 'The registry did not complete this. Please try again later.'
const MOST_YEARS = 10

/**
 * A registrar of our own making that speaks as reseller.co.tz does, on loopback. It does twice what it is asked twice: it
 * renews and charges again. It fails when it is told so.
 */
export async function startStub({
  key = 'stub-key',
  balance = 1_000_000,
  prices = { 'co.tz': 30_000, tz: 60_000, com: 35_000 },
  addresses = ['127.0.0.1'],
  names = {},
  taken = [],
  perPage = 100,
  now = () => new Date(),
}: StubOptions = {}): Promise<Stub> {
  const blank = (): StubName => ({
    status: 'active',
    expires_at: plusYears(now(), 1),
    nameservers: ['ns1.kikoa.example', 'ns2.kikoa.example'],
    is_locked: false,
    is_private: false,
    registrant: null,
    code: 'EPP-code-1',
  })
  const books: StubBooks = {
    balance,
    prices,
    addresses,
    names: new Map(Object.entries(names).map(([name, one]) => [name, { ...blank(), ...one }])),
    taken: new Set(taken),
    waiting: [],
  }
  const journal: StubAct[] = []
  const requests: StubRequest[] = []
  const faults: { endpoint: StubEndpoint | 'any'; fault: StubFault; calls: number }[] = []
  let isHolding = false

  const priceOf = (name: string) => books.prices[name.slice(name.indexOf('.') + 1)]
  const recordOf = (name: string, one: StubName) => ({
    id: [...books.names.keys()].indexOf(name) + 1,
    domain_name: name,
    status: one.status,
    expiry_date: one.expires_at?.toISOString().slice(0, 10) ?? null,
    nameservers: one.nameservers,
    is_locked: one.is_locked,
    privacy: one.is_private,
    ...(one.failure !== undefined && { failure_reason: one.failure }),
  })

  /** Charges and does an order. The balance is looked at first. */
  function order(act: StubAct, run: (one: StubName) => void, status: string): Reply {
    const { name, years = 1 } = act
    const price = priceOf(name)
    if (price === undefined)
      return failure(422, 'Not valid.', { domain_name: ['This extension is not supported.'] })
    const cost = price * years
    if (books.balance < cost) return failure(422, 'Insufficient reseller balance.')
    books.balance -= cost
    journal.push({ ...act, cost })
    const one = books.names.get(name) ?? { ...blank(), status, expires_at: null }
    books.names.set(name, one)
    if (isHolding) books.waiting.push({ name, run: () => run(one) })
    else run(one)
    const transaction = { id: `T${journal.length}`, amount: cost, currency: 'TZS' }
    return success({ domain: recordOf(name, one), transaction }, 'Accepted.', 201)
  }

  function register(name: string, body: Record<string, unknown>, action: string): Reply {
    const years = Number(body['years'] ?? 1)
    const errors = {
      ...(!(years >= 1 && years <= MOST_YEARS) && { years: ['The years field is not valid.'] }),
      ...(!has(body['registrant'], 'email') && { 'registrant.email': ['The email field is required.'] }),
      ...(!Array.isArray(body['nameservers']) && { nameservers: ['The nameservers field is required.'] }),
      ...(books.taken.has(name) && { domain_name: ['The domain name is not available.'] }),
    }
    if (Object.keys(errors).length) return failure(422, 'The request is not valid.', errors)
    return order(
      { action, name, years },
      (one) => {
        one.status = 'active'
        one.expires_at = plusYears(one.expires_at ?? now(), years)
        one.nameservers = body['nameservers'] as string[]
        one.registrant = body['registrant']
        one.is_private = body['privacy'] === true
      },
      'pending',
    )
  }

  function change(action: string, name: string, one: StubName, set: () => void): Reply {
    if (one.is_locked && action !== 'lock') return failure(422, 'The domain is locked.')
    set()
    journal.push({ action, name })
    return success({ domain: recordOf(name, one) })
  }

  /** Does what a request asks for. */
  function act(
    endpoint: StubEndpoint,
    name: string,
    body: Record<string, unknown>,
    query: URLSearchParams,
  ): Reply {
    if (endpoint === 'balance') return success({ balance: books.balance, currency: 'TZS' })
    if (endpoint === 'list') {
      const page = Number(query.get('page') ?? 1)
      const all = [...books.names].map(([of, one]) => recordOf(of, one))
      const domains = all.slice((page - 1) * perPage, page * perPage)
      const last_page = Math.max(1, Math.ceil(all.length / perPage))
      return success({
        domains,
        pagination: { current_page: page, last_page, per_page: perPage, total: all.length },
      })
    }
    if (endpoint === 'check' || endpoint === 'register') {
      const asked = body['domain_name']
      if (typeof asked !== 'string')
        return failure(422, 'The request is not valid.', {
          domain_name: ['The domain name field is required.'],
        })
      if (endpoint === 'register') return register(asked, body, 'register')
      const isFree = !books.taken.has(asked) && !books.names.has(asked)
      return success({
        domain_name: asked,
        available: isFree,
        price: isFree ? (priceOf(asked) ?? null) : null,
      })
    }
    if (endpoint === 'transfer-in') {
      if (body['epp_code'] !== 'EPP-code-1')
        return failure(422, 'Not valid.', {
          epp_code: [`The code ${String(body['epp_code'])} is not valid.`],
        })
      // What came to nothing is ordered anew.
      if (books.names.get(name)?.failure !== undefined) books.names.delete(name)
      return order(
        { action: 'transfer-in', name },
        (one) => {
          one.status = 'active'
          one.expires_at = plusYears(now(), 1)
        },
        'pending_transfer',
      )
    }
    const one = books.names.get(name)
    if (!one) return failure(404, 'Domain not found.')
    switch (endpoint) {
      case 'renew': {
        const years = Number(body['years'] ?? 1)
        return order(
          { action: 'renew', name, years },
          () => (one.expires_at = plusYears(one.expires_at ?? now(), years)),
          one.status,
        )
      }
      case 'register-again':
        return register(name, body, 'register-again')
      case 'nameservers':
        return change(endpoint, name, one, () => (one.nameservers = body['nameservers'] as string[]))
      case 'contacts':
        return change(endpoint, name, one, () => (one.registrant = body['registrant']))
      case 'lock':
        return change(endpoint, name, one, () => (one.is_locked = body['locked'] === true))
      case 'privacy':
        return change(endpoint, name, one, () => (one.is_private = body['enabled'] === true))
      case 'auth-code':
        return success({ domain_name: name, epp_code: one.code })
      default:
        return success({ domain: recordOf(name, one) })
    }
  }

  async function serve(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '', 'http://stub')
    const body = await bodyOf(request)
    const found = endpointOf(request.method ?? '', url.pathname)
    // As the framework answers it: not in the shape of the API.
    if (!found)
      return send(response, {
        status: 404,
        body: { message: `The route ${url.pathname} could not be found.` },
      })
    const { endpoint, name } = found
    const given = request.headers['x-api-key']
    requests.push({
      endpoint,
      method: request.method!,
      path: url.pathname + url.search,
      key: one(given),
      body,
    })
    const fault = faultOf(endpoint)
    await (typeof fault.delay === 'number' ? wait(fault.delay) : fault.delay)
    if (fault.cut === 'before') return response.destroy()
    if (fault.hang === 'before') return undefined
    if (fault.answer) return sendRaw(response, fault.answer)
    if (given !== key) return send(response, failure(401, 'Unauthenticated.'))
    if (!books.addresses.includes(request.socket.remoteAddress ?? ''))
      return send(response, failure(403, 'This IP address is not whitelisted.'))
    const reply = act(endpoint, name, body, url.searchParams)
    if (fault.cut === 'after') return response.destroy()
    if (fault.hang === 'after') return undefined
    if (fault.failAfter) return send(response, failure(fault.failAfter, VAGUE, { registry: [VAGUE] }))
    if (fault.html) return sendRaw(response, { status: 200, body: '<html><h1>Oops</h1></html>' })
    return send(response, changed(reply, fault), fault)
  }

  function faultOf(endpoint: StubEndpoint): StubFault {
    const found = faults.find((one) => one.calls > 0 && (one.endpoint === endpoint || one.endpoint === 'any'))
    if (!found) return {}
    found.calls--
    return found.fault
  }

  const server = createServer((request, response) => {
    response.on('error', () => {})
    serve(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/api/v1`,
    target: `127.0.0.1:${port}`,
    books,
    journal,
    requests,
    tell: (endpoint, fault, calls = 1) => void faults.push({ endpoint, fault, calls }),
    hold: (isOn) => void (isHolding = isOn),
    release: () => books.waiting.splice(0).forEach(({ run }) => run()),
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

const routes: [string, RegExp, StubEndpoint][] = [
  ['GET', /^\/balance$/, 'balance'],
  ['GET', /^\/domains$/, 'list'],
  ['POST', /^\/domains\/check$/, 'check'],
  ['POST', /^\/domains\/register$/, 'register'],
  ['GET', /^\/domains\/([^/]+)$/, 'info'],
  ['POST', /^\/domains\/([^/]+)\/register$/, 'register-again'],
  ['POST', /^\/domains\/([^/]+)\/renew$/, 'renew'],
  ['POST', /^\/domains\/([^/]+)\/transfer$/, 'transfer-in'],
  ['POST', /^\/domains\/([^/]+)\/sync$/, 'sync'],
  ['PUT', /^\/domains\/([^/]+)\/nameservers$/, 'nameservers'],
  ['PUT', /^\/domains\/([^/]+)\/whois$/, 'contacts'],
  ['GET', /^\/domains\/([^/]+)\/epp$/, 'auth-code'],
  ['PUT', /^\/domains\/([^/]+)\/lock$/, 'lock'],
  ['PUT', /^\/domains\/([^/]+)\/privacy$/, 'privacy'],
]

function endpointOf(method: string, path: string): { endpoint: StubEndpoint; name: string } | undefined {
  const [, rest = ''] = /^\/api\/v1(\/.*)$/.exec(path) ?? []
  for (const [of, form, endpoint] of routes) {
    const found = of === method ? form.exec(rest) : null
    if (found) return { endpoint, name: decodeURIComponent(found[1] ?? '') }
  }
  return undefined
}

function changed(reply: Reply, { lie, adds, page }: StubFault): Reply {
  const data = { ...(reply.body['data'] as Record<string, unknown> | null) }
  const domain = data['domain'] as Record<string, unknown> | undefined
  if (lie && domain) data['domain'] = { ...domain, domain_name: lie }
  else if (lie) data['domain_name'] = lie
  if (page) {
    const pagination = data['pagination'] as Record<string, number>
    if (page === 'empty') data['domains'] = []
    else data['pagination'] = { ...pagination, last_page: pagination['current_page'] }
  }
  if (adds && domain) data['domain'] = { ...domain, ...adds }
  else Object.assign(data, adds)
  return lie || adds || page ? { ...reply, body: { ...reply.body, data } } : reply
}

const send = (response: ServerResponse, { status, body, headers }: Reply, fault: StubFault = {}) =>
  sendRaw(response, { status, body, ...(headers && { headers }) }, fault)

async function sendRaw(
  response: ServerResponse,
  { status, body, headers }: NonNullable<StubFault['answer']>,
  { slow, bytes }: StubFault = {},
) {
  const isText = typeof body === 'string'
  response.writeHead(status, { 'content-type': isText ? 'text/html' : 'application/json', ...headers })
  const parts = partsOf(isText ? body : JSON.stringify(body), { slow, bytes })
  await pipeline(parts, response).catch(() => {})
}

async function* partsOf(text: string, { slow, bytes = 0 }: StubFault) {
  const blanks = Buffer.alloc(64 * 1024, ' ')
  for (let sent = 0; sent < bytes; sent += blanks.length) yield blanks
  while (slow !== undefined) {
    yield blanks.subarray(0, 1)
    await wait(slow)
  }
  yield Buffer.from(text)
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = ''
  for await (const part of request) text += String(part)
  try {
    return (text ? JSON.parse(text) : {}) as Record<string, unknown>
  } catch {
    return {}
  }
}

const one = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header)

const has = (value: unknown, key: string) =>
  typeof value === 'object' && value !== null && Boolean((value as Record<string, unknown>)[key])

function plusYears(date: Date, years: number): Date {
  const later = new Date(date)
  later.setUTCFullYear(later.getUTCFullYear() + years)
  return later
}
