import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readAllowedTargets } from '../../../../../server/http/outbound.ts'
import type { Contact, RegisterOrder, RegistrarDriver } from '../driver.ts'
import { type LoggedCall, providerCall } from '../provider-call.ts'
import { resellerCoTz } from './driver.ts'
import { startStub, type Stub, type StubEndpoint, type StubFault } from './testing/stub.ts'

/** Longer than an answer on loopback takes on a slow machine. Only answers that never end use it up. */
const SHORT_MS = 1_500
const KEY = 'live+key/1='
const day = (text: string) => new Date(`${text}T00:00:00Z`)
const NOW = day('2026-12-01')

const holder: Contact = {
  first_name: 'Asha',
  last_name: 'Mushi',
  company: null,
  email: 'asha@example.com',
  phone: '+255700000100',
  address: 'Plot 1',
  city: 'Arusha',
  state: 'Arusha',
  postcode: '23101',
  country: 'TZ',
}
const order: RegisterOrder = {
  name: 'duka.co.tz',
  years: 2,
  holder,
  nameservers: ['ns1.kikoa.example', 'ns2.kikoa.example'],
  is_private: true,
  // Its interface takes none.
  extra: { 'Company ID Number': 'CPR-1' },
}

let stub: Stub
let logged: LoggedCall[]

const driverOf = (timeoutMs?: number, key = KEY, base_url = stub.url): RegistrarDriver =>
  resellerCoTz.open(
    { base_url, username: null, key, currency: 'TZS' },
    providerCall({
      targets: { allowed: readAllowedTargets(stub.target)! },
      log: (call) => logged.push(call),
      ...(timeoutMs && { timeoutMs }),
    }),
  )

beforeEach(async () => {
  logged = []
  stub = await startStub({
    key: KEY,
    now: () => NOW,
    names: { 'old.co.tz': { expires_at: day('2027-03-01') }, 'gone.co.tz': { status: 'cancelled' } },
    taken: ['others.co.tz'],
  })
})
afterEach(() => stub.close())

/** The calls that change something, by endpoint, with what they are told of `old.co.tz` or of a new name. */
const changes: [StubEndpoint, (driver: RegistrarDriver) => Promise<{ state: string }>][] = [
  ['register', (driver) => driver.register(order)],
  ['renew', (driver) => driver.renew('old.co.tz', 1, day('2027-03-01'))],
  ['transfer-in', (driver) => driver.transferIn({ ...order, name: 'in.co.tz', code: 'EPP-code-1' })],
  ['nameservers', (driver) => driver.setNameservers('old.co.tz', ['a.example.com', 'b.example.com'])],
  ['contacts', (driver) => driver.setContacts('old.co.tz', holder)],
  ['lock', (driver) => driver.setLock('old.co.tz', true)],
  ['privacy', (driver) => driver.setPrivacy('old.co.tz', true)],
]
const billable = changes.slice(0, 3)
const sentTo = (endpoint: StubEndpoint) => stub.requests.filter((one) => one.endpoint === endpoint)

