import { afterAll, afterEach, expect, test } from 'vitest'
import { eightTimes } from '../../../../app/testing/eight-times.ts'
import { readAllowedTargets } from '../../../../server/http/outbound.ts'
import { endings } from '../../../catalogue/catalogue.ts'
import { registrarBalances } from '../balances.jobs.ts'
import { startStub as startResellerCoTz } from '../drivers/reseller-co-tz/testing/stub.ts'
import { openRegistrarShop } from '../testing/registrar-shop.ts'

/** What names cost at a registrar is read from its list, and changes no price of the shop. */

const other = await startResellerCoTz({ prices: { 'co.tz': 30_000 } })
const here = await openRegistrarShop({ env: { OUTBOUND_ALLOW: '127.0.0.1/32' } })
const { stub, shop, admin, account } = here
afterAll(async () => {
  await here.close()
  await other.close()
})
afterEach(() => {
  stub.mend()
  stub.settings.shape = 'string'
})

const path = `/api/admin/registrars/${account.id}/prices`
const read = (by = admin) => by.call('POST', path, {})
const costs = async () => (await admin.call('GET', '/api/admin/costs')).body
const stored = () =>
  shop.sql(`select * from registrar_prices where account_id = $1 order by ending`, [account.id])
const says = (body: unknown) => stub.tell({ what: 'says', body }, { on: 'pricing' })
const row = (more: object = {}) => ({
  tld: '.com',
  registrationPrice: '10.00',
  renewalPrice: '11.00',
  transferPrice: '-1.00',
  currencyCode: 'USD',
  years: [1, 2],
  ...more,
})
const savePrices = (price: number | null, renewal: number | null = null, versions = {}) =>
  admin.call('PATCH', '/api/admin/settings', {
    values: { 'catalogue.domains': [{ ...endings[0]!, price, renewal }, ...endings.slice(1)] },
    versions,
  })
const items = async () => (await admin.call('GET', '/api/admin/inbox?kind=registrar')).body.items

test('the prices of the endings that the account serves are shown, in the currency of the registrar', async () => {
  expect(await read()).toMatchObject({ status: 200, body: { endings: 4 } })
  const { items: listed, accounts } = await costs()
  expect(listed).toEqual([
    {
      ending: 'com',
      account: account.id,
      currency: 'USD',
      register: 13.75,
      renew: 13.75,
      transfer: 13.75,
      years: [1, 2, 3, 5, 10],
      grace_days: null,
      grace_fee: 0,
      redemption_days: null,
      redemption_fee: 85,
    },
  ])
  expect(accounts).toMatchObject([{ id: account.id, is_readable: true, failure: null }])
  // -1 is not offered.
  expect((await stored()).find(({ ending }) => ending === 'africa')).toMatchObject({
    register: null,
    renew: '18.000',
  })
})

test.each([
  ['a page', () => stub.tell({ what: 'html', acts: false }, { on: 'pricing' })],
  ['100 MB', () => stub.tell({ what: 'huge', bytes: 100 * 1024 * 1024 }, { on: 'pricing' })],
  ['a refusal', () => says({ error: 'Not allowed' })],
  ['no list', () => says({ com: 1 })],
  ['nothing', () => says([])],
  [
    'endings that are none',
    () => says(['=cmd|1!A1', '<script>', '.', 'a b', 'x'.repeat(64)].map((tld) => row({ tld }))),
  ],
  ['a currency that is none', () => says([row({ currencyCode: 'XQX' }), row({ currencyCode: '=1+1' })])],
])('%s is refused, said beside the account, and leaves what was read before', async (_, tell) => {
  await read()
  const before = await stored()
  tell()
  expect(await read()).toMatchObject({ status: 400, body: { code: 'PROVIDER_FAILED' } })
  expect(await stored()).toEqual(before)
  expect((await costs()).accounts[0].failure).toEqual(expect.any(String))
  expect((await read()).status).toBe(200)
  expect((await costs()).accounts[0].failure).toBeNull()
})

test('what is no amount is not offered, and a cell of a formula is no ending', async () => {
  const bad = ['NaN', '-5', 'Infinity', '1e99', '=1+1', '<b>1</b>', null, {}, 99_999_999_999]
  says([
    row({ renewalPrice: 'NaN', graceDays: -3, redemptionDays: 2.5, years: ['2', 99, 'x'] }),
    ...bad.map((registrationPrice, at) => row({ tld: `.t${at}`, registrationPrice })),
    row({ tld: '=HYPERLINK("x")' }),
  ])
  await read()
  const [com, ...others] = await stored()
  expect(com).toMatchObject({ ending: 'com', register: '10.000', renew: null, transfer: null, years: [2] })
  expect(com).toMatchObject({ grace_days: null, redemption_days: null })
  expect(others.map(({ ending, register }) => [ending, register])).toEqual(
    bad.map((_, at) => [`t${at}`, null]),
  )
})

