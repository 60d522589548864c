import type { Router } from '@orpc/server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Database } from '../../../server/database/database.ts'
import { readConfig } from '../../../server/config.ts'
import { mountApi } from '../../../server/http/api.ts'
import { createServer } from '../../../server/http/server.ts'
import { createLog } from '../../../server/log.ts'
import { BudgetExceeded, type Caller } from './budget.ts'
import { availabilityRouter } from './availability.router.ts'
import { type Engine, testEngine } from './testing/engine.ts'
import { fakeRdap, fakeWhois, type RdapAnswer, sayAbsent } from '@kikoa/registry-answers/testing'

/**
 * Only questions that leave the node count, on the account that asks. One account's flood must not cause errors for
 * another.
 */

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})
// The time of a test is fixed: no deadline ends an answer of a slow machine, and a caller who waits behind a flood waits
// for ever. It goes on before the servers close: the last hook is the first to run.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const visitor = (account: string): Caller => ({ account, kind: 'visitor' })

async function engineWith(answer: RdapAnswer, scale = 1) {
  const rdap = await fakeRdap(answer)
  const engine = testEngine({ com: { rdap: rdap.base }, net: { rdap: rdap.base } }, { scale })
  closing.push(() => engine.stop(), rdap.close)
  return { engine, rdap }
}
const spent = (answer: Promise<unknown>) =>
  answer.then(
    () => false,
    (error: unknown) => error instanceof BudgetExceeded,
  )

describe('the budget of an account', () => {
  test('is 90 names a minute for a visitor; cached names and pending lookups cost nothing', async () => {
    const { engine, rdap } = await engineWith((response) => sayAbsent(response))
    const flood = visitor('192.0.2.1')
    const refused = await Promise.all(
      Array.from({ length: 1_200 }, (_, at) => spent(engine.check(`flood${at}.com`, { caller: flood }))),
    )
    expect(refused.filter((one) => !one)).toHaveLength(90)
    expect(rdap.asked).toHaveLength(90)
    // Known names are answered, and other callers can still ask.
    expect(await engine.check('flood1.com', { caller: flood })).toMatchObject({ status: 'available' })
    expect(await spent(engine.check('other.com', { caller: visitor('192.0.2.2') }))).toBe(false)
    expect(await engine.check('other.com', { caller: flood })).toMatchObject({ status: 'available' })
  })

  test('limits a search: the endings over it get an error, which is not cached', async () => {
    const { engine } = await engineWith((response) => sayAbsent(response), 1 / 90)
    const one = visitor('192.0.2.1')
    const seen = []
    for await (const { name, status } of await engine.checkMany('mama', ['com', 'net'], one))
      seen.push([name, status])
    expect(seen.toSorted()).toEqual([
      ['mama.com', 'available'],
      ['mama.net', 'error'],
    ])
    await expect(engine.checkMany('baba', ['com', 'net'], one)).rejects.toBeInstanceOf(BudgetExceeded)
    expect(await engine.check('mama.net', { caller: visitor('192.0.2.2') })).toMatchObject({
      status: 'available',
    })
  })

  test('for orders is separate', async () => {
    const { engine } = await engineWith((response) => sayAbsent(response), 1 / 300)
    const person = { account: 'asha' }
    const call = (name: string, kind: Caller['kind']) =>
      spent(engine.check(name, { caller: { ...person, kind } }))
    expect(await call('a.com', 'customer')).toBe(false)
    expect(await call('b.com', 'customer')).toBe(true)
    expect(await call('b.com', 'checkout')).toBe(false)
  })
})

describe('over HTTP', () => {
  async function api(engine: Engine) {
    const app = createServer(readConfig({ LOG_LEVEL: 'silent' }, '/nowhere'), createLog('silent'))
    mountApi(app, availabilityRouter(engine) as unknown as Router<never, never>, {
      database: {} as Database,
      identify: async () => undefined,
      now: () => new Date(),
      limitScale: 1_000,
    })
    await app.listen({ host: '127.0.0.1', port: 0 })
    closing.unshift(() => app.close())
    return `http://127.0.0.1:${(app.server.address() as { port: number }).port}/api`
  }

  test.each([
    '/availability/',
    '//availability',
    '/%61vailability',
    '/AVAILABILITY',
    '/availability//',
    '/availability/?',
  ])('no other spelling of the address evades it: %s', async (path) => {
    const { engine, rdap } = await engineWith((response) => sayAbsent(response))
    const at = await api(engine)
    const query = 'name=NAME&endings=com,net'
    await Promise.all(
      Array.from({ length: 100 }, async (_, count) => {
        const address = path.endsWith('?') ? `${path}${query}` : `${path}?${query}`
        const answer = await fetch(`${at}${address.replace('NAME', `flood${count}`)}`)
        await answer.text()
      }),
    )
    expect(rdap.asked.length).toBeLessThanOrEqual(90)
  })

  test('answers 429 with a Retry-After', async () => {
    const { engine } = await engineWith((response) => sayAbsent(response), 1 / 90)
    const at = await api(engine)
    await (await fetch(`${at}/availability?name=mama&endings=com`)).text()
    const answers = [
      await fetch(`${at}/availability?name=baba&endings=com`),
      await fetch(`${at}/check-domain`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"domain":"baba.com"}',
      }),
    ]
    for (const answer of answers) {
      expect(answer.status).toBe(429)
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(50)
      expect(await answer.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    }
  })
})

describe('a flood of one visitor', () => {
  /** 1,200 names of one visitor, none of which is answered, and two names of each of eight other visitors. */
  async function flooded(engine: Engine, asked: string[]) {
    for (let at = 0; at < 1_200; at++)
      void engine.check(`flood${at}.com`, { caller: visitor('192.0.2.1') }).catch(() => {})
    while (asked.length < 30) await new Promise((next) => setImmediate(next))
    return Promise.all(
      Array.from({ length: 16 }, (_, at) =>
        engine.check(`honest${at}.com`, { caller: visitor(`198.51.100.${at % 8}`) }),
      ),
    )
  }

  test.each([1, 100])('does not stop the answers of eight others, at a budget of %i', async (scale) => {
    const { engine, rdap } = await engineWith((response, name) => {
      if (name.startsWith('honest')) sayAbsent(response)
    }, scale)
    for (const { status } of await flooded(engine, rdap.asked)) expect(status).toBe('available')
  })

  test('does not stop them at a WHOIS server either', async () => {
    const whois = await fakeWhois((name, socket) => {
      if (name.startsWith('honest')) socket.end(`No match for "${name.toUpperCase()}".\r\n`)
    })
    const engine = testEngine({ com: { whois: whois.server } }, { scale: 100 })
    closing.push(() => engine.stop(), whois.close)
    for (const { status } of await flooded(engine, whois.asked)) expect(status).toBe('available')
  })
})
