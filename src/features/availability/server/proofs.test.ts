import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  type FakeRdap,
  fakeRdap,
  type RdapAnswer,
  sayAbsent,
  sayTaken,
} from '@kikoa/registry-answers/testing'
import { type Engine, testEngine } from './testing/engine.ts'

/** Which names prove a source, and what admins see of one that is not proven. The proof itself: packages/registry-answers/. */

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
  test('is compared with an answer about a label by which registries can tell who asks', async () => {
    expect(await statusOf('mama.com')).toBe('available')
    expect(rdap.controls).toEqual([expect.stringMatching(/^kikoa-control-[a-z0-9]{24}\.com$/)])
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