test('of ten thousand endings the own one is kept, and as many others as there is room for', async () => {
  says([...Array.from({ length: 10_000 }, (_, at) => row({ tld: `.t${at}` })), row()])
  expect((await read()).body).toEqual({ endings: 2_000 })
  expect((await costs()).items).toMatchObject([{ ending: 'com', register: 10 }])
})

test('eight readings and eight saves of prices at once: each save stands as it was, and the list is whole', async () => {
  const before = await shop.sql(
    `select coalesce(max(version), 0) as version from settings where key = 'catalogue.domains'`,
  )
  const answers = await eightTimes(async (turn) => {
    const [reading, saving] = await Promise.all([read(), savePrices(20 + turn, 15)])
    return [reading.status, saving.status]
  })
  expect(answers.flat()).toEqual(Array(16).fill(200))
  const [after] = await shop.sql(`select version, value from settings where key = 'catalogue.domains'`)
  expect(after!.version - before[0]!.version).toBe(8)
  expect(after!.value[0]).toMatchObject({ ending: 'com', renewal: 15 })
  expect(await stored()).toHaveLength(4)
})

test('a reading that makes a price fall below cost waits in the inbox, until the prices are saved or kept', async () => {
  await savePrices(12, 15)
  says([row()])
  await read()
  expect(await items()).toEqual([])
  const [saved] = await shop.sql(`select * from settings where key = 'catalogue.domains'`)
  says([row({ registrationPrice: '12.01' })])
  await read()
  expect(await items()).toMatchObject([{ id: account.id, state: 'below-cost', amount: null }])
  expect(await shop.sql(`select * from settings where key = 'catalogue.domains'`)).toEqual([saved])
  await savePrices(11, 15)
  expect(await items()).toEqual([])
  // It was below cost already.
  says([row({ registrationPrice: '13.00' })])
  await read()
  expect(await items()).toEqual([])
  says([row({ registrationPrice: '13.00', renewalPrice: '16.00' })])
  await read()
  expect(await items()).toHaveLength(1)
  expect((await admin.call('POST', `${path}/keep`, {})).status).toBe(200)
  expect(await items()).toEqual([])
  await savePrices(12, 15)
  says([row({ registrationPrice: '12.50' })])
  await read()
  says([row()])
  await read()
  expect(await items()).toEqual([])
})

test('the list is read by itself once a day, also where it can not be read', async () => {
  const targets = { allowed: readAllowedTargets(stub.host)! }
  const run = () => registrarBalances(shop.nodes[0]!.database, { keys: shop.keys, targets }).run()
  const lists = () => stub.journal.filter(({ endpoint }) => endpoint === 'pricing').length
  const before = lists()
  await run()
  expect(lists()).toBe(before)
  await shop.sql(`update registrar_accounts set prices_at = prices_at - interval '25 hours'`)
  says({ error: 'No' })
  await run()
  await run()
  expect(lists()).toBe(before + 1)
  await shop.sql(`update registrar_accounts set prices_failed_at = prices_failed_at - interval '25 hours'`)
  await run()
  expect(lists()).toBe(before + 2)
  expect((await costs()).accounts[0].failure).toBeNull()
})

test('a registrar without a list is asked for the price of a name that nobody has', async () => {
  const { body: made } = await admin.call('POST', '/api/admin/registrars', {
    ...account,
    id: undefined,
    driver: 'reseller-co-tz',
    name: 'Other',
    base_url: other.url,
    credentials: { key: 'stub-key' },
    currency: 'TZS',
    endings: ['co.tz', 'tz'],
  })
  expect(await admin.call('POST', `/api/admin/registrars/${made.id}/prices`, {})).toMatchObject({
    body: { endings: 1 },
  })
  expect((await costs()).items.filter((one: { account: string }) => one.account === made.id)).toMatchObject([
    { ending: 'co.tz', currency: 'TZS', register: 30_000, renew: null },
  ])
})

test('who may not see the settings reads no costs, neither over HTTP nor in SQL', async () => {
  await read()
  const sql = `select count(*)::int as count from registrar_prices`
  for (const role of ['support', 'finance', 'registrar'] as const) {
    const person = await shop.admin(role)
    expect((await person.call('GET', '/api/admin/costs')).status).toBe(403)
    expect((await read(person)).status).toBe(role === 'registrar' ? 200 : 403)
    const { database } = shop.nodes[0]!
    const seen = await database.read(
      { session: person.session, person: person.id },
      ({ db }) => db.selectFrom('registrar_prices').select('ending').execute(),
      'own',
    )
    expect(seen).toEqual([])
  }
  expect((await shop.sql(sql))[0]!.count).toBeGreaterThan(0)
  expect((await (await shop.customer()).call('GET', '/api/admin/costs')).status).toBe(403)
})
