import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { stubName } from '../domains-reseller/stub/stub-books.ts'
import { holder, openDriver, orderOf } from '../domains-reseller/testing/open-driver.ts'
import type { Outcome, RegistrarDriver } from '../driver.ts'
import type { Fault } from '../stub/stub-server.ts'
import { openprovider } from './driver.ts'
import { type Endpoint, startStub, type Stub } from './stub/stub.ts'

const before = new Date('2027-11-28T00:00:00Z')
const never = () => new Promise<never>(() => {})
let stub: Stub

beforeEach(async () => {
  stub = await startStub({ wait: never })
  stub.books.names.set('mine.co.tz', stubName('mine.co.tz', { isLocked: false, expires_at: before }))
})
afterEach(() => stub.close())

const open = (timeoutMs?: number) =>
  openDriver(stub, { kind: openprovider, ...(timeoutMs && { timeoutMs }) }).driver

/** Every method that changes something, its endpoint, and the calls before it. */
const changes: [string, Endpoint, Endpoint[], (driver: RegistrarDriver) => Promise<Outcome>][] = [
  ['register', 'register', ['customers', 'customer'], (driver) => driver.register(orderOf('new.com'))],
  [
    'transfer',
    'transfer',
    ['customers', 'customer'],
    (driver) => driver.transferIn({ ...orderOf('away.com'), code: 'Xk9$&q<7' }),
  ],
  ['renew', 'renew', ['search'], (driver) => driver.renew('mine.co.tz', 1, before)],
  ['nameservers', 'update', ['search'], (driver) => driver.setNameservers('mine.co.tz', ['a.tz', 'b.tz'])],
  [
    'contacts',
    'update',
    ['search', 'customers', 'customer'],
    (driver) => driver.setContacts('mine.co.tz', holder),
  ],
  ['lock', 'update', ['search'], (driver) => driver.setLock('mine.co.tz', true)],
  ['privacy', 'update', ['search'], (driver) => driver.setPrivacy('mine.co.tz', true)],
]

/** What went wrong at the acting call, how often the stub acted, and what the outcome is. */
const faults: [string, Fault, number, object][] = [
  ['a cut before it acts', { what: 'cut-before' }, 0, { state: 'unknown' }],
  ['a cut after it acted', { what: 'cut-after' }, 1, { state: 'unknown' }],
  ['HTTP 500 after it acted', { what: 'error-after' }, 1, { state: 'unknown' }],
  ['HTTP 504 after it acted', { what: 'error-after', status: 504 }, 1, { state: 'unknown' }],
  [
    'a success with HTTP 500',
    { what: 'error-after', text: '{"code":0,"data":{"id":1,"status":"ACT"}}' },
    1,
    { state: 'unknown' },
  ],
  [
    'an unknown error after it acted',
    { what: 'error-after', text: '{"code":399,"desc":"Unknown"}' },
    1,
    { state: 'unknown' },
  ],
  ['a page after it acted', { what: 'html', acts: true }, 1, { state: 'unknown' }],
  ['a page instead of acting', { what: 'html', acts: false }, 0, { state: 'unknown' }],
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
    'a registry that is not reachable',
    { what: 'says', status: 500, body: { code: 10, desc: 'Not now' } },
    0,
    { state: 'unknown' },
  ],
  [
    'too many calls',
    { what: 'too-many', retryAfter: '30' },
    0,
    { state: 'later', reason: 'limit', after: expect.any(Date) },
  ],
  [
    'maintenance',
    { what: 'says', status: 500, body: { code: 4005, desc: 'Down' } },
    0,
    { state: 'later', reason: 'maintenance' },
  ],
  [
    'a blocked address',
    { what: 'html', acts: false, status: 403 },
    0,
    { state: 'later', reason: 'credentials' },
  ],
  [
    'a refusal',
    { what: 'says', status: 500, body: { code: 301, desc: 'No' } },
    0,
    { state: 'refused', reason: 'other' },
  ],
]

