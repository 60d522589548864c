import { createORPCClient } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import type { JsonifiedClient } from '@orpc/openapi-client'
import { OpenAPILink } from '@orpc/openapi-client/fetch'
import type { Router } from '@orpc/server'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Refused } from '../../../shared/refusal.ts'
import type { Database } from '../../../server/database/database.ts'
import { mountApi } from '../../../server/http/api.ts'
import { createServer, type Server } from '../../../server/http/server.ts'
import { readConfig } from '../../../server/config.ts'
import { createLog } from '../../../server/log.ts'
import { searchEndings } from '../../catalogue/catalogue.ts'
import { availabilityContract } from '../availability.contract.ts'
import { availabilityRouter } from './availability.router.ts'
import { type Engine, testEngine } from './testing/engine.ts'
import { type FakeRdap, fakeRdap, sayAbsent, sayTaken } from '@kikoa/registry-answers/testing'

let rdap: FakeRdap
let engine: Engine
let app: Server
let at: string
/** The endings that the shop has chosen. */
let chosen: readonly string[] = searchEndings
/** Resolves the answer to `waiting.net`. */
let release: () => void
/** Two tokens: an admin's and a customer's. Sessions are not part of this test. */
const enter = async (caller: { session: string }, work: () => unknown, needed?: string) => {
  if (needed && caller.session !== 'admin') throw new Refused('FORBIDDEN')
  return work()
}
const database = { read: enter } as unknown as Database

