import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { holder, openDriver, orderOf } from './domains-reseller/testing/open-driver.ts'
import { ProviderFailed, type RegistrarDriver } from './driver.ts'
import { type Hostile, hostileProxy, type ProxiedCall } from './stub/hostile-proxy.ts'
import { type DriverRow, driverRows, type ProviderStub } from './testing/driver-rows.ts'

/**
 * What every driver has to withstand from a provider, or from whoever answers in its place. Each call of each operation is
 * answered by a proxy before the stub of the driver, so that nothing here knows a driver.
 */

const MINE = 'hostile-mine.co.tz'
const NEW = 'hostile-new.co.tz'
/** Longer than an honest answer on loopback takes on a slow machine. Endless ones use it up. */
const SHORT_MS = 2_000

interface Operation {
  /** The name that it is about. */
  name: string
  /** What comes back: of a change its outcome, of a reading what was read. */
  gives: 'outcome' | 'code' | 'info' | 'checked' | 'list'
  run(driver: RegistrarDriver, about: { row: DriverRow; stub: ProviderStub }): Promise<unknown>
}

const change = (name: string, run: Operation['run']): Operation => ({ name, gives: 'outcome', run })
const list = (run: Operation['run']): Operation => ({ name: '', gives: 'list', run })

/** Every method of a driver that calls the provider. */
const operations: Record<Exclude<keyof RegistrarDriver, 'capabilities'>, Operation> = {
  register: change(NEW, (driver) => driver.register(orderOf(NEW))),
  transferIn: change(NEW, (driver, { row: { code } }) => driver.transferIn({ ...orderOf(NEW), code })),
  renew: change(MINE, (driver, { stub }) => driver.renew(MINE, 1, stub.expiryOf(MINE)!)),
  setNameservers: change(MINE, (driver) => driver.setNameservers(MINE, ['a.example.net', 'b.example.net'])),
  setContacts: change(MINE, (driver) => driver.setContacts(MINE, holder)),
  setLock: change(MINE, (driver) => driver.setLock(MINE, true)),
  setPrivacy: change(MINE, (driver) => driver.setPrivacy(MINE, true)),
  authCode: { name: MINE, gives: 'code', run: (driver) => driver.authCode(MINE) },
  info: { name: MINE, gives: 'info', run: (driver) => driver.info(MINE) },
  transferInfo: { name: MINE, gives: 'info', run: (driver) => driver.transferInfo(MINE) },
  check: { name: NEW, gives: 'checked', run: (driver) => driver.check([NEW]) },
  list: list((driver) => driver.list?.(null) ?? Promise.resolve()),
  prices: list((driver) =>
    driver.capabilities('co.tz').has('prices') ? driver.prices() : Promise.resolve(),
  ),
  balance: list((driver) => driver.balance()),
}
const kinds = Object.values(driverRows)
const pairs = kinds.flatMap((row) =>
  Object.entries(operations).map(([name, operation]) => [row.kind.name, name, row, operation] as const),
)

let benches: { close(): Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(benches.map((bench) => bench.close()))
  benches = []
})

/** A driver at its stub, with the proxy between them. */
async function open(row: DriverRow, timeoutMs?: number) {
  const stub = await row.start()
  const proxy = await hostileProxy(stub.host)
  benches.push(proxy, stub)
  stub.give(MINE)
  const { driver, log } = openDriver(
    { ...stub, host: proxy.host, url: stub.url.replace(stub.host, proxy.host) },
    { kind: row.kind, account: { currency: row.currency }, ...(timeoutMs && { timeoutMs }) },
  )
  return { row, stub, proxy, driver, log }
}

/** What an operation brings, or the failure of a reading. Nothing else may be thrown, and the key is nowhere. */
async function brought({ run }: Operation, bench: Awaited<ReturnType<typeof open>>) {
  const result = await run(bench.driver, bench).catch((error: unknown) => {
    expect(error).toBeInstanceOf(ProviderFailed)
    return { failed: (error as Error).message }
  })
  expect(JSON.stringify([result, bench.log])).not.toContain(bench.stub.key)
  return result as any // oxlint-disable-line typescript/no-explicit-any
}

