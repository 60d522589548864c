import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { stubName } from '../domains-reseller/stub/stub-books.ts'
import { holder, openDriver, orderOf } from '../domains-reseller/testing/open-driver.ts'
import type { RegistrarDriver } from '../driver.ts'
import { openprovider } from './driver.ts'
import { type Endpoint, startStub, type Stub } from './stub/stub.ts'

const before = new Date('2027-11-28T00:00:00Z')
const NAME = 'mine.co.tz'
let stub: Stub

beforeEach(async () => {
  stub = await startStub()
  stub.books.names.set(NAME, stubName(NAME, { expires_at: before }))
  stub.books.taken.add('theirs.com')
})
afterEach(() => stub.close())

const opened = () => openDriver(stub, { kind: openprovider })
const open = (): RegistrarDriver => opened().driver
const acts = () => stub.journal.map(({ did }) => did).filter(Boolean)
const callsTo = (...endpoints: Endpoint[]) =>
  stub.journal.filter(({ endpoint }) => endpoints.some((one) => one === endpoint))
const bodyTo = (endpoint: Endpoint) => callsTo(endpoint).at(-1)!.body

describe('what goes well', () => {
  test('a registration, with all that was ordered', async () => {
    const outcome = await open().register({ ...orderOf('new.co.tz'), years: 2, is_private: true })
    expect(outcome).toEqual({ state: 'done', expires_at: expect.any(Date), ref: expect.any(String) })
    const handle = 'KM100001-TZ'
    expect(bodyTo('register')).toEqual({
      domain: { name: 'new', extension: 'co.tz' },
      period: 2,
      unit: 'y',
      autorenew: 'off',
      owner_handle: handle,
      admin_handle: handle,
      tech_handle: handle,
      billing_handle: handle,
      name_servers: [
        { name: 'ns1.example.net', seq_nr: 1 },
        { name: 'ns2.example.net', seq_nr: 2 },
      ],
      is_private_whois_enabled: true,
    })
    expect(stub.books.balance).toBe(482)
    expect(await open().info('new.co.tz')).toMatchObject({
      state: 'ours',
      status: 'active',
      nameservers: ['ns1.example.net', 'ns2.example.net'],
      is_locked: true,
      is_private: true,
    })
  })

  test('an order that waits is pending until it is carried out', async () => {
    stub.settings.hold = 'until-run'
    const driver = open()
    expect(await driver.register(orderOf('new.com'))).toMatchObject({ state: 'ordered' })
    expect(await driver.info('new.com')).toEqual({ state: 'pending' })
    stub.runOrders()
    expect(await driver.info('new.com')).toMatchObject({ state: 'ours' })
  })

  test('a renewal is ordered, and the record says its date', async () => {
    const driver = open()
    expect(await driver.renew(NAME, 2, before)).toMatchObject({ state: 'ordered' })
    expect(bodyTo('renew')).toMatchObject({ domain: { name: 'mine', extension: 'co.tz' }, period: 2 })
    expect(await driver.info(NAME)).toMatchObject({ expires_at: new Date('2029-11-28T00:00:00Z') })
  })

  test('a renewal is not bought where the date has moved already', async () => {
    stub.books.names.get(NAME)!.expires_at = new Date('2028-11-28T00:00:00Z')
    expect(await open().renew(NAME, 1, before)).toEqual({
      state: 'done',
      expires_at: new Date('2028-11-28T00:00:00Z'),
    })
    expect(acts()).toEqual([])
  })

  test('a deleted name is brought back for one year, and for more it is refused', async () => {
    const name = 'late.com'
    stub.books.names.set(name, stubName(name, { expires_at: before, status: 'Redemption' }))
    const driver = open()
    expect(await driver.info(name)).toMatchObject({ state: 'ours', status: 'redemption' })
    expect(await driver.renew(name, 2, before)).toMatchObject({ state: 'refused', reason: 'other' })
    expect(await driver.renew(name, 1, before)).toMatchObject({ state: 'ordered' })
    expect(acts()).toEqual(['restore'])
    expect(await driver.info(name)).toMatchObject({
      status: 'active',
      expires_at: new Date('2028-11-28T00:00:00Z'),
    })
  })

  test('a transfer waits for the other registrar', async () => {
    stub.settings.hold = 'until-run'
    stub.books.elsewhere.set('away.com', { code: 'K7$&x', expires_at: before })
    const driver = open()
    expect(await driver.transferIn({ ...orderOf('away.com'), code: 'K7$&x' })).toMatchObject({
      state: 'ordered',
    })
    expect(bodyTo('transfer')).toMatchObject({ auth_code: 'K7$&x', autorenew: 'off', period: 1 })
    expect(await driver.transferInfo('away.com', 'K7$&x')).toEqual({ state: 'pending' })
    stub.runOrders()
    expect(await driver.transferInfo('away.com', 'K7$&x')).toMatchObject({ state: 'ours', status: 'active' })
  })

  test.each([
    [{ code: 'other' }, 'auth-code'],
    [{ code: 'K7$&x', isLocked: true }, 'locked'],
    [{ code: 'K7$&x', isNew: true }, 'too-new'],
    [{ code: 'K7$&x', isKept: true }, 'objected'],
  ])('a transfer that fails later says why: %j', async (there, reason) => {
    Object.assign(stub.books, { checks: 'later' })
    stub.settings.hold = 'until-run'
    stub.books.elsewhere.set('away.com', { expires_at: before, ...there })
    const driver = open()
    await driver.transferIn({ ...orderOf('away.com'), code: 'K7$&x' })
    stub.runOrders()
    const found = await driver.transferInfo('away.com', 'K7$&x')
    expect(found).toMatchObject({ state: 'failed', reason })
    expect(JSON.stringify(found)).not.toContain('K7$')
    expect(await driver.info('away.com')).toEqual({ state: 'absent' })
  })

  test('an earlier code is in no words of a transfer', async () => {
    stub.books.failed.set('away.com', 'Auth code Old-Code-99x of away.com is invalid')
    expect(await open().transferInfo('away.com', 'K7$&x')).toEqual({
      state: 'failed',
      reason: 'auth-code',
      words: 'Transfer Auth code ••• of away.com is invalid',
    })
    stub.tell(
      { what: 'says', status: 500, body: { code: 399, desc: 'Failed: Old-Code-99x' } },
      { on: 'search' },
    )
    const found = await open().transferInfo('away.com', 'K7$&x')
    expect(found).toMatchObject({ state: 'unclear' })
    expect(JSON.stringify(found)).not.toContain('Old')
  })

  test('nameservers, lock, privacy, holder and the transfer code', async () => {
    const driver = open()
    expect(await driver.setNameservers(NAME, ['a.tz', 'b.tz', 'c.tz'])).toEqual({ state: 'done' })
    expect(await driver.setLock(NAME, false)).toEqual({ state: 'done' })
    expect(await driver.setPrivacy(NAME, true)).toEqual({ state: 'done' })
    expect(await driver.setContacts(NAME, holder)).toEqual({ state: 'done' })
    expect(stub.books.names.get(NAME)).toMatchObject({
      nameservers: ['a.tz', 'b.tz', 'c.tz'],
      isLocked: false,
      isPrivate: true,
      contacts: { registrant: 'KM100001-TZ' },
    })
    const { code } = stub.books.names.get(NAME)!
    expect(await driver.authCode(NAME)).toEqual({ state: 'done', code })
  })

  test('a change of what is so already is done', async () => {
    stub.tell(
      { what: 'says', status: 500, body: { code: 1, desc: 'No changes in the data' } },
      { on: 'update' },
    )
    expect(await open().setLock(NAME, true)).toEqual({ state: 'done' })
  })

  test('availability with prices, the balance, and prices of endings', async () => {
    const driver = open()
    expect(await driver.check(['new.com', 'theirs.com', NAME, 'x.nowhere'])).toEqual([
      { name: 'new.com', state: 'available', price: { amount: 1375, currency: 'USD' }, is_premium: false },
      { name: 'theirs.com', state: 'taken' },
      { name: NAME, state: 'taken' },
      { name: 'x.nowhere', state: 'unclear' },
    ])
    expect(await driver.balance()).toEqual({ amount: 50_000, currency: 'USD' })
    expect((await driver.prices()).map(({ ending }) => ending)).toEqual(['com', 'co.tz', 'tz'])
    expect(await driver.prices(['com'])).toMatchObject([{ ending: 'com', register: 13.75, restore: 85 }])
    expect(callsTo('prices').at(-1)!.query.getAll('extensions')).toEqual(['com'])
  })

  test('prices of many endings are asked for fifty at a time, and of all page by page', async () => {
    const driver = open()
    const priced = (tld: string) => ({ ...stub.books.prices[0]!, tld })
    stub.books.prices = Array.from({ length: 510 }, (_, at) => priced(`.ending${at}`))
    const endings = stub.books.prices.slice(0, 120).map(({ tld }) => tld.slice(1))
    expect((await driver.prices(endings)).map(({ ending }) => ending)).toEqual(endings)
    expect(callsTo('prices')).toHaveLength(3)
    expect(await driver.prices()).toHaveLength(510)
    expect(callsTo('prices')).toHaveLength(6)
  })

  test('many names are checked twenty at a time', async () => {
    const names = Array.from({ length: 45 }, (_, at) => `name-${at}.com`)
    expect(await open().check(names)).toHaveLength(45)
    expect(callsTo('check')).toHaveLength(3)
  })
})