beforeAll(async () => {
  rdap = await fakeRdap((response, name) => {
    if (name === 'waiting.net') release = () => sayAbsent(response)
    else if (name.startsWith('broken')) response.writeHead(500).end()
    else if (name.startsWith('taken') || name === 'example.com') sayTaken(response, name)
    else if (name.startsWith('premium')) sayAbsent(response, { title: 'Premium name' })
    else sayAbsent(response)
  })
  const registry = { rdap: rdap.base }
  engine = testEngine({
    com: { ...registry, known: ['example.com'] },
    net: registry,
    org: registry,
    co: registry,
    info: registry,
    xyz: registry,
    africa: registry,
  })
  const config = readConfig({ LOG_LEVEL: 'silent' }, '/nowhere')
  app = createServer(config, createLog('silent'))
  mountApi(app, availabilityRouter(engine, async () => chosen) as unknown as Router<never, never>, {
    database,
    identify: async (token) => ({ person: token, session: token }),
    now: () => new Date(),
    limitScale: 1_000,
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  at = `http://127.0.0.1:${(app.server.address() as { port: number }).port}/api`
})
afterAll(async () => {
  await app.close()
  await engine.stop()
  await rdap.close()
})

const post = (path: string, body: unknown, headers = {}) =>
  fetch(`${at}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

describe('POST /api/check-domain', () => {
  test.each([
    ['free.com', 'Available yes', 'available'],
    ['https://www.Taken.com/', 'Available no', 'taken'],
  ])('says of %s "%s"', async (domain, text, status) => {
    const answer = await post('/check-domain', { domain })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({
      data: { data: text, status, source: 'rdap', checkedAt: '2030-01-01T00:00:00.000Z' },
    })
  })

  test.each([
    ['broken.com', 'error'],
    ['premium.com', 'premium'],
    ['Available yes', 'invalid'],
    ['mama.unheard-of', 'unsupported'],
    ['', 'invalid'],
  ])('says of "%s" neither of the two', async (domain, status) => {
    const { data } = (await (await post('/check-domain', { domain })).json()) as {
      data: { data: string; status: string }
    }
    expect(data.status).toBe(status)
    expect(data.data).not.toMatch(/available\s+(?:yes|no)/i)
  })

  test.each([
    [{}],
    [{ domain: 1 }],
    [{ domain: 'a.com', price: 1 }],
    [{ domain: 'a'.repeat(1_001) }],
    [['a.com']],
  ])('refuses %j', async (body) => {
    expect((await post('/check-domain', body)).status).toBe(400)
  })
})

/** Reads the events of a stream without the typed client. */
async function eventsOf(answer: Response) {
  expect(answer.headers.get('content-type')).toMatch(/^text\/event-stream/)
  const events = []
  for await (const { event, data } of answer
    .body!.pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream()))
    events.push({ event, data: data ? (JSON.parse(data) as { name: string; status: string }) : undefined })
  return events
}

describe('GET /api/availability', () => {
  test('sends every ending as an event, then "done"', async () => {
    const events = await eventsOf(await fetch(`${at}/availability?name=Taken.com&endings=com,.NET,co`))
    expect(events.at(-1)?.event).toBe('done')
    expect(
      events
        .slice(0, -1)
        .map(({ event, data }) => [event, data!.name, data!.status])
        .sort(),
    ).toEqual([
      ['message', 'taken.co', 'taken'],
      ['message', 'taken.com', 'taken'],
      ['message', 'taken.net', 'taken'],
    ])
  })

  test('sends an answer as soon as it is known', async () => {
    const answer = await fetch(`${at}/availability?name=waiting&endings=com,net`)
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
    let seen = ''
    while (!seen.includes('waiting.com')) seen += (await reader.read()).value
    expect(seen).not.toContain('waiting.net')
    release()
    for (let part = await reader.read(); !part.done; part = await reader.read()) seen += part.value
    expect(seen).toContain('waiting.net')
  })

  test('looks up the endings of the public search if none are given', async () => {
    const names = async () =>
      (await eventsOf(await fetch(`${at}/availability?name=mama`)))
        .map(({ data }) => data?.name)
        .filter(Boolean)
        .sort()
    expect(await names()).toEqual(['mama.co', 'mama.com', 'mama.info', 'mama.net', 'mama.org', 'mama.xyz'])
    chosen = ['com', 'africa']
    expect(await names()).toEqual(['mama.africa', 'mama.com'])
    chosen = searchEndings
  })

  test('streams to the typed client', async () => {
    const link = new OpenAPILink(availabilityContract, { url: at })
    const client = createORPCClient(link) as JsonifiedClient<
      ContractRouterClient<typeof availabilityContract>
    >
    const seen: string[] = []
    for await (const answer of await client.search({ name: 'münchen', endings: ['com', 'net'] }))
      seen.push(answer.name)
    expect(seen.sort()).toEqual(['xn--mnchen-3ya.com', 'xn--mnchen-3ya.net'])
    expect(await client.checkDomain({ domain: 'free.com' })).toMatchObject({
      data: { data: 'Available yes' },
    })
  })

  test.each([
    ['name=-mama', 'NAME_INVALID'],
    ['name=', 'NAME_INVALID'],
    [`name=mama&endings=${Array.from({ length: 31 }, (_, at) => `x${at}`).join(',')}`, 'TOO_MANY_ENDINGS'],
    ['endings=com', 'BAD_REQUEST'],
    ['name=mama&other=1', 'BAD_REQUEST'],
  ])('refuses %s', async (query, code) => {
    const answer = await fetch(`${at}/availability?${query}`)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ code })
  })
})

describe("the admins' view", () => {
  test.each([
    ['GET', '/admin/availability'],
    ['POST', '/admin/availability/com/test'],
  ])('%s %s is for admins', async (method, path) => {
    expect((await fetch(`${at}${path}`, { method })).status).toBe(401)
    expect(
      (await fetch(`${at}${path}`, { method, headers: { authorization: 'Bearer customer' } })).status,
    ).toBe(403)
    expect((await fetch(`${at}${path}`, { method, headers: { authorization: 'Bearer admin' } })).status).toBe(
      200,
    )
  })

  test('tests a suffix', async () => {
    const answer = await post('/admin/availability/com/test', {}, { authorization: 'Bearer admin' })
    expect(await answer.json()).toMatchObject({ ok: true, registered: { name: 'example.com' } })
    const none = await post('/admin/availability/unheard-of/test', {}, { authorization: 'Bearer admin' })
    expect(none.status).toBe(404)
  })
})
