import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { domainsReseller } from './driver.ts'
import { holder, openDriver, orderOf } from './testing/open-driver.ts'
import { shapes } from './stub/stub-answers.ts'
import { stubName } from './stub/stub-books.ts'
import { startStub, type Stub } from './stub/stub.ts'

const now = new Date('2026-11-28T09:30:00Z')
const clock = () => now
let stub: Stub

beforeEach(async () => {
  stub = await startStub({ clock })
  stub.books.names.set('mine.co.tz', stubName('mine.co.tz'))
  stub.books.taken.add('theirs.com')
})
afterEach(() => stub.close())

const open = () => openDriver(stub, { clock }).driver
const acts = () => stub.journal.map(({ did }) => did).filter(Boolean)

test('the kind has its limits', () => {
  expect(domainsReseller).toMatchObject({
    name: 'domains-reseller',
    settleMs: 86_400_000,
    limits: { aMinute: 100, aDay: 10_000 },
  })
  const can = open().capabilities('co.tz')
  expect(can.has('list')).toBe(false)
  expect(can.has('renew')).toBe(true)
  expect(open()).not.toHaveProperty('list')
})

describe.each(shapes)('a provider whose success has the shape %s', (shape) => {
  beforeEach(() => (stub.settings.shape = shape))

  test('registers, and says the name`s record', async () => {
    const driver = open()
    expect(await driver.info('new.co.tz')).toEqual({ state: 'absent' })
    const order = { ...orderOf('new.co.tz'), years: 2, is_private: true }
    expect(await driver.register(order)).toMatchObject({ state: 'ordered' })
    expect(await driver.info('new.co.tz')).toEqual({
      state: 'ours',
      expires_at: new Date('2028-11-28T00:00:00Z'),
      status: 'active',
      nameservers: ['ns1.example.net', 'ns2.example.net'],
      is_locked: true,
      is_private: true,
      holder_email: 'holder@example.com',
      is_contact_pending: false,
    })
    expect(stub.books.balance).toBe(482)
  })

  test('renews and transfers', async () => {
    const driver = open()
    expect(await driver.renew('mine.co.tz', 1, now)).toMatchObject({ state: 'ordered' })
    expect(await driver.info('mine.co.tz')).toMatchObject({ expires_at: new Date('2028-11-28T00:00:00Z') })
    const order = { ...orderOf('away.com'), code: 'K7$&x' }
    expect(await driver.transferIn(order)).toMatchObject({ state: 'ordered' })
    expect(stub.journal.at(-1)!.form).toMatchObject({ domain: 'away.com', eppcode: 'K7$&x', regperiod: '1' })
    expect(acts()).toEqual(['renew', 'transfer'])
  })

  test('changes nameservers, lock, privacy and contacts', async () => {
    const driver = open()
    const name = 'mine.co.tz'
    expect(await driver.setNameservers(name, ['a.tz', 'b.tz', 'c.tz'])).toEqual({ state: 'done' })
    expect(await driver.setLock(name, false)).toEqual({ state: 'done' })
    expect(await driver.setPrivacy(name, true)).toEqual({ state: 'done' })
    expect(await driver.setContacts(name, holder)).toEqual({ state: 'done' })
    expect(stub.books.names.get(name)).toMatchObject({
      nameservers: ['a.tz', 'b.tz', 'c.tz'],
      isLocked: false,
      isPrivate: true,
      contacts: { registrant: { firstname: 'Asha', phonenumber: '+255.700000100' } },
    })
    expect(stub.journal.at(-1)!.form).toMatchObject({
      contactdetails: { Registrant: { 'Last Name': 'Mushi & Sons', Country: 'TZ' } },
    })
    expect(await driver.setLock(name, true)).toEqual({ state: 'done' })
    expect(stub.books.names.get(name)!.isLocked).toBe(true)
  })

  test('hands out the code of an unlocked name', async () => {
    const driver = open()
    expect(await driver.authCode('mine.co.tz')).toMatchObject({ state: 'refused', reason: 'locked' })
    const one = stub.books.names.get('mine.co.tz')!
    one.isLocked = false
    expect(await driver.authCode('mine.co.tz')).toEqual({ state: 'done', code: one.code })
  })

  test('says prices, balance and availability', async () => {
    const driver = open()
    expect(await driver.balance()).toEqual({ amount: 50_000, currency: 'USD' })
    const prices = await driver.prices()
    expect(prices.find(({ ending }) => ending === 'com')).toMatchObject({ register: 13.75, restore: 85 })
    expect(prices.find(({ ending }) => ending === 'africa')).toMatchObject({ register: null, renew: 18 })
    expect(await driver.check(['free.com', 'theirs.com', 'theirs.tz', 'x.nowhere'])).toEqual([
      { name: 'free.com', state: 'available', is_premium: false },
      { name: 'theirs.com', state: 'taken', is_premium: false },
      { name: 'theirs.tz', state: 'available', is_premium: false },
      { name: 'x.nowhere', state: 'unclear', is_premium: false },
    ])
  })

  test.each([
    ['theirs.com', 'refused', 'taken'],
    ['new.nowhere', 'refused', 'not-offered'],
  ])('refuses %s', async (name, state, reason) => {
    expect(await open().register(orderOf(name))).toMatchObject({ state, reason })
    expect(acts()).toEqual([])
  })

  test('waits for money when the balance is too low', async () => {
    stub.books.balance = 5
    expect(await open().register(orderOf('new.com'))).toMatchObject({ state: 'later', reason: 'balance' })
    expect(stub.books.balance).toBe(5)
  })

  test('refuses to renew a name that it does not have', async () =>
    expect(await open().renew('new.com', 1, now)).toMatchObject({ state: 'refused', reason: 'not-ours' }))
})