describe('the list of names', () => {
  const names = Array.from({ length: 450 }, (_, at) => `listed-${at}.com`)

  test('is read page by page, without orders and without what is gone', async () => {
    for (const name of names) stub.books.names.set(name, stubName(name))
    stub.books.names.set('gone.com', stubName('gone.com', { status: 'Transferred Away' }))
    stub.books.failed.set('failed.com', 'no')
    const driver = open()
    const listed: string[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<NonNullable<typeof driver.list>>> = await driver.list!(cursor)
      listed.push(...page.items.map(({ name }) => name))
      cursor = page.next
    } while (cursor)
    expect(listed).toEqual([NAME, ...names])
    expect(callsTo('search')).toHaveLength(3)
  })

  test.each([
    ['ends too early', { results: [], total: 9 }],
    ['names no name', { results: [{ id: 1 }], total: 1 }],
    ['is none', {}],
  ])('that %s is unclear', async (_, data) => {
    stub.tell({ what: 'says', body: { code: 0, data } }, { on: 'search' })
    await expect(open().list!(null)).rejects.toMatchObject({ name: 'ProviderFailed', reason: 'unclear' })
  })

  test('of prices that ends too early is unclear', async () => {
    stub.tell({ what: 'says', body: { code: 0, data: { results: [], total: 9 } } }, { on: 'prices' })
    await expect(open().prices()).rejects.toMatchObject({ reason: 'unclear' })
  })
})