/** How many calls an operation takes where all goes well. */
async function callsOf(row: DriverRow, operation: Operation): Promise<number> {
  const bench = await open(row)
  const result = await brought(operation, bench)
  // A driver may have no list of names, or of prices.
  if (operation.gives === 'list' && result === undefined) return 0
  const wanted = {
    outcome: () => expect(['done', 'ordered']).toContain(result.state),
    code: () => expect(result).toEqual({ state: 'done', code: bench.stub.codeOf(MINE) }),
    info: () => expect(result).toMatchObject({ state: 'ours', expires_at: bench.stub.expiryOf(MINE) }),
    checked: () => expect(result).toMatchObject([{ name: NEW, state: 'available' }]),
    list: () => expect(result).not.toHaveProperty('failed'),
  }
  wanted[operation.gives]()
  expect(bench.stub.actsOn(operation.name)).toBe(operation.gives === 'outcome' ? 1 : 0)
  return bench.proxy.calls.length
}

/**
 * What a spoiled answer may bring. A change that was sent is unknown; one of which an earlier call was spoiled was not
 * sent, or was sent and answered. What is read is true, or nothing.
 */
function expectHarmless(
  { name, gives }: Operation,
  // oxlint-disable-next-line typescript/no-explicit-any
  result: any,
  { stub, isLast, isPassedOn }: { stub: ProviderStub; isLast: boolean; isPassedOn: boolean },
) {
  const acts = stub.actsOn(name)
  if (gives === 'outcome' && isLast) {
    expect(result).toMatchObject({ state: 'unknown' })
    expect(acts).toBe(isPassedOn ? 1 : 0)
  } else if (gives === 'outcome') {
    expect(acts).toBe(['done', 'ordered'].includes(result.state) ? 1 : 0)
  } else if (gives === 'code') {
    expect(['unknown', 'later']).toContain(result.state)
    expect(JSON.stringify(result)).not.toContain(stub.codeOf(MINE))
  } else if (gives === 'info') {
    if (result.state !== 'unclear')
      expect(result).toMatchObject({ state: 'ours', expires_at: stub.expiryOf(MINE) })
  } else if (gives === 'checked') {
    if (!('failed' in result)) expect(result).toEqual([{ name, state: 'unclear' }])
  } else expect(result).toEqual({ failed: expect.any(String) })
}

let inside: Server
let insideCalls = 0
beforeAll(async () => {
  inside = createServer((_, answer) => {
    insideCalls++
    answer.end('{}')
  }).listen(0, '127.0.0.1')
  await once(inside, 'listening')
})
afterAll(() => inside.close())
const insideAt = (path: string) => `http://127.0.0.1:${(inside.address() as AddressInfo).port}${path}`

describe('each call of an operation', () => {
  test.each(pairs)('%s, %s: 100 MB, a page, a redirect', async (_, __, row, operation) => {
    const calls = await callsOf(row, operation)
    for (let at = 0; at < calls; at++)
      for (const isPassedOn of [false, true]) {
        const answers: Hostile[] = [
          { what: 'huge' },
          { what: 'page', status: 200 },
          { what: 'page', status: 502 },
          { what: 'redirect', status: 302, to: insideAt('/latest/meta-data') },
          { what: 'redirect', status: 307, to: insideAt('/') },
          // Back to the provider, which may be called.
          { what: 'redirect', status: 308, to: '?' },
        ]
        for (const answer of answers) {
          const bench = await open(row)
          const { stub, proxy } = bench
          proxy.spoil((call) => call.at === at, answer, isPassedOn)
          const result = await brought(operation, bench)
          expect(proxy.calls.length).toBeGreaterThan(at)
          expect(proxy.taken).toBeLessThan(50 * 1024 * 1024)
          expectHarmless(operation, result, { stub, isLast: at === calls - 1, isPassedOn })
        }
      }
    expect(insideCalls).toBe(0)
  })

  test.each(kinds.map((row) => [row.kind.name, row] as const))('%s: slow bytes', async (_, row) => {
    const slow = Object.values(operations).map(async (operation) => {
      const calls = await callsOf(row, operation)
      const runs = Array.from({ length: calls }, async (_none, at) => {
        const bench = await open(row, SHORT_MS)
        bench.proxy.spoil((call) => call.at === at, { what: 'slow' }, true)
        const result = await brought(operation, bench)
        expect(bench.proxy.calls.length).toBeGreaterThan(at)
        expectHarmless(operation, result, { stub: bench.stub, isLast: at === calls - 1, isPassedOn: true })
      })
      await Promise.all(runs)
    })
    await Promise.all(slow)
  })

  test.each(pairs.filter(([, , , { gives }]) => gives !== 'list'))(
    '%s, %s: an answer about another name',
    async (_, __, row, operation) => {
      const calls = await callsOf(row, operation)
      let named = 0
      for (let at = 0; at < calls; at++) {
        const bench = await open(row)
        const { stub, proxy } = bench
        proxy.spoil((call) => call.at === at, { what: 'rewritten', from: 'hostile-', to: 'another-' })
        const result = await brought(operation, bench)
        if (!proxy.wasRewritten) continue
        named++
        expectHarmless(operation, result, { stub, isLast: at === calls - 1, isPassedOn: true })
        // What it says counts for nothing: nothing is sent after it, and at most another answer gives the date.
        expect(result).not.toHaveProperty('nameservers')
        if (at < calls - 1) expect(stub.actsOn(operation.name)).toBe(0)
      }
      // Of a change, an answer may name nothing. What is read says of which name it is.
      expect(named).toBeGreaterThanOrEqual(['info', 'checked'].includes(operation.gives) ? 1 : 0)
    },
  )
})