describe('what goes well', () => {
  test('a registration, with all that was ordered and what it cost', async () => {
    expect(await driverOf().register(order)).toEqual({
      state: 'done',
      expires_at: day('2028-12-01'),
      ref: 'T1',
      cost: { amount: 6_000_000, currency: 'TZS' },
    })
    expect(stub.journal).toEqual([{ action: 'register', name: 'duka.co.tz', years: 2, cost: 60_000 }])
    expect(sentTo('register')[0]!.body).toMatchObject({
      domain_name: 'duka.co.tz',
      years: 2,
      period: 2,
      nameservers: order.nameservers,
      privacy: true,
      registrant: { name: 'Asha Mushi', email: 'asha@example.com', country: 'TZ' },
    })
    expect(await driverOf().info('duka.co.tz')).toEqual({
      state: 'ours',
      expires_at: day('2028-12-01'),
      status: 'active',
      nameservers: order.nameservers,
      is_locked: false,
      is_private: true,
    })
  })

  test('an order that waits is pending until it ran', async () => {
    stub.hold(true)
    expect(await driverOf().register(order)).toEqual({
      state: 'ordered',
      ref: 'T1',
      cost: { amount: 6_000_000, currency: 'TZS' },
      words: 'Accepted.',
    })
    expect(await driverOf().info('duka.co.tz')).toEqual({ state: 'pending' })
    stub.release()
    expect(await driverOf().info('duka.co.tz')).toMatchObject({ state: 'ours' })
  })

  test('a name whose order was cancelled is registered by its own route', async () => {
    expect(await driverOf().info('gone.co.tz')).toEqual({ state: 'absent' })
    await driverOf().register({ ...order, name: 'gone.co.tz' })
    expect(sentTo('register')).toHaveLength(0)
    expect(stub.journal).toMatchObject([{ action: 'register-again', name: 'gone.co.tz' }])
  })

  test('a renewal is done when the date moved, and waits until it did', async () => {
    stub.hold(true)
    expect(await driverOf().renew('old.co.tz', 2, day('2027-03-01'))).toMatchObject({ state: 'ordered' })
    stub.release()
    stub.hold(false)
    expect(await driverOf().info('old.co.tz')).toMatchObject({ expires_at: day('2029-03-01') })
    expect(await driverOf().renew('old.co.tz', 1, day('2029-03-01'))).toEqual({
      state: 'done',
      expires_at: day('2030-03-01'),
      ref: 'T2',
      cost: { amount: 3_000_000, currency: 'TZS' },
    })
    expect(stub.books.balance).toBe(1_000_000 - 60_000 - 30_000)
  })

  test('a renewal is not bought where the date has moved already', async () => {
    stub.books.names.get('old.co.tz')!.expires_at = day('2028-03-01')
    expect(await driverOf().renew('old.co.tz', 1, day('2027-03-01'))).toEqual({
      state: 'done',
      expires_at: day('2028-03-01'),
    })
    expect(stub.journal).toEqual([])
  })

  test('a transfer waits for the other registrar', async () => {
    stub.hold(true)
    const driver = driverOf()
    expect(await driver.transferIn({ ...order, code: 'EPP-code-1' })).toMatchObject({ state: 'ordered' })
    expect(await driver.info('duka.co.tz')).toEqual({ state: 'pending' })
    expect(await driver.transferInfo('duka.co.tz')).toEqual({ state: 'pending' })
    stub.release()
    expect(await driver.transferInfo('duka.co.tz')).toMatchObject({ state: 'ours', status: 'active' })
  })

  test.each([
    ['The auth code EPP-code-1 is invalid', 'auth-code'],
    ['The domain is locked', 'locked'],
    ['Registered less than 60 days ago', 'too-new'],
    ['The current registrar has rejected it', 'objected'],
    ['Something else', 'other'],
  ])('a transfer that has failed says why: %s', async (failure, reason) => {
    stub.hold(true)
    const driver = driverOf()
    await driver.transferIn({ ...order, code: 'EPP-code-1' })
    Object.assign(stub.books.names.get('duka.co.tz')!, { status: 'transfer_failed', failure })
    const found = await driver.transferInfo('duka.co.tz', 'EPP-code-1')
    expect(found).toMatchObject({ state: 'failed', reason })
    expect(JSON.stringify(found)).not.toContain('EPP-code-1')
    expect(await driver.info('duka.co.tz')).toEqual({ state: 'absent' })
    stub.hold(false)
    expect(await driver.transferIn({ ...order, code: 'EPP-code-1' })).toMatchObject({ state: 'done' })
  })

  test('nameservers, holder, lock, privacy and the transfer code', async () => {
    const driver = driverOf()
    for (const [endpoint, change] of changes.slice(3)) {
      expect(await change(driver)).toEqual({ state: 'done' })
      if (endpoint === 'lock') await driver.setLock('old.co.tz', false)
    }
    expect(stub.books.names.get('old.co.tz')).toMatchObject({
      nameservers: ['a.example.com', 'b.example.com'],
      registrant: { email: 'asha@example.com' },
      is_locked: false,
      is_private: true,
    })
    expect(await driver.authCode('old.co.tz')).toEqual({ state: 'done', code: 'EPP-code-1' })
  })

  test('availability with the price of a first year', async () => {
    expect(await driverOf().check(['duka.co.tz', 'others.co.tz', 'old.co.tz'])).toEqual([
      { name: 'duka.co.tz', state: 'available', price: { amount: 3_000_000, currency: 'TZS' } },
      { name: 'others.co.tz', state: 'taken' },
      { name: 'old.co.tz', state: 'taken' },
    ])
  })

  test('availability in the bare shape of the provider’s page', async () => {
    stub.tell('check', { answer: { status: 200, body: { success: true, available: true, price: '35,000' } } })
    expect(await driverOf().check(['duka.co.tz'])).toEqual([
      { name: 'duka.co.tz', state: 'available', price: { amount: 3_500_000, currency: 'TZS' } },
    ])
  })

  test('the balance', async () => {
    expect(await driverOf().balance()).toEqual({ amount: 100_000_000, currency: 'TZS' })
  })

  test('prices are of no list', async () => {
    const driver = driverOf()
    await expect(driver.prices()).rejects.toMatchObject({ reason: 'refused' })
    expect(driver.capabilities('co.tz').has('prices')).toBe(false)
    expect(driver.capabilities('co.tz').has('renew')).toBe(true)
    expect(stub.requests).toEqual([])
  })

  test('a base address with a slash at the end, and a bare host', async () => {
    for (const url of [`${stub.url}/`, stub.url.replace('/api/v1', ''), stub.url.replace('/api/v1', '/')])
      expect(await driverOf(undefined, KEY, url).balance()).toMatchObject({ currency: 'TZS' })
  })
})

