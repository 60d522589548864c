import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { type AnyContractProcedure, isContractProcedure } from '@orpc/contract'
import { implement } from '@orpc/server'
import { DatabaseError } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { errorOf, reasonOf } from '../client/api.ts'
import type { ApiKey, Context } from '../server/http/context.ts'
import { mountApi } from '../server/http/api.ts'
import { KEY_PREFIX } from '../server/http/context.ts'
import { authorize } from '../server/http/procedures.ts'
import { createServer } from '../server/http/server.ts'
import { Unavailable, type Database } from '../server/database/database.ts'
import { createLog } from '../server/log.ts'
import { type ApiError, commonErrors, type CommonCode } from '../shared/api-error.ts'
import { permissionsOf } from '../shared/people/permissions.ts'
import { Refused } from '../shared/refusal.ts'
import { contract } from './contract.ts'
import { endpoints } from './endpoints.ts'
import { openApiDocument } from './openapi/document.ts'
import { exampleOf } from './openapi/examples.ts'
import { openShop, type Answer, type Person, type Shop } from './testing/shop.ts'

/** Every refusal of the API has one body, whichever part answers it and whoever calls. */

const bases = ['/api/v1', '/api']
const uuid = expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)

function expectBody({ status, body, headers }: Answer, code: string, expected: object) {
  expect(body).toEqual({ code, status, message: expect.any(String), request_id: uuid, ...expected })
  expect(headers.get('x-request-id')).toBe(body.request_id)
}