test('an order has what the add-on needs of it', async () => {
  await open().register({ ...orderOf('new.co.tz'), is_private: true })
  const [{ form, headers }] = stub.journal as [(typeof stub.journal)[number]]
  expect(form).toMatchObject({
    domain: 'new.co.tz',
    regperiod: '1',
    nameservers: { ns1: 'ns1.example.net', ns2: 'ns2.example.net' },
    addons: { dnsmanagement: '0', emailforwarding: '0', idprotection: '1' },
  })
  const person = { fullname: 'Asha Mushi & Sons', zipcode: '11101', country: 'TZ', companyname: '' }
  for (const role of ['registrant', 'Registrant', 'admin', 'Admin', 'tech', 'Tech', 'billing', 'Billing'])
    expect(form['contacts']).toHaveProperty(role, expect.objectContaining(person))
  expect(headers).toMatchObject({
    username: stub.username,
    timestamp: String(now.getTime() / 1000),
    'content-type': 'application/x-www-form-urlencoded',
  })
})

test('an order that waits is pending where the provider says so', async () => {
  Object.assign(stub.settings, { hold: 3600_000, waiting: 'The order for this domain is pending' })
  const driver = open()
  expect(await driver.register(orderOf('new.com'))).toMatchObject({ state: 'ordered' })
  expect(await driver.info('new.com')).toEqual({ state: 'pending' })
  stub.settings.clockAheadMs = 3600_000
  expect(await driver.info('new.com')).toMatchObject({ state: 'ours' })
  expect(stub.books.balance).toBe(486.25)
})

test('an order that waits is absent until it is carried out', async () => {
  stub.settings.hold = 'until-run'
  const driver = open()
  expect(await driver.register(orderOf('new.com'))).toMatchObject({ state: 'ordered' })
  expect(await driver.info('new.com')).toEqual({ state: 'absent' })
  stub.runOrders()
  expect(await driver.info('new.com')).toMatchObject({ state: 'ours' })
})

test('what is asked for twice is done and paid twice', async () => {
  const driver = open()
  await driver.renew('mine.co.tz', 1, now)
  await driver.renew('mine.co.tz', 1, now)
  await driver.register(orderOf('new.co.tz'))
  await driver.register(orderOf('new.co.tz'))
  expect(acts()).toEqual(['renew', 'renew', 'register', 'register'])
  expect(stub.books.balance).toBe(464)
  expect(stub.books.names.get('mine.co.tz')!.expires_at).toEqual(new Date('2029-11-28T00:00:00Z'))
})

describe('the record of a name', () => {
  test('is asked of the registry where the provider`s own has no date', async () => {
    stub.tell({
      what: 'says',
      body: { domain: 'mine.co.tz', registrationStatus: 'Active', expiryDate: '0000-00-00' },
    })
    expect(await open().info('mine.co.tz')).toEqual({
      state: 'ours',
      status: 'active',
      expires_at: new Date('2027-11-28T00:00:00Z'),
    })
    expect(stub.journal.map(({ endpoint }) => endpoint)).toEqual(['information', 'sync'])
  })

  test('is asked of the registry where the provider`s own cannot be read', async () => {
    stub.tell({ what: 'html', acts: false })
    expect(await open().info('mine.co.tz')).toMatchObject({ state: 'ours', status: 'active' })
  })

  test('is unclear where neither can be read', async () => {
    stub.tell({ what: 'error-after' }, { times: 2 })
    expect(await open().info('mine.co.tz')).toMatchObject({ state: 'unclear' })
    expect(stub.journal).toHaveLength(2)
  })

  test('is elsewhere where the registry says so', async () => {
    Object.assign(stub.books.names.get('mine.co.tz')!, { status: 'Transferred Away' })
    stub.tell({ what: 'html', acts: false })
    expect(await open().info('mine.co.tz')).toEqual({ state: 'elsewhere' })
    expect(await open().info('mine.co.tz')).toEqual({ state: 'elsewhere' })
  })

  test('is not asked for a second time where the provider did not answer', async () => {
    stub.tell({ what: 'cut-before' })
    expect(await open().info('mine.co.tz')).toMatchObject({ state: 'unclear' })
    stub.tell({ what: 'too-many' })
    expect(await open().info('mine.co.tz')).toMatchObject({ state: 'unclear' })
    expect(stub.journal).toHaveLength(2)
  })
})

describe('an address of the older interface', () => {
  const old = () =>
    openDriver(stub, { account: { base_url: `http://${stub.host}/clients/domainsResellerAPI/api.php` } })
      .driver
  const words = expect.stringContaining('older interface')

  test('is said so, and nothing is sent', async () => {
    await expect(old().balance()).rejects.toMatchObject({ name: 'ProviderFailed', message: words })
    await expect(old().prices()).rejects.toMatchObject({ name: 'ProviderFailed', message: words })
    await expect(old().check(['a.com'])).rejects.toMatchObject({ name: 'ProviderFailed', message: words })
    expect(await old().info('mine.co.tz')).toEqual({ state: 'unclear', words })
    expect(await old().renew('mine.co.tz', 1, now)).toMatchObject({ state: 'later', words })
    expect(stub.journal).toEqual([])
  })
})

test('an account without a user name sends nothing', async () => {
  const { driver } = openDriver(stub, { account: { username: null } })
  expect(await driver.renew('mine.co.tz', 1, now)).toMatchObject({ state: 'later', reason: 'credentials' })
  expect(stub.journal).toEqual([])
})

test('a final slash of the address does not matter', async () =>
  expect(
    await openDriver(stub, { clock, account: { base_url: `${stub.url}/ ` } }).driver.balance(),
  ).toMatchObject({
    amount: 50_000,
  }))
