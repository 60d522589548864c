import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { changeCurrency } from '../../../app/testing/currency.ts'
import { eightTimes } from '../../../app/testing/eight-times.ts'
import { type Answer, openShop, type Person, type Shop } from '../../../app/testing/shop.ts'
import { endings, plans } from '../../catalogue/catalogue.ts'

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop({ nodes: 2 })
  admin = await shop.admin()
})
afterAll(() => shop.close())
beforeEach(() => shop.sql(`delete from settings`))

const show = async (): Promise<Answer['body']> => (await admin.call('GET', '/api/admin/settings')).body
const save = (values: object, versions?: object) =>
  admin.call('PATCH', '/api/admin/settings', { values, ...(versions && { versions }) })
const accounts = [
  { method: 'M-Pesa', account: '123456', holder: null, note: null, currency: 'TZS', rate: 2600 },
  { method: 'Bank', account: '0123', holder: null, note: null, currency: 'KES', rate: 130 },
  { method: 'TigoPesa', account: '99', holder: null, note: null },
]

test('all prices are converted once, with the currency, and everything that shows them follows', async () => {
  await save({
    'catalogue.email': 24.5,
    'catalogue.domains': [
      { ...endings[0]!, price: 12.5, renewal: 13, transfer: 9, restore: 80 },
      endings[1]!,
    ],
    'payments.accounts': accounts,
  })
  const { status, body } = await changeCurrency(admin)
  expect(status).toBe(200)
  expect(body.values).toMatchObject({
    'shop.currency': 'TZS',
    'catalogue.domains': [
      { ending: 'com', price: 32_500, renewal: 34_000, transfer: 23_500, restore: 208_000 },
      { ending: 'net', price: 26_000, renewal: null },
    ],
    'catalogue.plans': [
      { name: 'Basic', monthlyPrice: 15_500, yearlyPrice: 156_000 },
      { name: 'Business', monthlyPrice: 34_000, yearlyPrice: 338_000 },
      { name: 'Enterprise', monthlyPrice: 78_000, yearlyPrice: 780_000 },
    ],
    'catalogue.email': 63_500,
    'catalogue.website': null,
    'catalogue.marketing': { comFrom: 23_500, hostingFrom: 10_500 },
  })
  for (const node of [0, 1])
    await expect
      .poll(async () => (await shop.at(node)('GET', '/api/catalogue')).body)
      .toMatchObject({
        currency: 'TZS',
        email_price: 63_500,
        domains: [{ price: 32_500 }, { price: 26_000 }],
      })
  expect((await shop.visitor('GET', '/api/shop')).body.offers).toMatchObject({
    currency: 'TZS',
    marketing: { comFrom: 23_500 },
  })
})

test('a method in the new currency is paid as it is, and the rate of any other one follows', async () => {
  await save({ 'payments.accounts': accounts })
  expect((await changeCurrency(admin)).body.values['payments.accounts']).toEqual([
    { ...accounts[0], currency: null, rate: null },
    { ...accounts[1], rate: 0.05 },
    accounts[2],
  ])
})

test('the change is audited with the rate, and with all prices before and after', async () => {
  await changeCurrency(admin)
  const [entry] = await shop.sql(
    `select actor_id, before, after from audit_log where action = 'currency.changed' order by at desc limit 1`,
  )
  expect(entry).toMatchObject({
    actor_id: admin.id,
    before: {
      currency: 'USD',
      prices: { 'catalogue.domains.0.price': '10.00', 'catalogue.marketing.comFrom': '8.99' },
    },
    after: {
      currency: 'TZS',
      rate: 2600,
      step: 500,
      prices: { 'catalogue.domains.0.price': '26000', 'catalogue.marketing.comFrom': '23500' },
    },
  })
})

test('of eight at once, on two nodes, one is made; the others get what was saved', async () => {
  const { versions } = await show()
  const answers = await eightTimes((turn) =>
    shop.at(turn % 2, admin.token)('POST', '/api/admin/settings/currency', {
      currency: turn % 2 ? 'TZS' : 'UGX',
      rate: 2600,
      step: 500,
      versions,
    }),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(7).fill(409)])
  const { values } = answers.find(({ status }) => status === 200)!.body
  expect(values['catalogue.domains'][0].price).toBe(26_000)
  for (const { status, body } of answers)
    if (status === 409) expect([body.code, body.data.values]).toEqual(['CONFLICT', values])
  expect((await show()).values).toEqual(values)
})