describe('a change that may have been done is unknown, and is not sent again', () => {
  const faults: [string, StubFault, done: number][] = [
    ['a cut before it was done', { cut: 'before' }, 0],
    ['a cut after it was done', { cut: 'after' }, 1],
    ['HTTP 500 after it was done', { failAfter: 500 }, 1],
    ['HTTP 422 of the registry after it was done', { failAfter: 422 }, 1],
    ['HTTP 400 of the registry after it was done', { failAfter: 400 }, 1],
    ['HTML', { html: true }, 1],
    ['another name in the answer', { lie: 'others.co.tz' }, 1],
    ['an answer of 100 MB', { bytes: 100 * 1024 * 1024 }, 1],
    [
      'a redirect',
      { answer: { status: 307, body: {}, headers: { location: '/api/v1/domains/register' } } },
      0,
    ],
    ['success without data', { answer: { status: 200, body: { success: 'true' } } }, 0],
    [
      'success with errors',
      { answer: { status: 200, body: { success: true, errors: { registry: ['no'] } } } },
      0,
    ],
    ['a failure with HTTP 200', { answer: { status: 200, body: { success: false, message: 'Failed.' } } }, 0],
    ['an empty answer', { answer: { status: 200, body: '' } }, 0],
    ['a list', { answer: { status: 200, body: [] } }, 0],
    ['a gateway that waited too long', { answer: { status: 504, body: '<h1>Gateway Time-out</h1>' } }, 0],
    [
      'a service that is unavailable',
      { answer: { status: 503, body: { success: false, message: 'Unavailable' } } },
      0,
    ],
  ]

  test.each(faults)('%s', async (_, fault, done) => {
    for (const [endpoint, change] of changes) {
      stub.tell(endpoint, fault)
      const before = stub.journal.length
      expect((await change(driverOf())).state, endpoint).toBe('unknown')
      expect(sentTo(endpoint), endpoint).toHaveLength(1)
      expect(stub.journal.length - before, endpoint).toBe(done)
      if (endpoint === 'lock') stub.books.names.get('old.co.tz')!.is_locked = false
    }
  })

  test.each(billable)('%s: no answer, and bytes without an end', async (endpoint, change) => {
    for (const fault of [{ hang: 'after' }, { slow: 0 }] as StubFault[]) {
      stub.tell(endpoint, fault)
      expect(await change(driverOf(SHORT_MS))).toEqual({ state: 'unknown', words: 'no answer in time' })
      for (const name of ['duka.co.tz', 'in.co.tz']) stub.books.names.delete(name)
      stub.books.names.get('old.co.tz')!.expires_at = day('2027-03-01')
    }
    expect(stub.journal).toHaveLength(2)
    expect(sentTo(endpoint)).toHaveLength(2)
  })

  test.each(billable)('%s: success that names no domain', async (endpoint, change) => {
    stub.tell(endpoint, {
      answer: { status: 200, body: { success: true, message: 'Done.', data: { id: 1 } } },
    })
    expect((await change(driverOf())).state).toBe('unknown')
  })

  test('a name of which the account has a record is not ordered again', async () => {
    stub.tell('register', { cut: 'after' })
    await driverOf().register(order)
    expect(await driverOf().register(order)).toMatchObject({ state: 'unknown' })
    expect(await driverOf().transferIn({ ...order, code: 'EPP-code-1' })).toMatchObject({ state: 'unknown' })
    expect(stub.journal).toHaveLength(1)
  })

  test('words that another call would be refused with', async () => {
    stub.tell('renew', {
      answer: { status: 409, body: { success: false, message: 'The domain is not available' } },
    })
    expect(await changes[1]![1](driverOf())).toMatchObject({ state: 'unknown' })
  })

  test.each([
    ['records that are no texts', '{"toString":1,"valueOf":1}'],
    ['lists in lists', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ])('%s where texts belong', async (_, odd) => {
    const written = (value: unknown) => JSON.stringify(value).replaceAll('"ODD"', odd)
    const failure = written({ success: false, message: 'ODD', errors: { email: ['ODD'], registry: 'ODD' } })
    const domain = {
      domain_name: 'old.co.tz',
      status: 'ODD',
      expires_at: 'ODD',
      is_locked: ['ODD'],
      nameservers: ['ODD'],
    }
    const success = written({
      success: true,
      message: 'ODD',
      data: { domain, amount: 'ODD', balance: 'ODD' },
    })
    for (const [status, body] of [
      [422, failure],
      [200, success],
    ] as const) {
      for (const [endpoint, change] of changes) {
        stub.tell(endpoint, { answer: { status, body } })
        const { state } = await change(driverOf())
        expect(state, endpoint).toMatch(status === 422 ? /^unknown$/ : /^(unknown|ordered|done)$/)
      }
      stub.tell('info', { answer: { status, body } })
      expect(await driverOf().info('old.co.tz')).toMatchObject({ state: 'unclear' })
      stub.tell('balance', { answer: { status, body } })
      await expect(driverOf().balance()).rejects.toMatchObject({ reason: 'unclear' })
    }
  })

  test('a registration that the answer calls expired', async () => {
    stub.tell('register', { adds: { status: 'expired', expiry_date: '2020-01-01' } })
    expect(await driverOf().register(order)).toMatchObject({ state: 'unknown' })
  })

  test('a lock that the answer calls open, and other nameservers than were sent', async () => {
    stub.tell('lock', { adds: { is_locked: 'unlocked' } })
    expect(await driverOf().setLock('old.co.tz', true)).toMatchObject({ state: 'unknown' })
    stub.books.names.get('old.co.tz')!.is_locked = false
    stub.tell('nameservers', { adds: { nameservers: [{ hostname: 'ns1.other.example' }] } })
    expect(await changes[3]![1](driverOf())).toMatchObject({ state: 'unknown' })
    stub.tell('privacy', { adds: { privacy: false } })
    expect(await driverOf().setPrivacy('old.co.tz', true)).toMatchObject({ state: 'unknown' })
  })
})

describe('later: nothing was done', () => {
  test.each(changes)('%s: too many calls', async (endpoint, change) => {
    stub.tell(endpoint, { answer: { status: 429, body: 'slow down', headers: { 'retry-after': '60' } } })
    expect(await change(driverOf())).toMatchObject({
      state: 'later',
      reason: 'limit',
      after: expect.any(Date),
    })
    expect(stub.journal).toEqual([])
  })

  test.each(changes)('%s: a wrong key, and a server that is not listed', async (_, change) => {
    expect(await change(driverOf(undefined, 'other'))).toMatchObject({
      state: 'later',
      reason: 'credentials',
    })
    stub.books.addresses = ['192.0.2.1']
    expect(await change(driverOf())).toMatchObject({
      state: 'later',
      reason: 'credentials',
      words: expect.stringContaining("this server's address must be listed"),
    })
    expect(stub.journal).toEqual([])
  })

  test.each(billable)('%s: the balance is too low', async (_, change) => {
    stub.books.balance = 10
    expect(await change(driverOf())).toMatchObject({ state: 'later', reason: 'balance' })
    expect(stub.journal).toEqual([])
    expect(stub.books.balance).toBe(10)
  })

  test.each(changes)('%s: maintenance', async (endpoint, change) => {
    stub.tell(endpoint, { answer: { status: 503, body: { message: 'Down for maintenance' } } })
    expect(await change(driverOf())).toMatchObject({ state: 'later', reason: 'maintenance' })
  })

  test.each(changes)('%s: no connection', async (_, change) => {
    await stub.close()
    expect(await change(driverOf())).toMatchObject({ state: 'later', reason: 'unreachable' })
    stub = await startStub()
  })

  test('a renewal of which the date before it can not be read', async () => {
    for (const fault of [{ failAfter: 500 }, { html: true }, { lie: 'others.co.tz' }] as StubFault[]) {
      stub.tell('info', fault)
      expect(await changes[1]![1](driverOf())).toMatchObject({ state: 'later', reason: 'unreachable' })
    }
    stub.tell('sync', { failAfter: 422 })
    expect(await changes[1]![1](driverOf())).toMatchObject({ state: 'later', reason: 'unreachable' })
    stub.books.names.get('old.co.tz')!.expires_at = null
    expect(await changes[1]![1](driverOf())).toMatchObject({ state: 'later', reason: 'unreachable' })
    expect(sentTo('renew')).toEqual([])
  })
})

describe('refused', () => {
  test('a name that others have, an ending that is not offered', async () => {
    expect(await driverOf().register({ ...order, name: 'others.co.tz' })).toMatchObject({
      state: 'refused',
      reason: 'taken',
    })
    expect(await driverOf().register({ ...order, name: 'duka.zz' })).toMatchObject({
      state: 'refused',
      reason: 'not-offered',
    })
  })

  test('a name that the account does not have', async () => {
    const driver = driverOf()
    const refused = { state: 'refused', reason: 'not-ours' }
    expect(await driver.renew('no.co.tz', 1, NOW)).toMatchObject(refused)
    expect(await driver.setLock('no.co.tz', true)).toMatchObject(refused)
    expect(await driver.authCode('no.co.tz')).toMatchObject(refused)
    expect(await driver.renew('gone.co.tz', 1, NOW)).toMatchObject(refused)
  })

  test('404 of the API itself, but for a new name', async () => {
    const reasons = ['unknown', 'not-ours', 'other', 'not-ours', 'not-ours', 'not-ours', 'not-ours']
    for (const [index, [endpoint, change]] of changes.entries()) {
      stub.tell(endpoint, { answer: { status: 404, body: { success: false, message: 'Not found.' } } })
      const outcome: { state: string; reason?: string } = await change(driverOf())
      expect(outcome.reason ?? outcome.state, endpoint).toBe(reasons[index])
    }
  })

  test('a transfer code, which is in no word', async () => {
    const outcome = await driverOf().transferIn({ ...order, code: 'Secret-code-9' })
    expect(outcome).toMatchObject({
      state: 'refused',
      reason: 'auth-code',
      words: expect.stringContaining('•••'),
    })
    expect(JSON.stringify([outcome, logged])).not.toContain('Secret-code-9')
  })

  test('a locked name', async () => {
    stub.books.names.get('old.co.tz')!.is_locked = true
    expect(await changes[3]![1](driverOf())).toMatchObject({ state: 'refused', reason: 'locked' })
  })

  test('a registration with a route that is not there is unknown', async () => {
    const driver = driverOf(undefined, KEY, stub.url.replace('v1', 'v2'))
    for (const [, change] of billable.filter(([endpoint]) => endpoint !== 'renew'))
      expect((await change(driver)).state).toBe('unknown')
  })
})

describe('info', () => {
  test('absent only where the API itself says so', async () => {
    expect(await driverOf().info('no.co.tz')).toEqual({ state: 'absent' })
    expect(await driverOf(undefined, KEY, stub.url.replace('v1', 'v2')).info('no.co.tz')).toMatchObject({
      state: 'unclear',
    })
    stub.tell('info', { answer: { status: 404, body: '<h1>Not found</h1>' } })
    expect(await driverOf().info('no.co.tz')).toMatchObject({ state: 'unclear' })
  })

  test.each<[string, StubFault]>([
    ['a cut', { cut: 'before' }],
    ['HTTP 500', { failAfter: 500 }],
    ['HTML', { html: true }],
    ['another name', { lie: 'others.co.tz' }],
    ['100 MB', { bytes: 100 * 1024 * 1024 }],
    ['too many calls', { answer: { status: 429, body: '' } }],
    ['a status that nobody knows, without a date', { adds: { status: 'odd', expiry_date: null } }],
  ])('unclear after %s', async (_, fault) => {
    stub.tell('info', fault)
    expect(await driverOf().info('old.co.tz')).toMatchObject({ state: 'unclear' })
  })

  test('unclear where the record was not compared with the registry', async () => {
    stub.tell('sync', { failAfter: 422 })
    expect(await driverOf().info('old.co.tz')).toMatchObject({
      state: 'unclear',
      words: expect.stringContaining('not compared'),
    })
    stub.tell('sync', { answer: { status: 429, body: '' } })
    expect(await driverOf().info('old.co.tz')).toMatchObject({ state: 'unclear' })
  })

  test('elsewhere after a transfer to others', async () => {
    stub.books.names.get('old.co.tz')!.status = 'transferred_away'
    expect(await driverOf().info('old.co.tz')).toEqual({ state: 'elsewhere' })
  })
})

describe('the list of names', () => {
  const pages = async () => {
    const found: string[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<NonNullable<RegistrarDriver['list']>>> = await driverOf().list!(cursor)
      found.push(...page.items.map(({ name }) => name))
      cursor = page.next
    } while (cursor)
    return found
  }

  beforeEach(async () => {
    await stub.close()
    const names = Object.fromEntries(Array.from({ length: 25 }, (_, i) => [`n${i}.co.tz`, {}]))
    stub = await startStub({
      key: KEY,
      perPage: 10,
      names: { ...names, 'gone.co.tz': { status: 'cancelled' } },
    })
  })

  test('is read page by page, without cancelled orders', async () => {
    expect(await pages()).toEqual(Array.from({ length: 25 }, (_, i) => `n${i}.co.tz`))
    expect(stub.requests.map(({ path }) => path.replace(/.*\?/, ''))).toEqual(
      [1, 2, 3].map((page) => `page=${page}&per_page=100`),
    )
  })

  test.each<[string, StubFault, number]>([
    ['an empty page', { page: 'empty' }, 1],
    ['an empty last page', { page: 'empty' }, 3],
    ['pages that are not there', { page: 'hidden' }, 2],
    ['an item without a name', { adds: { domains: [{ domain_name: null }] } }, 1],
    ['the page of another number', { adds: { pagination: { current_page: 7, last_page: 9 } } }, 1],
    ['no list', { adds: { domains: 'none' } }, 1],
  ])('fails with %s', async (_, fault, page) => {
    if (page > 1) stub.tell('list', {}, page - 1)
    stub.tell('list', fault)
    await expect(pages()).rejects.toMatchObject({ reason: 'unclear' })
  })

  test('is whole where no page has a number', async () => {
    stub.tell('list', {
      answer: { status: 200, body: { success: true, data: [{ domain_name: 'A.co.tz' }] } },
    })
    expect(await driverOf().list!(null)).toEqual({
      items: [{ name: 'a.co.tz', expires_at: null }],
      next: null,
    })
  })
})

describe('readings that bring nothing', () => {
  test.each<[string, StubFault, string]>([
    ['a cut', { cut: 'before' }, 'unclear'],
    ['HTTP 500', { failAfter: 500 }, 'unclear'],
    ['HTML', { html: true }, 'unclear'],
    ['no balance', { adds: { balance: 'much' } }, 'unclear'],
    ['too many calls', { answer: { status: 429, body: '' } }, 'limit'],
    ['maintenance', { answer: { status: 503, body: { message: 'Service Unavailable' } } }, 'maintenance'],
    ['no such record', { answer: { status: 404, body: { success: false, message: 'No.' } } }, 'refused'],
  ])('throw after %s', async (_, fault, reason) => {
    stub.tell('balance', fault)
    await expect(driverOf().balance()).rejects.toMatchObject({ name: 'ProviderFailed', reason })
  })

  test('a check of a name that the provider does not understand is unclear alone', async () => {
    stub.tell('check', {
      answer: { status: 422, body: { success: false, errors: { domain_name: ['Bad.'] } } },
    })
    stub.tell('check', { lie: 'others.co.tz' })
    stub.tell('check', { adds: { available: 'yes' } })
    expect(await driverOf().check(['a.co.tz', 'b.co.tz', 'c.co.tz', 'd.co.tz'])).toMatchObject([
      { state: 'unclear' },
      { state: 'unclear' },
      { state: 'unclear' },
      { state: 'available' },
    ])
    await expect(driverOf(undefined, 'other').check(['a.co.tz'])).rejects.toMatchObject({
      reason: 'credentials',
    })
  })

  test.each<[string, StubFault, string]>([
    ['an answer without a code', { adds: { epp_code: null } }, 'ordered'],
    ['a code that is a sentence', { adds: { epp_code: 'sent by mail' } }, 'unknown'],
    ['another name', { lie: 'others.co.tz' }, 'unknown'],
    ['HTML', { html: true }, 'unknown'],
    ['a cut', { cut: 'after' }, 'unknown'],
  ])('a transfer code: %s', async (_, fault, state) => {
    stub.tell('auth-code', fault)
    expect((await driverOf().authCode('old.co.tz')).state).toBe(state)
  })
})

test('the key is in no word and in no line of the log', async () => {
  const server = createServer((request, response) => {
    const key = String(request.headers['x-api-key'])
    response.writeHead(401).end(JSON.stringify({ message: `${key} ${encodeURIComponent(key)} ${btoa(key)}` }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const call = providerCall({
    targets: { allowed: readAllowedTargets(`127.0.0.1:${port}`)! },
    log: (line) => logged.push(line),
  })
  const account = { base_url: `http://127.0.0.1:${port}`, username: null, key: KEY, currency: 'TZS' }
  const outcome = await resellerCoTz.open(account, call).setLock('old.co.tz', true)
  expect(outcome).toEqual({ state: 'later', reason: 'credentials', words: '••• ••• •••' })
  expect(logged).toMatchObject([{ action: 'lock', target: 'old.co.tz', outcome: '401' }])
  server.close()
  await once(server, 'close')
})
