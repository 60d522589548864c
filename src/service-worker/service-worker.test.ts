import { beforeEach, describe, expect, test, vi } from 'vitest'
import { access } from '../app/testing/access.ts'

/** The service worker stores a customer's own answers and the pages of screens, and nothing that only admins see. */

interface Fetched {
  method: string
  mode: string
  url: string
  destination: string
  headers: Headers
}
interface FetchEvent {
  request: Fetched
  respondWith(response: Promise<Response>): void
  waitUntil(done: Promise<unknown>): void
}

const site = 'https://shop.example'
const handlers = new Map<string, (event: FetchEvent) => void>()
vi.stubGlobal('self', {
  addEventListener: (type: string, handler: (event: FetchEvent) => void) => handlers.set(type, handler),
  location: { origin: site },
})
const stored: { cache: string; address: string }[] = []
vi.stubGlobal('caches', {
  match: () => Promise.resolve(undefined),
  open: (cache: string) =>
    Promise.resolve({
      put: (address: string) => Promise.resolve(stored.push({ cache, address })),
      keys: () => Promise.resolve([]),
    }),
})
let answer: () => Response
vi.stubGlobal('fetch', () => Promise.resolve(answer()))
// The tests and the worker are separate TypeScript projects, so it is imported by its URL.
await import(new URL('./service-worker.ts', import.meta.url).pathname)

const tokenOf = (claims: object) =>
  `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`
const sessionOf = (sub?: string) => new Headers({ authorization: `Bearer ${tokenOf({ sub })}` })
/** Fetches an address as a page does, with the token of a session. Gives what the worker has stored of it. */
async function storedOf(path: string, changed: Partial<Fetched> = {}) {
  const pending: Promise<unknown>[] = []
  const plain = { method: 'GET', mode: 'cors', destination: '', url: site + path, headers: sessionOf('asha') }
  handlers.get('fetch')!({
    request: { ...plain, ...changed },
    respondWith: (response) => void pending.push(response),
    waitUntil: (done) => void pending.push(done),
  })
  for (let at = 0; at < pending.length; at++) await pending[at]
  return stored
}
beforeEach(() => {
  stored.length = 0
  answer = () => Response.json({ items: [] })
})

/** The addresses of a list of endpoints that are read, with an id for each parameter. */
const readIn = (endpoints: readonly string[]) =>
  endpoints
    .filter((endpoint) => endpoint.startsWith('GET '))
    .map((endpoint) => `/api${endpoint.slice(4).replaceAll(/\{\w+\}/g, '0198c5f0')}`)

describe('of the API', () => {
  test("every answer to a customer is stored, under the customer's own name", async () => {
    const paths = readIn(access.customers)
    for (const path of paths) await storedOf(path)
    expect(stored).toEqual(paths.map((path) => ({ cache: 'answers asha', address: site + path })))
  })

  test('no answer of an endpoint for admins is stored', async () => {
    const paths = readIn(access.admins)
    expect(paths.length).toBeGreaterThan(30)
    for (const path of paths) for (const query of ['', '?q=asha&cursor=2']) await storedOf(path + query)
    expect(stored).toEqual([])
  })

  test.each([
    ['a stream', '/api/live', {}],
    ['an answer without a session', '/api/shop', { headers: new Headers() }],
    ['a token without an account', '/api/profile', { headers: sessionOf() }],
    ['a change', '/api/cart/items', { method: 'POST' }],
    ['another site', '/api/profile', { url: 'https://elsewhere.example/api/profile' }],
    ['the log-in', '/auth/v1/user', {}],
  ])('%s is not stored', async (_, path, changed) => {
    expect(await storedOf(path, changed)).toEqual([])
  })

  test.each([
    ['a refusal', () => Response.json({ code: 'FORBIDDEN' }, { status: 403 })],
    ['a file', () => new Response('a,b', { headers: { 'content-type': 'text/csv' } })],
  ])('%s is not stored', async (_, given) => {
    answer = given
    expect(await storedOf('/api/profile')).toEqual([])
  })
})

test.each([
  ['/dashboard/domains', true],
  ['/admin/profiles', true],
  ['/cart', true],
  ['/', false],
  ['/login', false],
  ['/administration', false],
])('the page of %s is stored: %s', async (path, isStored) => {
  answer = () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } })
  const expected = isStored ? [{ cache: 'pages', address: path }] : []
  expect(await storedOf(path, { mode: 'navigate' })).toEqual(expected)
})