test('is refused where a price was changed since, and nothing is converted', async () => {
  const { versions } = await show()
  await save({ 'catalogue.email': 24 })
  expect(await changeCurrency(admin, { versions })).toMatchObject({
    status: 409,
    body: { code: 'CONFLICT', data: { values: { 'shop.currency': 'USD', 'catalogue.email': 24 } } },
  })
  expect((await show()).values['catalogue.domains'][0].price).toBe(10)
})

test('prices in dollars, saved by eight while another changes the currency, never stand as shillings', async () => {
  for (let round = 0; round < 3; round++) {
    await shop.sql(`delete from settings`)
    const [changed, saved] = await Promise.all([
      changeCurrency(admin),
      eightTimes((turn) =>
        shop.at(turn % 2, admin.token)('PATCH', '/api/admin/settings', {
          values: { 'catalogue.email': 12.5 },
        }),
      ),
    ])
    const { values } = await show()
    const isChanged = changed.status === 200
    expect([values['shop.currency'], changed.status]).toEqual(isChanged ? ['TZS', 200] : ['USD', 409])
    // Without a version the last one wins, but only with a price that the currency has.
    expect(isChanged ? [null, 32_500] : [12.5]).toContain(values['catalogue.email'])
    expect(saved.every(({ status }) => status === 200 || status === 400)).toBe(true)
  }
})

describe('refused', () => {
  test.each([
    [{ currency: 'usd' }, 'currency', 'currency'],
    [{ currency: 'ZZZ' }, 'currency', 'currency'],
    [{ currency: 'CLF' }, 'currency', 'currency'],
    [{ currency: 'USD' }, 'currency', 'same-currency'],
    [{ rate: 0 }, 'rate', 'rate'],
    [{ rate: -2600 }, 'rate', 'rate'],
    [{ rate: 1e10 }, 'rate', 'rate'],
    [{ step: 0 }, 'step', 'step'],
    [{ step: 0.5 }, 'step', 'step'],
    [{ step: -500 }, 'step', 'step'],
  ])('%j', async (change, field, reason) => {
    expect(await changeCurrency(admin, change)).toMatchObject({
      status: 400,
      body: { code: 'SETTING_INVALID', data: { key: 'shop.currency', path: [field], reason } },
    })
    expect(await shop.sql(`select key from settings`)).toEqual([])
  })

  test('a rate that makes a price larger than a price can be', async () => {
    expect(await changeCurrency(admin, { rate: 1e9 })).toMatchObject({
      status: 400,
      body: { data: { key: 'catalogue.domains', path: ['0', 'price'], reason: 'amount' } },
    })
  })

  test('the currency as a setting like any other, without the prices', async () => {
    expect(await save({ 'shop.currency': 'TZS' })).toMatchObject({
      status: 400,
      body: { data: { key: 'shop.currency', path: [], reason: 'conversion' } },
    })
  })

  test.each([
    [{ 'catalogue.email': 12.5 }, 'catalogue.email', []],
    [{ 'catalogue.plans': [plans[0]!] }, 'catalogue.plans', ['0', 'monthlyPrice']],
    [{ 'catalogue.marketing': { comFrom: 1, hostingFrom: 0.5 } }, 'catalogue.marketing', ['hostingFrom']],
  ])('%j in a shop of shillings, which are whole', async (values, key, path) => {
    await changeCurrency(admin)
    const { values: before } = await show()
    expect(await save(values)).toMatchObject({
      status: 400,
      body: { data: { key, path, reason: 'whole-amount' } },
    })
    expect((await show()).values).toEqual(before)
  })

  test.each([
    [{ currency: 'TZS' }, 'rate'],
    [{ rate: 2600 }, 'currency'],
    [{ currency: 'TZS', rate: 0 }, 'rate'],
    [{ currency: 'shillings', rate: 2600 }, 'currency'],
  ])('an account with %j', async (part, field) => {
    expect(await save({ 'payments.accounts': [{ ...accounts[2], ...part }] })).toMatchObject({
      status: 400,
      body: { data: { key: 'payments.accounts', path: ['0', field], reason: field } },
    })
  })
})
