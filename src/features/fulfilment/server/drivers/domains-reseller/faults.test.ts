import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Outcome, RegistrarDriver } from '../driver.ts'
import { holder, openDriver, orderOf } from './testing/open-driver.ts'
import { stubName } from './stub/stub-books.ts'
import { type Endpoint, type Fault, startStub, type Stub } from './stub/stub.ts'

const now = new Date('2026-11-28T09:30:00Z')
const clock = () => now
const never = () => new Promise<never>(() => {})
const CODE = 'Xk9$&q<7'
let stub: Stub

beforeEach(async () => {
  stub = await startStub({ clock, wait: never })
  stub.books.names.set('mine.co.tz', stubName('mine.co.tz', { isLocked: false }))
})
afterEach(() => stub.close())

/** Every method that changes something, and its endpoint. */
const changes: [Endpoint, (driver: RegistrarDriver) => Promise<Outcome>][] = [
  ['register', (driver) => driver.register(orderOf('new.com'))],
  ['transfer', (driver) => driver.transferIn({ ...orderOf('away.com'), code: CODE })],
  ['renew', (driver) => driver.renew('mine.co.tz', 1, now)],
  ['nameservers', (driver) => driver.setNameservers('mine.co.tz', ['a.tz', 'b.tz'])],
  ['contact', (driver) => driver.setContacts('mine.co.tz', holder)],
  ['lock', (driver) => driver.setLock('mine.co.tz', true)],
  ['protectid', (driver) => driver.setPrivacy('mine.co.tz', true)],
]

/** What went wrong, how often the stub acted, and what the outcome is. */
const faults: [string, Fault, number, object][] = [
  ['a cut before it acts', { what: 'cut-before' }, 0, { state: 'unknown' }],
  ['a cut after it acted', { what: 'cut-after' }, 1, { state: 'unknown' }],
  ['HTTP 500 after it acted', { what: 'error-after' }, 1, { state: 'unknown' }],
  ['HTTP 504 after it acted', { what: 'error-after', status: 504 }, 1, { state: 'unknown' }],
  ['a success with HTTP 500', { what: 'error-after', text: '"success"' }, 1, { state: 'unknown' }],
  ['a page after it acted', { what: 'html', acts: true }, 1, { state: 'unknown' }],
  ['a page instead of acting', { what: 'html', acts: false }, 0, { state: 'unknown' }],
  ['another name', { what: 'other-name', name: 'other.com' }, 1, { state: 'unknown' }],
  ['an answer of 100 MB', { what: 'huge', bytes: 100 * 1024 * 1024 }, 1, { state: 'unknown' }],
  [
    'a redirect to an inner address',
    { what: 'redirect', to: 'http://169.254.169.254/' },
    0,
    { state: 'unknown' },
  ],
  ['a redirect that keeps the body', { what: 'redirect', to: '/', status: 307 }, 0, { state: 'unknown' }],
  ['a text that nobody knows', { what: 'says', body: { ok: 'yes' } }, 0, { state: 'unknown' }],
  [
    'a time-out behind it',
    { what: 'says', body: { error: 'Connection timed out' } },
    0,
    { state: 'unknown' },
  ],
  [
    'too many calls',
    { what: 'too-many', retryAfter: '30' },
    0,
    { state: 'later', reason: 'limit', after: new Date('2026-11-28T09:30:30Z') },
  ],
  [
    'maintenance',
    { what: 'says', body: { result: 'error', message: 'Down for maintenance' } },
    0,
    { state: 'later', reason: 'maintenance' },
  ],
  [
    'a blocked address',
    { what: 'html', acts: false, status: 403 },
    0,
    { state: 'later', reason: 'credentials' },
  ],
  ['a refusal', { what: 'says', body: { error: 'No' } }, 0, { state: 'refused', reason: 'other' }],
]

describe.each(changes)('%s', (endpoint, change) => {
  test.each(faults)('%s', async (_, fault, acted, outcome) => {
    stub.tell(fault)
    const { driver, log } = openDriver(stub, { clock })
    expect(await change(driver)).toMatchObject(outcome)
    expect(stub.journal.map(({ endpoint, did }) => ({ endpoint, did }))).toEqual([
      { endpoint, did: acted ? endpoint : null },
    ])
    expect(log).toHaveLength(1)
  })

  test('no connection', async () => {
    const { driver } = openDriver(stub, { clock })
    await stub.close()
    expect(await change(driver)).toMatchObject({ state: 'later', reason: 'unreachable' })
    stub = await startStub({ clock })
  })
})

