import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { NameStatus } from '@kikoa/registry-answers'
import { type Engine, testEngine } from './testing/engine.ts'
import {
  type FakeRdap,
  fakeRdap,
  type RdapAnswer,
  sayAbsent,
  sayTaken,
} from '@kikoa/registry-answers/testing'

const MINUTE = 60_000

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

let rdap: FakeRdap
let engine: Engine
let answer: RdapAnswer
beforeEach(async () => {
  answer = (response, name) => (name.startsWith('taken') ? sayTaken(response, name) : sayAbsent(response))
  rdap = await fakeRdap((...about) => answer(...about))
  engine = testEngine({ com: { rdap: rdap.base }, net: { rdap: rdap.base }, org: { rdap: rdap.base } })
  closing.push(() => engine.stop(), rdap.close)
})

describe('an answer', () => {
  test('contains the name, its source and the time', async () => {
    expect(await engine.check(' https://www.Taken.COM/x ')).toEqual({
      name: 'taken.com',
      suffix: 'com',
      status: 'taken',
      source: 'rdap',
      checkedAt: '2030-01-01T00:00:00.000Z',
      confirmed: false,
    })
  })

  test.each([
    '',
    'mama',
    '-mama.com',
    'ma ma.com',
    'blog.mama.com',
    'com',
    '127.0.0.1',
    'xn--a.com',
    `${'a'.repeat(64)}.com`,
  ])('to "%s" is that it is no name, and nobody is asked', async (typed) => {
    expect(await engine.check(typed)).toMatchObject({ status: 'invalid', source: null })
    expect(rdap.asked).toEqual([])
  })

  test.each([
    ['paypаl.com', 'invalid', 'mixed-scripts'],
    ['ministry.go.tz', 'reserved', 'closed'],
    ['x.be', 'invalid', 'length'],
  ])('to "%s" is that its registry does not take it, and nobody is asked', async (typed, status, refusal) => {
    for (const _ of [1, 2]) expect(await engine.check(typed)).toMatchObject({ status, refusal, source: null })
    expect(rdap.asked).toEqual([])
  })

  test('to a reserved word is "reserved", even if the registry has no record of it', async () => {
    expect(await engine.check('whois.com')).toMatchObject({ status: 'reserved', refusal: 'reserved-word' })
    expect(rdap.asked).toContain('whois.com')
  })

  test('for a suffix without a registry is "unsupported"', async () => {
    expect(await engine.check('mama.unheard-of')).toMatchObject({
      status: 'unsupported',
      suffix: 'unheard-of',
    })
  })
})

describe('an answer is cached', () => {
  const asksAgainAfter = async (name: string, ms: number) => {
    await engine.check(name)
    const before = rdap.asked.length
    engine.pass(ms - 1)
    const kept = await engine.check(name)
    expect(rdap.asked.length, 'too early').toBe(before)
    engine.pass(2)
    await engine.check(name)
    expect(rdap.asked.length, 'too late').toBe(before + 1)
    return kept
  }

  // The random value is fixed at the middle: of 10 to 60 minutes, of 30 to 60 seconds, of 3 to 5 seconds.
  test('35 minutes if taken, with the time of its lookup', async () => {
    expect(await asksAgainAfter('taken.com', 35 * MINUTE)).toMatchObject({
      checkedAt: '2030-01-01T00:00:00.000Z',
    })
  })

  test('45 seconds if available', async () => {
    expect(await asksAgainAfter('free.com', 45_000)).toMatchObject({ status: 'available' })
  })

  test('4 seconds if an error', async () => {
    answer = (response) => void response.writeHead(500).end()
    expect(await asksAgainAfter('free.com', 4_000)).toMatchObject({ status: 'error' })
  })

  test('10 minutes in the redemption period', async () => {
    answer = (response, name) => sayTaken(response, name, { status: ['redemption period'] })
    expect(await asksAgainAfter('taken.com', 10 * MINUTE)).toMatchObject({ status: 'redemption' })
  })

  test('but an order looks it up again', async () => {
    await engine.check('free.com')
    answer = (response, name) => sayTaken(response, name)
    expect(await engine.check('free.com', { fresh: true })).toMatchObject({ status: 'taken' })
    expect(await engine.check('free.com')).toMatchObject({ status: 'taken' })
    expect(rdap.asked).toHaveLength(2)
  })
})

test('fifty concurrent checks of one name send one query', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, at) => engine.check(at % 2 ? 'free.com' : 'WWW.Free.com.')),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(['available']))
  expect(rdap.asked).toEqual(['free.com'])
})

describe('a name with several endings', () => {
  test('yields answers in the order of their arrival', async () => {
    const gates: Record<string, () => void> = {}
    answer = (response, name) =>
      name.startsWith('mama.') ? void (gates[name] = () => sayAbsent(response)) : sayAbsent(response)
    const answers = engine.answers('mama', ['com', 'net', 'org', 'com', 'x y'])
    expect((await answers.next()).value).toMatchObject({ name: 'mama.x y', status: 'invalid' })
    while (Object.keys(gates).length < 3) await new Promise((next) => setImmediate(next))
    for (const name of ['mama.org', 'mama.com', 'mama.net']) {
      gates[name]!()
      expect((await answers.next()).value).toMatchObject({ name, status: 'available' })
    }
    expect((await answers.next()).done).toBe(true)
  })

  test('can be cancelled', async () => {
    for await (const { name } of engine.answers('mama', ['com', 'net'])) {
      expect(name).toMatch(/^mama\./)
      break
    }
  })
})

