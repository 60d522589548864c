import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { RegistryError } from '../errors.ts'
import { createHosts, type Hosts } from './hosts.ts'
import type { Lookup } from './host-queue.ts'

let ms = 0
let hosts: Hosts
beforeEach(() => {
  ms = 0
  hosts = createHosts(() => ms)
})

const lookup = (account = 'one'): Lookup => ({ callers: [{ account, hasReserve: false }], sent: 0 })
const order = (): Lookup => ({ callers: [{ account: 'buyer', hasReserve: true }], sent: 0 })
const never = () => new AbortController().signal
const answer = (host = 'a') => hosts.query(host, 'rdap', lookup(), never(), async () => 'yes')
const fail = (retryAfter?: number, host = 'a') =>
  hosts.query(host, 'rdap', lookup(), never(), async () => {
    throw new RegistryError('server-error', { retryAfter })
  })
const reasonOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'answered',
    (problem: RegistryError) => problem.reason,
  )
const state = (host = 'a') => hosts.stateOf(host, 'rdap')

describe('a host that fails', () => {
  test('five times in a row is paused for 5 s, and then tried once', async () => {
    for (let count = 0; count < 5; count++) {
      expect(state()).toBe('closed')
      expect(await reasonOf(fail())).toBe('server-error')
    }
    expect(state()).toBe('open')
    expect(await reasonOf(answer())).toBe('resting')
    ms = 4_999
    expect(await reasonOf(answer())).toBe('resting')
    ms = 5_000
    expect(state()).toBe('half-open')
    expect(await reasonOf(answer())).toBe('answered')
    expect(state()).toBe('closed')
  })

  test('is paused twice as long each time, up to a minute', async () => {
    for (let count = 0; count < 5; count++) await reasonOf(fail())
    for (const rest of [5_000, 10_000, 20_000, 40_000, 60_000, 60_000]) {
      ms += rest - 1
      expect(state()).toBe('open')
      ms += 1
      expect(state()).toBe('half-open')
      await reasonOf(fail())
    }
    ms += 60_000
    await answer()
    for (let count = 0; count < 5; count++) await reasonOf(fail())
    ms += 5_000
    expect(state()).toBe('half-open')
  })

  test('now and then is still queried', async () => {
    for (let count = 0; count < 20; count++) await reasonOf(count % 4 === 3 ? answer() : fail())
    expect(state()).toBe('closed')
  })

  test('does not affect another host', async () => {
    for (let count = 0; count < 5; count++) await reasonOf(fail())
    expect(await reasonOf(answer('b'))).toBe('answered')
  })

  test('with a Retry-After is paused immediately, for at most ten minutes', async () => {
    await reasonOf(fail(30_000))
    ms = 29_999
    expect(await reasonOf(answer())).toBe('resting')
    ms = 30_000
    expect(await reasonOf(answer())).toBe('answered')
    // A late answer to an older question does not end the rest either.
    const older = Promise.withResolvers<string>()
    const late = reasonOf(hosts.query('a', 'rdap', lookup(), never(), () => older.promise))
    await new Promise((next) => setImmediate(next))
    await reasonOf(fail(30_000))
    older.resolve('yes')
    expect(await late).toBe('answered')
    expect(await reasonOf(answer())).toBe('resting')
    ms += 30_000
    expect(await reasonOf(answer())).toBe('answered')
    await reasonOf(fail(1e12))
    ms += 10 * 60_000
    expect(state()).toBe('half-open')
  })
})

test('after a pause one query is sent first, and its result decides about the others', async () => {
  for (const [outcome, others] of [
    ['answered', 'answered'],
    ['failed', 'resting'],
  ]) {
    hosts = createHosts(() => ms)
    for (let count = 0; count < 5; count++) await reasonOf(fail())
    ms += 5_000
    const trial = Promise.withResolvers<string>()
    let asked = 0
    const call = () =>
      hosts.query('a', 'rdap', lookup(), never(), () => {
        asked += 1
        return trial.promise
      })
    const waiting = [call(), call(), call()].map(reasonOf)
    await new Promise((next) => setImmediate(next))
    expect(asked).toBe(1)
    if (outcome === 'answered') trial.resolve('yes')
    else trial.reject(new RegistryError('server-error'))
    const reasons = await Promise.all(waiting)
    expect(reasons.slice(1)).toEqual([others, others])
  }
})

