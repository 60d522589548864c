import type { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Endpoints } from '../../settings/registry-endpoints.ts'
import { type Engine, testEngine } from './testing/engine.ts'
import { fakeRdap, fakeWhois, type RdapAnswer, sayAbsent, sayTaken } from '@kikoa/registry-answers/testing'

/** Timers are fake and advance only when a test says so. Sockets are real. */

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const close of closing.splice(0)) await close()
})

function engineFor(endpoints: Endpoints): Engine {
  const engine = testEngine(endpoints)
  closing.push(() => engine.stop())
  return engine
}

async function rdap(answer: RdapAnswer) {
  const server = await fakeRdap(answer)
  closing.push(server.close)
  return server
}

async function whois(answer: Parameters<typeof fakeWhois>[0]) {
  const server = await fakeWhois(answer)
  closing.push(server.close)
  return server
}

/** Waits for an effect of real sockets without advancing the time. */
async function until(done: () => boolean) {
  while (!done()) await new Promise((next) => setImmediate(next))
}

/** The state of a promise: its answer once it has settled. */
function pending<T>(promise: Promise<T>) {
  const state: { answer?: T } = {}
  promise.then(
    (answer) => (state.answer = answer),
    () => {},
  )
  return state
}

describe('the deadline of 2.5 s is met', () => {
  const hang: RdapAnswer = () => {}
  const dripping: RdapAnswer = (response) => {
    response.writeHead(404, { 'content-type': 'application/rdap+json' })
    response.write('{"errorCode":404,')
  }
  const headersOnly: RdapAnswer = (response) => {
    response.writeHead(200, { 'content-type': 'application/rdap+json' })
    response.flushHeaders()
  }

  test.each([
    ['hangs', hang],
    ['drips', dripping],
    ['sends its headers and no more', headersOnly],
  ])('by an RDAP server that %s', async (_, answer) => {
    const server = await rdap(answer)
    const state = pending(engineFor({ com: { rdap: server.base } }).check('mama.com'))
    await until(() => server.asked.length > 0)
    await vi.advanceTimersByTimeAsync(2_499)
    expect(state.answer).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    expect(state.answer).toMatchObject({ status: 'error' })
  })

  test.each<[string, (line: string, socket: Socket) => void]>([
    ['hangs', () => {}],
    ['drips a free name', (_, socket) => void socket.write('No match for mama.com\r\n')],
  ])('by a WHOIS server that %s', async (_, answer) => {
    const server = await whois(answer)
    const state = pending(engineFor({ com: { whois: server.server } }).check('mama.com'))
    await until(() => server.asked.length > 0)
    await vi.advanceTimersByTimeAsync(2_500)
    expect(state.answer).toMatchObject({ status: 'error' })
  })

  test('when RDAP hangs, WHOIS is queried in time', async () => {
    const silent = await rdap(hang)
    const server = await whois('No match for "MAMA.COM".')
    const state = pending(engineFor({ com: { rdap: silent.base, whois: server.server } }).check('mama.com'))
    await until(() => silent.asked.length > 0)
    await vi.advanceTimersByTimeAsync(1_499)
    expect(server.asked).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    await until(() => state.answer !== undefined)
    expect(state.answer).toMatchObject({ status: 'available', source: 'whois' })
  })

  test('when nameservers hang', async () => {
    const server = await rdap(hang)
    const engine = testEngine(
      { com: { rdap: server.base } },
      { world: { nameservers: () => new Promise(() => {}) } },
    )
    closing.push(() => engine.stop())
    const state = pending(engine.check('mama.com'))
    await until(() => server.asked.length > 0)
    await vi.advanceTimersByTimeAsync(2_500)
    expect(state.answer).toMatchObject({ status: 'error' })
  })

  test('when the database does not return the settings', async () => {
    const server = await rdap((response) => sayAbsent(response))
    const engine = engineFor({ com: { rdap: server.base } })
    engine.setting = new Promise(() => {})
    const state = pending(engine.check('mama.com'))
    await vi.advanceTimersByTimeAsync(300)
    await until(() => state.answer !== undefined)
    expect(state.answer).toMatchObject({ status: 'available' })
  })

  test('and one slow name does not delay the others of a search', async () => {
    const server = await rdap((response, name) => {
      if (name === 'mama.net') return
      if (name === 'mama.com') sayTaken(response, name)
      else sayAbsent(response)
    })
    const registry = { rdap: server.base }
    const answers = engineFor({ com: registry, net: registry, org: registry }).answers('mama', [
      'net',
      'com',
      'org',
    ])
    const first = [(await answers.next()).value, (await answers.next()).value].map((one) => one?.name)
    expect(first.sort()).toEqual(['mama.com', 'mama.org'])
    const last = pending(answers.next())
    await vi.advanceTimersByTimeAsync(2_500)
    await until(() => last.answer !== undefined)
    expect(last.answer).toMatchObject({ value: { name: 'mama.net', status: 'error' } })
    expect((await answers.next()).done).toBe(true)
  })
})