describe('a holder', () => {
  const ordered = async (name: string, more: object = {}) => {
    await open().register({ ...orderOf(name), holder: { ...holder, ...more } })
    return bodyTo('register')['owner_handle']
  }

  test('who is the same person at the same place has one handle', async () => {
    const handle = await ordered('one.com')
    expect(await ordered('two.com')).toBe(handle)
    // The provider may write a number and an address together.
    Object.assign(stub.customers.get(String(handle))!, {
      phone: { country_code: '+255', area_code: '', subscriber_number: '700000100' },
      company_name: '',
    })
    expect(await ordered('three.com')).toBe(handle)
    expect(stub.customers.size).toBe(1)
  })

  test.each([
    [{ city: 'Arusha' }],
    [{ address: 'Samora Avenue 8' }],
    [{ phone: '+255700000101' }],
    [{ last_name: 'Mwangi' }],
    [{ company: 'Duka Ltd' }],
  ])('who differs in %j has another one', async (more) => {
    const handle = await ordered('one.com')
    expect(await ordered('two.com', more)).not.toBe(handle)
    expect(stub.customers.size).toBe(2)
  })

  test('who was made without an answer is found the next time', async () => {
    stub.tell({ what: 'cut-after' }, { on: 'customer' })
    const driver = open()
    expect(await driver.register(orderOf('one.com'))).toMatchObject({ state: 'later', reason: 'unreachable' })
    expect(callsTo('register')).toEqual([])
    expect(await driver.register(orderOf('one.com'))).toMatchObject({ state: 'done' })
    expect(stub.customers.size).toBe(1)
  })

  test('whom the provider refuses', async () => {
    stub.tell(
      { what: 'says', status: 500, body: { code: 116, desc: 'Invalid zipcode!' } },
      { on: 'customer' },
    )
    expect(await open().register(orderOf('one.com'))).toEqual({
      state: 'refused',
      reason: 'contact',
      words: 'Invalid zipcode! (116)',
    })
    const order = { ...orderOf('one.com'), holder: { ...holder, phone: 'none' } }
    expect(await open().register(order)).toMatchObject({ state: 'refused', reason: 'contact' })
    expect(callsTo('register')).toEqual([])
  })
})