describe('texts of a provider', () => {
  /** A code as answers repeat it. */
  const writings = (code: string) => [
    code,
    encodeURIComponent(code),
    code.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
    Buffer.from(code).toString('base64'),
  ]
  const OWN = 'Xk9$&q<7-own'
  const withCodes = pairs.filter(([, name]) => ['transferIn', 'transferInfo', 'authCode'].includes(name))

  test.each(withCodes)('%s, %s: no words and no log have a code', async (_, name, row, { gives }) => {
    const run = (driver: RegistrarDriver) =>
      name === 'authCode'
        ? driver.authCode(MINE)
        : name === 'transferIn'
          ? driver.transferIn({ ...orderOf(NEW), code: OWN })
          : driver.transferInfo(NEW, OWN)
    // A call of a transfer that does not carry the code can't repeat it. The provider has its own codes.
    const which = ({ body }: ProxiedCall) => name !== 'transferIn' || body.includes('own')
    for (const skipped of [0, 1, 2]) {
      for (const status of [undefined, 200, 400, 403, 429, 500, 503]) {
        const bench = await open(row)
        const code = name === 'authCode' ? bench.stub.codeOf(MINE) : OWN
        for (const written of writings(code)) {
          const { body, status: usual } = row.refusal(`The registry said ${written}: invalid EPP code.`)
          bench.proxy.mend()
          const from = bench.proxy.calls.length + skipped
          const told = { what: 'says', status: status ?? usual, body } as const
          bench.proxy.spoil((call) => call.at >= from && which(call), told)
          const result = await brought({ name, gives, run }, bench)
          if (bench.proxy.calls.length <= from) continue
          const said = JSON.stringify([result, bench.log])
          for (const one of writings(code)) expect(said).not.toContain(JSON.stringify(one).slice(1, -1))
        }
      }
    }
  })

  test.each(kinds.map((row) => [row.kind.name, row] as const))(
    '%s: words are one line without HTML, of at most 300 characters',
    async (_, row) => {
      for (const words of [
        '<script>alert(1)</script>No<img src=x onerror=alert(1)>\r\nBcc: all@example.com',
        `${'x'.repeat(5_000)}\u202E\u0000`,
      ]) {
        const bench = await open(row)
        const { status, body } = row.refusal(words)
        bench.proxy.spoil(({ at }) => at === 0, { what: 'says', status, body })
        const result = await brought(operations.setLock, bench)
        expect(result.words).not.toMatch(/<script|<img|[\p{Cc}\p{Cf}]/u)
        expect(result.words.length).toBeLessThanOrEqual(330)
      }
    },
  )

  test.each(kinds.map((row) => [row.kind.name, row] as const))(
    '%s: nameservers, names of a list and endings of a price list are host names',
    async (_, row) => {
      for (const evil of ['=1+1', '<img src=x onerror=alert(1)>', '@SUM(A1)', "+cmd|' /C calc'!A0", '-2']) {
        const texts: string[] = []
        const rewrite = async (operation: Operation, from: string, to: string) => {
          const bench = await open(row)
          bench.proxy.spoil(() => true, { what: 'rewritten', from, to })
          return brought(operation, bench)
        }
        const info = await rewrite(operations.info, 'ns1.mine.example', `${evil}.mine.example`)
        texts.push(...(info.nameservers ?? []))
        const listed = await rewrite(operations.list, 'hostile-mine', evil)
        texts.push(...(listed?.items ?? []).map(({ name }: { name: string }) => name))
        const prices = await rewrite(operations.prices, 'co.tz', evil)
        texts.push(...(Array.isArray(prices) ? prices : []).map(({ ending }: { ending: string }) => ending))
        for (const text of texts) expect(text).toMatch(/^[a-z\d-]+(\.[a-z\d-]+)*$/)
      }
    },
  )
})