test('a cancelled caller does not wait for the trial query', async () => {
  for (let count = 0; count < 5; count++) await reasonOf(fail())
  ms += 5_000
  reasonOf(hosts.query('a', 'rdap', lookup(), never(), () => new Promise(() => {}))).catch(() => {})
  const control = new AbortController()
  const waiting = reasonOf(hosts.query('a', 'rdap', lookup(), control.signal, async () => 'yes'))
  control.abort(new RegistryError('timeout'))
  expect(await waiting).toBe('timeout')
})

test('a query that times out counts against the host, a cancelled one does not', async () => {
  for (let count = 0; count < 9; count++) {
    const control = new AbortController()
    const asking = reasonOf(hosts.query('a', 'rdap', lookup(), control.signal, () => new Promise(() => {})))
    await new Promise((next) => setImmediate(next))
    control.abort(count < 5 ? new Error('not wanted') : new RegistryError('timeout'))
    await asking
  }
  expect(state()).toBe('closed')
  await reasonOf(fail())
  expect(state()).toBe('open')
})

describe('the rate limit of a host', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 0 })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('allows a burst, then a number per second; a fifth is reserved for orders, admins and probes', async () => {
    let answered = 0
    const control = new AbortController()
    for (let count = 0; count < 60; count++)
      void hosts.query('a', 'whois', lookup(), control.signal, async () => (answered += 1)).catch(() => {})
    await vi.advanceTimersByTimeAsync(0)
    expect(answered).toBe(20)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(answered).toBe(24)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(answered).toBe(32)
    let ordered = 0
    for (let count = 0; count < 8; count++)
      void hosts.query('a', 'whois', order(), control.signal, async () => (ordered += 1)).catch(() => {})
    await vi.advanceTimersByTimeAsync(0)
    expect([answered, ordered]).toEqual([32, 5])
    await vi.advanceTimersByTimeAsync(1_000)
    expect([answered, ordered]).toEqual([33, 8])
    control.abort(new RegistryError('timeout'))
  })

  test('rejects a caller that cannot wait, without counting against the host', async () => {
    const control = new AbortController()
    const waiting = Array.from({ length: 60 }, () =>
      reasonOf(hosts.query('a', 'whois', lookup(), control.signal, async () => 'yes')),
    )
    await vi.advanceTimersByTimeAsync(0)
    control.abort(new RegistryError('timeout'))
    const reasons = await Promise.all(waiting)
    expect(reasons.filter((reason) => reason === 'too-busy')).toHaveLength(40)
    expect(hosts.stateOf('a', 'whois')).toBe('closed')
  })

  test('gives the next token to the account served least, and rejects a flood first', async () => {
    const seen: string[] = []
    const control = new AbortController()
    const call = (account: string) =>
      hosts
        .query('a', 'whois', lookup(account), control.signal, async () => seen.push(account))
        .then(
          () => 'answered',
          () => 'turned away',
        )
    const flood = Array.from({ length: 1_200 }, () => call('flood'))
    await vi.advanceTimersByTimeAsync(0)
    const honest = Array.from({ length: 8 }, (_, at) => call(`honest ${at}`))
    expect(await Promise.race([Promise.all(flood.slice(-400)), honest[0]])).toContain('turned away')
    await vi.advanceTimersByTimeAsync(2_000)
    expect(seen.slice(0, 20).every((account) => account === 'flood')).toBe(true)
    expect(seen.slice(20)).toEqual(Array.from({ length: 8 }, (_, at) => `honest ${at}`))
    control.abort(new RegistryError('timeout'))
    await Promise.all([...flood, ...honest])
  })
})
