import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Engine, testEngine } from './testing/engine.ts'
import {
  type FakeRdap,
  fakeRdap,
  fakeWhois,
  type RdapAnswer,
  sayAbsent,
  sayTaken,
} from './testing/registries.ts'

/** "Available" needs a source that has reported a registered name of the suffix as taken within the last hour. */

const MINUTE = 60_000
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** The names that the registry knows. After a move it knows none. */
let registered: Set<string>
let rdap: FakeRdap
let engine: Engine
const answer: RdapAnswer = (response, name) =>
  registered.has(name) ? sayTaken(response, name) : sayAbsent(response)
beforeEach(async () => {
  registered = new Set(['taken-name.com'])
  rdap = await fakeRdap(answer)
  engine = testEngine({ com: { rdap: rdap.base, known: ['taken-name.com', 'other-name.com'] } })
  closing.push(() => engine.stop(), rdap.close)
})
const statusOf = async (name: string) => (await engine.check(name)).status

describe('a registry that moved and answers 404 to everything', () => {
  test('is ignored for every name, and admins see an alarm', async () => {
    registered.clear()
    for (const name of ['google.com', 'mama.com', 'taken-name.com'])
      expect([name, await statusOf(name)]).toEqual([name, 'error'])
    engine.pass(MINUTE)
    expect(await statusOf('baba.com')).toBe('error')
    expect(await engine.alarms()).toEqual([
      {
        suffix: 'com',
        source: 'rdap',
        server: rdap.base,
        since: '2030-01-01T00:00:00.000Z',
        answers: [
          { name: 'taken-name.com', answer: 'available' },
          { name: 'other-name.com', answer: 'available' },
        ],
      },
    ])
    expect((await engine.health()).find(({ suffix }) => suffix === 'com')?.last_problem?.reason).toBe(
      'unproven',
    )
  })

  test('with an empty 404 is ignored too', async () => {
    const bare = await fakeRdap((response) => void response.writeHead(404).end())
    const other = testEngine({ com: { rdap: bare.base, known: ['taken-name.com'] } })
    closing.push(() => other.stop(), bare.close)
    expect(await other.check('mama.com')).toMatchObject({ status: 'error' })
  })

  test('an hour after its last proof is not trusted any more', async () => {
    expect(await statusOf('mama.com')).toBe('available')
    registered.clear()
    engine.pass(59 * MINUTE)
    expect(await statusOf('baba.com')).toBe('available')
    engine.pass(MINUTE)
    expect(await statusOf('dada.com')).toBe('error')
    registered.add('other-name.com')
    engine.pass(MINUTE)
    expect(await statusOf('dada.com')).toBe('available')
    expect(await engine.alarms()).toEqual([])
  })

  test('by WHOIS is detected too', async () => {
    const whois = await fakeWhois((name, socket) => socket.end(`No match for "${name.toUpperCase()}".\r\n`))
    const other = testEngine({ com: { whois: whois.server, known: ['taken-name.com'] } })
    closing.push(() => other.stop(), whois.close)
    expect(await other.check('google.com')).toMatchObject({ status: 'error' })
    expect(await other.alarms()).toMatchObject([{ source: 'whois', server: whois.server }])
  })

  test('is replaced by WHOIS, which is proven', async () => {
    registered.clear()
    const whois = await fakeWhois((name, socket) =>
      socket.end(
        name === 'taken-name.com'
          ? 'Domain Name: TAKEN-NAME.COM\r\nRegistrar: X'
          : `No match for "${name.toUpperCase()}".`,
      ),
    )
    closing.push(whois.close)
    engine.setting = { com: { rdap: rdap.base, whois: whois.server, known: ['taken-name.com'] } }
    expect(await engine.check('mama.com')).toMatchObject({ status: 'available', source: 'whois' })
  })

  test('is ignored for a suffix without a known registered name too', async () => {
    const other = testEngine({ 'unheard-of': { rdap: rdap.base, known: [] } })
    closing.push(() => other.stop())
    expect(await other.check('mama.unheard-of')).toMatchObject({ status: 'error' })
    expect(await other.alarms()).toMatchObject([
      { suffix: 'unheard-of', answers: [{ name: 'nic.unheard-of' }, { name: 'google.unheard-of' }] },
    ])
  })
})