test('an answer that does not come in time is unknown, of every change, and none is sent again', async () => {
  const late: Fault[] = [{ what: 'hang' }, { what: 'delay', ms: 60_000 }, { what: 'slow-bytes', ms: 1_000 }]
  const { driver } = openDriver(stub, { clock, timeoutMs: 2_000 })
  const asked = changes.flatMap(([endpoint, change]) =>
    late.map((fault) => {
      stub.tell(fault, { on: endpoint })
      return change(driver)
    }),
  )
  const unknown = { state: 'unknown', words: 'no answer in time' }
  expect(await Promise.all(asked)).toEqual(asked.map(() => unknown))
  expect(stub.journal).toHaveLength(asked.length)
  expect(stub.journal.filter(({ did }) => did)).toHaveLength(asked.length)
})

describe('a reading call', () => {
  const reads: [string, (driver: RegistrarDriver) => Promise<unknown>][] = [
    ['balance', (driver) => driver.balance()],
    ['prices', (driver) => driver.prices()],
    ['check', (driver) => driver.check(['a.com'])],
  ]
  const failures: [string, Fault, string][] = [
    ['a cut', { what: 'cut-before' }, 'unclear'],
    ['a page', { what: 'html', acts: false }, 'unclear'],
    ['HTTP 500', { what: 'error-after' }, 'unclear'],
    ['100 MB', { what: 'huge', bytes: 100 * 1024 * 1024 }, 'unclear'],
    ['a redirect', { what: 'redirect', to: 'http://127.0.0.1:1/' }, 'unclear'],
    ['too many calls', { what: 'too-many' }, 'limit'],
    ['a closed shop', { what: 'error-after', status: 503, text: '{"error":"Maintenance"}' }, 'maintenance'],
    ['a refusal', { what: 'says', body: { error: 'No' } }, 'refused'],
  ]

  test.each(reads.flatMap(([name, read]) => failures.map((failure) => [name, ...failure, read] as const)))(
    '%s: %s',
    async (_, __, fault, reason, read) => {
      stub.tell(fault)
      await expect(read(openDriver(stub, { clock }).driver)).rejects.toMatchObject({
        name: 'ProviderFailed',
        reason,
      })
      expect(stub.journal).toHaveLength(1)
    },
  )
})

describe('about another name', () => {
  test.each(['information', 'sync'] as const)('%s is unclear', async (endpoint) => {
    if (endpoint === 'sync') stub.tell({ what: 'html', acts: false }, { on: 'information' })
    stub.tell({ what: 'other-name', name: 'other.com' }, { on: endpoint })
    stub.tell({ what: 'html', acts: false }, { on: 'sync' })
    expect(await openDriver(stub, { clock }).driver.info('mine.co.tz')).toMatchObject({ state: 'unclear' })
  })
})

describe('no log and no words have', () => {
  const writings = [
    CODE,
    CODE.toUpperCase(),
    encodeURIComponent(CODE),
    CODE.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
    new URLSearchParams({ s: CODE }).toString().slice(2),
  ]

  test.each(writings)('the transfer code written as %s', async (written) => {
    stub.tell({ what: 'says', body: { error: `The registry refused ${written}: invalid EPP code` } })
    const { driver, log } = openDriver(stub, { clock })
    const outcome = await driver.transferIn({ ...orderOf('away.com'), code: CODE })
    expect(outcome).toEqual({
      state: 'refused',
      reason: 'auth-code',
      words: 'The registry refused •••: invalid EPP code',
    })
    expect(JSON.stringify(log)).not.toMatch(/Xk9|XK9/)
  })

  test.each(writings)('the transfer code written as %s in a record', async (written) => {
    stub.tell(
      { what: 'says', body: { failed: true, reason: `The registry refused ${written}: invalid EPP code` } },
      { on: 'transfersync' },
    )
    const { driver, log } = openDriver(stub, { clock })
    const info = await driver.transferInfo('away.com', CODE)
    expect(info).toMatchObject({ state: 'failed', words: 'The registry refused •••: invalid EPP code' })
    expect(JSON.stringify(log)).not.toMatch(/Xk9|XK9/)
  })

  test('the key and the token', async () => {
    stub.tell({ what: 'says', body: { error: `Bad key ${stub.key}` } })
    const { driver, log } = openDriver(stub, { clock })
    const outcome = await driver.renew('mine.co.tz', 1, now)
    expect(JSON.stringify(outcome)).not.toContain(stub.key)
    const { headers } = stub.journal[0]!
    stub.tell({ what: 'says', body: { error: `Bad ${String(headers['token'])}` } })
    expect(JSON.stringify(await driver.renew('mine.co.tz', 1, now))).not.toContain(headers['token'])
    expect(JSON.stringify(log)).not.toContain(stub.key)
  })

  test('the code that a name is moved with', async () => {
    const { code } = stub.books.names.get('mine.co.tz')!
    for (const body of [
      { error: `Locked, code ${code}` },
      { result: 'ok', text: code },
      `${code} is your code`,
    ]) {
      stub.tell({ what: 'says', body })
      const { driver, log } = openDriver(stub, { clock })
      expect(JSON.stringify([await driver.authCode('mine.co.tz'), log])).not.toContain(code.slice(0, 8))
    }
  })
})