describe('a refusal that an endpoint declares', () => {
  /** What every handler does next. */
  let act: () => never
  const lines: { request_id?: string; request_ids?: string[] }[] = []
  const log = createLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) })
  const app = createServer({ TRUSTED_PROXY_HOPS: 0, SITE_URL: 'https://shop.example' }, log)
  const key: ApiKey = {
    id: randomUUID(),
    name: 'A program',
    permissions: permissionsOf('owner'),
    mayCall: () => true,
  }

  const implementAll = (node: object): object =>
    isContractProcedure(node)
      ? implement(node as AnyContractProcedure)
          .$context<Context>()
          .use(authorize)
          .handler(() => act())
      : Object.fromEntries(Object.entries(node).map(([name, inner]) => [name, implementAll(inner)]))

  let origin: string
  beforeAll(async () => {
    mountApi(app, implementAll(contract) as never, {
      database: {} as Database,
      identify: async (token) => ({ person: token, session: token }),
      findKey: async () => key,
      now: () => new Date(),
      limitScale: 1_000,
    })
    await app.listen({ host: '127.0.0.1', port: 0 })
    origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  })
  afterAll(() => app.close())
  afterEach(() => lines.splice(0))

  const document = openApiDocument()
  /** Calls an endpoint with its example, so that its input is valid. */
  async function call(base: string, id: string, token: string): Promise<Answer> {
    const { paths } = await document
    for (const [path, methods] of Object.entries(paths))
      for (const [method, operation] of Object.entries(methods)) {
        if (operation.operationId !== id) continue
        const parameters = operation.parameters ?? []
        const given = (place: string) => parameters.filter((one) => one.in === place)
        const address = given('path').reduce(
          (text, { name, example }) => text.replace(`{${name}}`, encodeURIComponent(String(example))),
          path,
        )
        const search = new URLSearchParams(given('query').map(({ name, example }) => [name, String(example)]))
        const body = operation.requestBody?.content?.['application/json']?.example
        const answer = await fetch(`${origin}${base}${address}?${search}`, {
          method: method.toUpperCase(),
          headers: {
            authorization: `Bearer ${token}`,
            ...(body !== undefined && { 'content-type': 'application/json' }),
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        })
        return { status: answer.status, headers: answer.headers, body: await answer.json() }
      }
    throw new Error(`no ${id}`)
  }

  /** What the document says of the body with a code. */
  async function documented(id: string, status: number, code: string) {
    const { paths } = await document
    const operation = Object.values(paths)
      .flatMap((methods) => Object.values(methods))
      .find(({ operationId }) => operationId === id)!
    const schema = operation.responses?.[status]?.content?.['application/json']?.schema ?? {}
    return (schema.oneOf ?? [schema]).find(({ properties }) => properties?.['code']?.const === code)
  }

  test.each(endpoints.map(({ path, ...endpoint }) => [path.join('.'), endpoint] as const))(
    'of %s: each code, by a session and a key, under both addresses',
    async (id, { access, procedure }) => {
      const callers = access === 'admins' ? ['session', `${KEY_PREFIX}x`] : ['session']
      const declared = Object.entries(
        procedure.errorMap as Record<string, { status: number; message: string }>,
      )
      expect(declared.length).toBeGreaterThan(0)
      for (const [code, { status, message }] of declared) {
        const schema = await documented(id, status, code)
        expect(schema?.required).toEqual(expect.arrayContaining(['code', 'status', 'message', 'request_id']))
        const data = schema?.properties?.['data'] && exampleOf(schema.properties['data'])
        act = () => {
          throw new Refused(code, data)
        }
        for (const base of bases)
          for (const caller of callers) {
            const answer = await call(base, id, caller)
            expectBody(answer, code, { status, message, ...(data !== undefined && { data }) })
            // What the screens make of it depends on the code alone.
            const error = errorOf(answer.body)!
            expect(error).toMatchObject({ code, status, message, data })
            const kind = status === 401 ? 'session-ended' : status >= 500 ? 'server-down' : code
            expect(reasonOf(error)).toBe(kind)
          }
      }
    },
  )

  test.each([
    ['an error of ours', () => new TypeError('secret of the server'), 'INTERNAL_SERVER_ERROR', 500],
    ['a database that is not there', () => new Unavailable(new Error('gone')), 'SERVICE_UNAVAILABLE', 503],
    ['a refusal that is not declared', () => new Refused('UNHEARD_OF'), 'INTERNAL_SERVER_ERROR', 500],
    [
      'text that the database can’t store',
      () => Object.assign(new DatabaseError('x', 1, 'error'), { code: '22021' }),
      'BAD_REQUEST',
      400,
    ],
  ] as const)(
    '%s says no more than its code, and the log has the same id',
    async (_what, error, code, status) => {
      act = () => {
        throw error()
      }
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => call('/api/v1', 'accounts.profile', 'session')),
      )
      for (const answer of answers) expectBody(answer, code, { status, message: commonErrors[code].message })
      expect(JSON.stringify(answers)).not.toContain('secret')
      expect(new Set(answers.map(({ body }) => (body as ApiError).request_id)).size).toBe(8)
      const ids = answers.map(({ body }) => (body as ApiError).request_id)
      const logged = () => lines.flatMap(({ request_id, request_ids = [] }) => [request_id, ...request_ids])
      // The log writes one line a second for a cause, and names the others in the next one.
      if (status >= 500) await expect.poll(logged).toEqual(expect.arrayContaining(ids))
    },
  )
})

test('the page for programs has each common code with its status', async () => {
  const page = await readFile(resolve(import.meta.dirname, '../../docs/api.md'), 'utf8')
  const rows = [...page.matchAll(/^\| `([A-Z_]+)` +\| (\d{3}) +\|/gm)].map(([, code, status]) => [
    code,
    Number(status),
  ])
  expect(rows).toEqual(Object.entries(commonErrors).map(([code, { status }]) => [code, status]))
})