describe.each(changes)('%s', (name, endpoint, earlier, change) => {
  test.each(faults)('%s', async (_, fault, acted, outcome) => {
    stub.tell(fault, { on: endpoint })
    expect(await change(open())).toMatchObject(outcome)
    expect(stub.journal.map((call) => call.endpoint)).toEqual(['login', ...earlier, endpoint])
    expect(stub.journal.filter(({ did }) => did).map(({ did }) => did)).toEqual(acted ? [name] : [])
  })

  test.each(
    ['login', ...earlier].flatMap((first) =>
      faults.slice(0, 9).map(([what, fault]) => [first, what, fault] as const),
    ),
  )('is not sent where %s brought %s', async (first, _, fault) => {
    stub.tell(fault, { on: first as Endpoint })
    const outcome = await change(open())
    expect(outcome).toMatchObject({ state: 'later', reason: 'unreachable' })
    expect(stub.journal.filter(({ did }) => did)).toEqual([])
    expect(stub.journal.some((call) => call.endpoint === endpoint)).toBe(false)
  })

  test('no connection', async () => {
    const driver = open()
    await stub.close()
    expect(await change(driver)).toMatchObject({ state: 'later', reason: 'unreachable' })
    stub = await startStub()
  })
})

test('an answer that does not come in time is unknown, of every change, and none is sent again', async () => {
  const late: Fault[] = [{ what: 'hang' }, { what: 'delay', ms: 60_000 }, { what: 'slow-bytes', ms: 1_000 }]
  // Else the first renewal moves the date that the others read.
  stub.settings.hold = 'until-run'
  const asked = changes.flatMap(([, endpoint, , change]) =>
    late.map((fault) => {
      stub.tell(fault, { on: endpoint })
      return change(open(2_000))
    }),
  )
  const unknown = { state: 'unknown', words: 'no answer in time' }
  expect(await Promise.all(asked)).toEqual(asked.map(() => unknown))
  expect(stub.journal.filter(({ did }) => did)).toHaveLength(asked.length)
})

test('what is asked for twice is done and paid twice', async () => {
  const driver = open()
  for (const _ of [1, 2]) {
    const stale = new Date(stub.books.names.get('mine.co.tz')!.expires_at)
    await driver.renew('mine.co.tz', 1, stale)
    await driver.register(orderOf('new.co.tz'))
  }
  expect(stub.books.balance).toBe(464)
  expect(stub.books.names.get('mine.co.tz')!.expires_at).toEqual(new Date('2029-11-28T00:00:00Z'))
})

describe('a reading call', () => {
  const reads: [string, Endpoint, (driver: RegistrarDriver) => Promise<unknown>][] = [
    ['balance', 'balance', (driver) => driver.balance()],
    ['prices', 'prices', (driver) => driver.prices()],
    ['check', 'check', (driver) => driver.check(['a.com'])],
    ['list', 'search', (driver) => driver.list!(null)],
  ]
  const failures: [string, Fault, string][] = [
    ['a cut', { what: 'cut-before' }, 'unclear'],
    ['a page', { what: 'html', acts: false }, 'unclear'],
    ['HTTP 500', { what: 'error-after' }, 'unclear'],
    ['100 MB', { what: 'huge', bytes: 100 * 1024 * 1024 }, 'unclear'],
    ['a redirect', { what: 'redirect', to: 'http://127.0.0.1:1/' }, 'unclear'],
    ['success without data', { what: 'says', body: { code: 0, desc: '' } }, 'unclear'],
    ['too many calls', { what: 'too-many' }, 'limit'],
    ['a refusal', { what: 'says', status: 500, body: { code: 301, desc: 'No' } }, 'refused'],
  ]

  test.each(
    reads.flatMap(([name, endpoint, read]) =>
      failures.map(([what, fault, reason]) => [name, what, endpoint, fault, reason, read] as const),
    ),
  )('%s: %s', async (_, __, endpoint, fault, reason, read) => {
    stub.tell(fault, { on: endpoint })
    await expect(read(open())).rejects.toMatchObject({ name: 'ProviderFailed', reason })
    expect(stub.journal).toHaveLength(2)
  })

  test.each(failures)('info: %s', async (_, fault) => {
    stub.tell(fault, { on: 'search', times: 2 })
    expect(await open().info('mine.co.tz')).toMatchObject({ state: 'unclear' })
    expect(await open().transferInfo('mine.co.tz')).toMatchObject({ state: 'unclear' })
  })

  test('about another name is unclear', async () => {
    stub.tell({ what: 'other-name', name: 'other.com' }, { on: 'search' })
    expect(await open().info('mine.co.tz')).toMatchObject({ state: 'unclear' })
  })
})