describe('refused and later', () => {
  test.each([
    ['theirs.com', 'taken'],
    ['new.nowhere', 'not-offered'],
  ])('%s is %s', async (name, reason) => {
    expect(await open().register(orderOf(name))).toMatchObject({ state: 'refused', reason })
    expect(acts()).toEqual([])
  })

  test.each([400, 422, 500])('with HTTP %i', async (status) => {
    stub.settings.refused = status
    expect(await open().register(orderOf('theirs.com'))).toMatchObject({ state: 'refused', reason: 'taken' })
  })

  test('too little money waits', async () => {
    stub.books.balance = 5
    expect(await open().register(orderOf('new.com'))).toMatchObject({ state: 'later', reason: 'balance' })
    expect(await open().renew(NAME, 1, before)).toMatchObject({ state: 'later', reason: 'balance' })
    expect(acts()).toEqual([])
  })

  test('a wrong transfer code, which is in no word and no log', async () => {
    stub.books.elsewhere.set('away.com', { code: 'right', expires_at: before })
    const { driver, log } = opened()
    const outcome = await driver.transferIn({ ...orderOf('away.com'), code: 'Xk9$&q<7' })
    expect(outcome).toMatchObject({
      state: 'refused',
      reason: 'auth-code',
      words: 'Invalid EPP code ••• (318)',
    })
    expect(JSON.stringify([outcome, log])).not.toContain('Xk9')
  })

  test('what is to be done with a name that the account does not have', async () => {
    const driver = open()
    const refused = { state: 'refused', reason: 'not-ours' }
    expect(await driver.renew('no.com', 1, before)).toMatchObject(refused)
    expect(await driver.setLock('no.com', true)).toMatchObject(refused)
    expect(await driver.authCode('no.com')).toMatchObject(refused)
  })

  test('what is to be done with a name whose record is unclear, or whose order waits, is not sent', async () => {
    const driver = open()
    stub.tell({ what: 'other-name', name: 'other.com' }, { on: 'search' })
    expect(await driver.renew(NAME, 1, before)).toMatchObject({ state: 'later', reason: 'unreachable' })
    stub.settings.hold = 'until-run'
    await driver.register(orderOf('new.com'))
    expect(await driver.setLock('new.com', true)).toMatchObject({ state: 'later', reason: 'unreachable' })
    stub.books.names.get(NAME)!.status = 'XXX'
    expect(await driver.setLock(NAME, true)).toMatchObject({ state: 'later', reason: 'unreachable' })
    expect(acts()).toEqual(['register'])
  })

  test('a renewal without a date before it is not sent', async () => {
    const row = { id: 1, domain: { name: 'mine', extension: 'co.tz' }, status: 'ACT' }
    stub.tell({ what: 'says', body: { code: 0, data: { results: [row], total: 1 } } }, { on: 'search' })
    expect(await open().renew(NAME, 1, before)).toMatchObject({ state: 'later', reason: 'unreachable' })
    expect(acts()).toEqual([])
  })

  test('a transfer code that went to the holder', async () => {
    stub.tell({ what: 'says', status: 500, body: { code: 393, desc: 'Sent' } }, { on: 'auth-code' })
    expect(await open().authCode(NAME)).toMatchObject({ state: 'ordered' })
  })

  test('a transfer code in an error is in no word', async () => {
    const { code } = stub.books.names.get(NAME)!
    stub.tell(
      { what: 'says', status: 500, body: { code: 328, desc: `Locked, code ${code}` } },
      { on: 'auth-code' },
    )
    const outcome = await open().authCode(NAME)
    expect(outcome).toMatchObject({ state: 'refused', reason: 'locked' })
    expect(JSON.stringify(outcome)).not.toContain(code.slice(0, 8))
  })
})