describe('in a running shop', () => {
  let shop: Shop
  let asha: Person
  let admin: Person
  beforeAll(async () => {
    shop = await openShop()
    ;[asha, admin] = await Promise.all([shop.customer(), shop.admin()])
  })
  afterAll(() => shop.close())

  const plain = { 'content-type': 'text/plain' }
  const again = { 'idempotency-key': randomUUID() }
  const layers: [what: string, code: CommonCode, call: (base: string) => Promise<Answer>][] = [
    ['an unknown address', 'NOT_FOUND', (base) => asha.call('GET', `${base}/nothing`)],
    ['an unknown method', 'NOT_FOUND', (base) => asha.call('DELETE', `${base}/profile`)],
    ['an address that can’t be read', 'BAD_REQUEST', (base) => asha.call('GET', `${base}/%`)],
    [
      'a field that is not in the contract',
      'BAD_REQUEST',
      (base) => asha.call('PATCH', `${base}/profile`, { x: 1 }),
    ],
    ['a visitor', 'UNAUTHORIZED', (base) => shop.visitor('GET', `${base}/profile`)],
    ['a key that is none', 'UNAUTHORIZED', (base) => shop.at(0, `${KEY_PREFIX}x`)('GET', `${base}/profile`)],
    ['a customer', 'FORBIDDEN', (base) => asha.call('GET', `${base}/admin/orders`)],
    ['a row of nobody', 'NOT_FOUND', (base) => admin.call('GET', `${base}/admin/profiles/${randomUUID()}`)],
    ['text', 'UNSUPPORTED_MEDIA_TYPE', (base) => asha.call('POST', `${base}/cart/items`, 'x', plain)],
    [
      'a large body',
      'PAYLOAD_TOO_LARGE',
      (base) => asha.call('POST', `${base}/cart/items`, { item: 'x'.repeat(200_000) }),
    ],
    ['events without a session', 'UNAUTHORIZED', (base) => shop.visitor('GET', `${base}/live`)],
    [
      'an export without a session',
      'UNAUTHORIZED',
      (base) => shop.visitor('GET', `${base}/admin/exports/payments`),
    ],
    [
      'an export for customers',
      'FORBIDDEN',
      (base) => asha.call('GET', `${base}/admin/exports/payments?from=2026-01-01&to=2026-01-31`),
    ],
    [
      'an export of a text that no database can store',
      'BAD_REQUEST',
      (base) => admin.call('GET', `${base}/admin/audit/export?action=%00`),
    ],
    [
      'an export whose first page asks for such a text',
      'BAD_REQUEST',
      (base) => admin.call('GET', `${base}/admin/orders/export?q=%00`),
    ],
    ['an invoice of nobody', 'NOT_FOUND', (base) => asha.call('GET', `${base}/invoices/${randomUUID()}/pdf`)],
    [
      'all invoices for a customer',
      'FORBIDDEN',
      (base) => asha.call('GET', `${base}/admin/invoices/${randomUUID()}/pdf`),
    ],
    [
      'a statement without a session',
      'UNAUTHORIZED',
      (base) => shop.visitor('POST', `${base}/admin/payments/statement`),
    ],
    [
      'a key that was used',
      'IDEMPOTENCY_KEY_REUSED',
      async (base) => {
        await asha.call('POST', `${base}/cart/items`, { item: 'first.com' }, again)
        return asha.call('POST', `${base}/cart/items`, { item: 'second.com' }, again)
      },
    ],
  ]
  test.each(layers)('%s is answered %s', async (_what, code, call) => {
    for (const base of bases) {
      const answer = await call(base)
      expect(answer.status).toBe(commonErrors[code].status)
      const { data, ...common } = answer.body
      expectBody({ ...answer, body: common }, code, commonErrors[code])
      if (data !== undefined) expect(data).toEqual({ issues: [expect.objectContaining({ path: [] })] })
    }
  })

  test('addresses from before a thing had one name answer as those of now', async () => {
    const moved = [
      ['/papers', '/invoices'],
      ['/admin/papers?limit=1', '/admin/invoices?limit=1'],
      ['/admin/letters', '/admin/templates'],
      [`/admin/records/${randomUUID()}`, `/admin/services/${randomUUID()}`],
    ]
    for (const base of bases)
      for (const paths of moved) {
        const [old, now] = await Promise.all(
          paths.map(async (path) => {
            const { status, body } = await admin.call('GET', base + path)
            return { status, fields: Object.keys(body) }
          }),
        )
        expect([paths, old]).toEqual([paths, now])
      }
  })

  test('answers that are no refusal have an id too', async () => {
    const ids = await Promise.all(
      ['/', '/nothing', '/api/v1/profile', '/health/ready', '/favicon.svg'].map(async (path) =>
        (await asha.call('GET', path)).headers.get('x-request-id'),
      ),
    )
    expect(ids).toEqual(Array(5).fill(uuid))
    expect(new Set(ids).size).toBe(5)
  })
})