describe('the setting of an admin', () => {
  test('replaces an endpoint immediately', async () => {
    const other = await fakeRdap((response, name) => sayTaken(response, name))
    closing.push(other.close)
    expect(await engine.check('free.com')).toMatchObject({ status: 'available' })
    engine.setting = { '.COM': { rdap: other.base } }
    expect(await engine.check('free.com', { fresh: true })).toMatchObject({ status: 'taken' })
    expect(await engine.check('free.net')).toMatchObject({ status: 'available' })
    engine.setting = Promise.reject(new Error('no database'))
    expect(await engine.check('other.com')).toMatchObject({ status: 'taken' })
  })
})

describe('a registrar', () => {
  const asked: string[] = []
  function withRegistrar(check: (name: string) => Promise<NameStatus>) {
    asked.length = 0
    const registrar = {
      name: 'fake',
      sells: (suffix: string) => suffix === 'com',
      check: (name: string) => {
        asked.push(name)
        return check(name)
      },
    }
    const selling = testEngine({ com: { rdap: rdap.base }, net: { rdap: rdap.base } }, { registrar })
    closing.push(() => selling.stop())
    return selling
  }

  test.each(['available', 'premium', 'taken', 'reserved'] as const)(
    'has the last word on what seems free: %s',
    async (word) => {
      const selling = withRegistrar(async () => word)
      expect(await selling.check('free.com')).toMatchObject({
        status: word,
        source: 'registrar',
        confirmed: true,
      })
    },
  )

  test('is not queried for taken names or suffixes that it does not sell', async () => {
    const selling = withRegistrar(async () => 'available')
    expect(await selling.check('taken.com')).toMatchObject({
      status: 'taken',
      source: 'rdap',
      confirmed: false,
    })
    expect(await selling.check('free.net')).toMatchObject({
      status: 'available',
      source: 'rdap',
      confirmed: false,
    })
    expect(asked).toEqual([])
  })

  test("that fails does not change the registry's answer", async () => {
    const selling = withRegistrar(async () => {
      throw new Error('logged out')
    })
    expect(await selling.check('free.com')).toMatchObject({
      status: 'available',
      source: 'rdap',
      confirmed: false,
    })
  })

  test('answers if the registry does not', async () => {
    answer = (response) => void response.writeHead(500).end()
    const selling = withRegistrar(async () => 'available')
    expect(await selling.check('free.com')).toMatchObject({
      status: 'available',
      source: 'registrar',
      confirmed: true,
    })
  })
})

describe('for the admins, the engine', () => {
  const rowOf = async (suffix: string) => (await engine.health()).find((row) => row.suffix === suffix)

  test('lists the endpoints and the health of every suffix', async () => {
    expect(await rowOf('com')).toMatchObject({
      rdap: rdap.base,
      whois: null,
      origin: 'file',
      asked: 0,
      success_rate: null,
      latency: null,
    })
    expect(await rowOf('ug')).toMatchObject({
      rdap: null,
      origin: 'built-in',
      breakers: [{ source: 'whois', state: 'closed' }],
    })
    await engine.check('free.com')
    await engine.check('free.com')
    answer = (response) => void response.writeHead(503, { 'retry-after': '60' }).end()
    await engine.check('other.com')
    expect(await rowOf('com')).toMatchObject({
      asked: 2,
      success_rate: 0.5,
      latency: { median: 0, slowest: 0 },
      breakers: [{ source: 'rdap', state: 'open' }],
      last_problem: { source: 'rdap', reason: 'server-error' },
    })
  })

  test('obeys a Retry-After and then queries again', async () => {
    answer = (response) => void response.writeHead(429, { 'retry-after': '30' }).end()
    expect(await engine.check('free.com')).toMatchObject({ status: 'error' })
    answer = (response) => sayAbsent(response)
    engine.pass(29_000)
    expect(await engine.check('free.com')).toMatchObject({ status: 'error' })
    expect(await engine.check('free.net')).toMatchObject({ status: 'error' })
    expect(rdap.asked).toHaveLength(1)
    engine.pass(6_000)
    expect(await engine.check('free.com')).toMatchObject({ status: 'available' })
  })

  test('opens the breaker of a registry with wrong answers, and closes it after a right one', async () => {
    await engine.check('first.com')
    answer = (response) => void response.writeHead(404, { 'content-type': 'text/html' }).end('<p>no')
    for (const name of ['a.com', 'b.com', 'c.com', 'd.com', 'e.com']) await engine.check(name)
    expect(await rowOf('com')).toMatchObject({ breakers: [{ state: 'open' }] })
    await engine.check('f.com')
    expect(rdap.asked).toHaveLength(6)
    answer = (response) => sayAbsent(response)
    engine.pass(5_000)
    expect(await rowOf('com')).toMatchObject({ breakers: [{ state: 'half-open' }] })
    expect(await engine.check('a.com')).toMatchObject({ status: 'available' })
    expect(await rowOf('com')).toMatchObject({ breakers: [{ state: 'closed' }] })
  })

  test('tests a suffix with a registered and an unregistered name', async () => {
    engine.setting = { com: { rdap: rdap.base, known: ['example.com'] } }
    answer = (response, name) => (name === 'example.com' ? sayTaken(response, name) : sayAbsent(response))
    expect(await engine.test('com')).toMatchObject({
      suffix: 'com',
      ok: true,
      registered: { name: 'example.com', status: 'taken', ms: 0 },
      unheard: { status: 'available' },
    })
    engine.pass(60 * MINUTE)
    answer = (response) => sayAbsent(response)
    expect(await engine.test('com')).toMatchObject({
      ok: false,
      registered: { status: 'error' },
      unheard: { status: 'error' },
    })
    expect(await engine.test('unheard-of')).toBeUndefined()
  })
})