describe('an answer that says too little of an order', () => {
  test.each<[string, Endpoint, object]>([
    ['no number', 'register', { status: 'ACT', expiration_date: '2027-11-28 00:00:00' }],
    ['no status', 'register', { id: 3 }],
    ['a failed status', 'register', { id: 3, status: 'FAI' }],
    ['an error', 'transfer', { status: 'REQ', error: 'Nameserver 1: IPv4 is not specified' }],
    ['another status', 'renew', { status: 'FAI' }],
    ['another number', 'update', { id: 1234, status: 'ACT' }],
    ['no status of a change', 'update', { id: 1 }],
  ])('%s', async (_, endpoint, data) => {
    stub.tell({ what: 'says', body: { code: 0, desc: '', data } }, { on: endpoint })
    const driver = open()
    const outcome =
      endpoint === 'register'
        ? await driver.register(orderOf('new.com'))
        : endpoint === 'transfer'
          ? await driver.transferIn({ ...orderOf('away.com'), code: 'K7' })
          : endpoint === 'renew'
            ? await driver.renew(NAME, 1, before)
            : await driver.setLock(NAME, false)
    expect(outcome).toMatchObject({ state: 'unknown' })
  })

  test('is ordered where only its date is missing', async () => {
    stub.tell({ what: 'says', body: { code: 0, data: { id: 3, status: 'ACT' } } }, { on: 'register' })
    expect(await open().register(orderOf('new.com'))).toMatchObject({ state: 'ordered', ref: '3' })
  })
})

describe('the log-in', () => {
  test('happens once for many calls at once', async () => {
    const driver = open()
    await Promise.all([driver.balance(), driver.info(NAME), driver.check(['a.com'])])
    await driver.balance()
    expect(callsTo('login')).toHaveLength(1)
  })

  test('happens again where the token is refused, and the call is sent once more', async () => {
    const driver = open()
    await driver.balance()
    stub.tokens.clear()
    expect(await driver.renew(NAME, 1, before)).toMatchObject({ state: 'ordered' })
    expect(callsTo('login')).toHaveLength(2)
    expect(acts()).toEqual(['renew'])
  })

  test('happens only once again', async () => {
    stub.tell({ what: 'says', status: 401, body: { code: 196, desc: 'No' } }, { on: 'renew', times: 9 })
    expect(await open().renew(NAME, 1, before)).toMatchObject({ state: 'later', reason: 'credentials' })
    expect([callsTo('login').length, callsTo('renew').length]).toEqual([2, 2])
  })

  test('with a wrong password is not tried again and again', async () => {
    const { driver, log } = openDriver(stub, { kind: openprovider, account: { key: 'other+pass/1' } })
    for (const _ of [1, 2, 3])
      expect(await driver.renew(NAME, 1, before)).toMatchObject({ state: 'later', reason: 'credentials' })
    await expect(driver.balance()).rejects.toMatchObject({ reason: 'credentials' })
    expect(stub.journal).toHaveLength(1)
    expect(JSON.stringify(log)).not.toContain('other')
  })

  test.each<[string, Parameters<Stub['tell']>[0], string]>([
    ['a cut', { what: 'cut-after' }, 'unreachable'],
    ['a page', { what: 'html', acts: true }, 'unreachable'],
    ['no token', { what: 'says', body: { code: 0, data: {} } }, 'unreachable'],
    [
      'too many log-ins',
      { what: 'says', status: 500, body: { code: 50, desc: 'Calls limit has been reached' } },
      'limit',
    ],
    ['maintenance', { what: 'says', status: 500, body: { code: 4005, desc: 'Maintenance' } }, 'maintenance'],
    ['another refusal', { what: 'says', status: 500, body: { code: 320, desc: 'No' } }, 'credentials'],
  ])('that brings %s leaves the call unsent', async (_, fault, reason) => {
    stub.tell(fault, { on: 'login' })
    expect(await open().renew(NAME, 1, before)).toMatchObject({ state: 'later', reason })
    expect(callsTo('search', 'renew')).toEqual([])
  })

  test('is in no word and no log', async () => {
    const { driver, log } = opened()
    await driver.balance()
    const [token] = stub.tokens
    const desc = `Bad ${stub.key} ${token}`
    stub.tell({ what: 'says', status: 500, body: { code: 320, desc } }, { on: 'renew' })
    expect(await driver.renew(NAME, 1, before)).toMatchObject({ words: 'Bad ••• ••• (320)' })
    expect(JSON.stringify(log)).not.toMatch(new RegExp(`${token}|Pass`))
  })
})

test('a bare host and a final slash do not matter', async () => {
  for (const base_url of [`http://${stub.host}`, `${stub.url}/ `])
    expect(
      await openDriver(stub, { kind: openprovider, account: { base_url } }).driver.balance(),
    ).toMatchObject({
      amount: 50_000,
    })
})