describe('the proof', () => {
  test('is queried once an hour, in parallel to the first query', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, at) => engine.check(`mama${at}.com`)))
    expect(rdap.asked.filter((name) => name === 'taken-name.com')).toHaveLength(1)
    engine.pass(30 * MINUTE)
    await statusOf('baba.com')
    expect(rdap.asked.filter((name) => name === 'taken-name.com')).toHaveLength(1)
  })

  test('needs one registered name, even if another one has expired', async () => {
    registered = new Set(['other-name.com'])
    expect(await statusOf('mama.com')).toBe('available')
  })

  test("is also a customer's query for exactly a known name", async () => {
    registered.add('somebody.com')
    engine.setting = { com: { rdap: rdap.base, known: ['taken-name.com'] } }
    expect(await statusOf('taken-name.com')).toBe('taken')
    expect(rdap.asked).toEqual(['taken-name.com'])
    expect(await statusOf('mama.com')).toBe('available')
    expect(rdap.asked).toEqual(['taken-name.com', 'mama.com'])
    engine.pass(60 * MINUTE)
    registered.delete('taken-name.com')
    expect(await statusOf('somebody.com')).toBe('taken')
    expect(await statusOf('baba.com')).toBe('error')
  })

  test('of one source or suffix proves nothing about another', async () => {
    const net = await fakeRdap((response) => sayAbsent(response))
    closing.push(net.close)
    engine.setting = {
      com: { rdap: rdap.base, known: ['taken-name.com'] },
      net: { rdap: rdap.base, known: ['taken-name.net'] },
    }
    expect(await statusOf('mama.com')).toBe('available')
    expect(await statusOf('mama.net')).toBe('error')
    engine.setting = { com: { rdap: net.base, known: ['taken-name.com'] } }
    expect(await statusOf('baba.com')).toBe('error')
  })

  test('of a second level is a name directly below it, if one is known', async () => {
    registered = new Set(['a.or.tz'])
    engine.setting = { tz: { rdap: rdap.base, known: ['a.or.tz', 'b.co.tz'] } }
    expect(await statusOf('mama.or.tz')).toBe('available')
    expect(await statusOf('mama.co.tz')).toBe('error')
    // If it has none: any name of the entry.
    expect(await statusOf('mama.ne.tz')).toBe('available')
  })
})

describe('nameservers contradict a registry', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  /** The engine with nameservers that answer when the test resolves them. */
  function withNameservers() {
    const dns = Promise.withResolvers<string[]>()
    const slow = testEngine(
      { com: { rdap: rdap.base, known: ['taken-name.com'] } },
      { world: { nameservers: () => dns.promise } },
    )
    closing.push(() => slow.stop())
    const state: { status?: string; source?: string | null } = {}
    slow.check('mama.com').then(
      (found) => Object.assign(state, found),
      () => {},
    )
    return { dns, slow, state }
  }
  /** Waits until the registry has answered both questions and the name waits only for nameservers. */
  const settled = async () => {
    while (rdap.asked.length < 2 || vi.getTimerCount() < 2) await new Promise((next) => setImmediate(next))
    for (let turn = 0; turn < 50; turn++) await new Promise((next) => setImmediate(next))
  }
  const soon = async (done: () => boolean) => {
    while (!done()) await new Promise((next) => setImmediate(next))
  }

  test.each([50, 390])('that reported the name as free, %i ms later', async (ms) => {
    const { dns, state } = withNameservers()
    await settled()
    await vi.advanceTimersByTimeAsync(ms)
    expect(state.status).toBeUndefined()
    dns.resolve(['ns1.example.net'])
    await soon(() => state.status !== undefined)
    expect(state).toMatchObject({ status: 'taken', source: 'dns' })
  })

  test('and after 400 ms its answer counts, until they answer', async () => {
    const { dns, slow, state } = withNameservers()
    await settled()
    await vi.advanceTimersByTimeAsync(400)
    await soon(() => state.status !== undefined)
    expect(state).toMatchObject({ status: 'available', source: 'rdap' })
    dns.resolve(['ns1.example.net'])
    while ((await slow.check('mama.com')).source !== 'dns') await new Promise((next) => setImmediate(next))
    expect(await slow.check('mama.com')).toMatchObject({ status: 'taken', source: 'dns' })
  })
})
