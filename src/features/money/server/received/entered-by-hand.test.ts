import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop, type Person, type Shop } from '../../../../app/testing/shop.ts'
import { today } from '../../../../app/testing/today.ts'
import { claim, offered, receive } from '../testing/money.ts'

/** What admins enter about money: whole amounts, currencies that somebody pays in, and days that can be. */

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})
afterAll(() => shop.close())

let turns = 0
const chargeOf = async (id: string) =>
  (await shop.sql(`select id from charges where request_id = $1`, [id]))[0]!['id'] as string
async function due() {
  const offer = await offered(shop, admin, { name: `mkono-${++turns}.com` })
  return { ...offer, charge: await chargeOf(offer.id) }
}
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

/** The days that can't be, for something of today. */
const impossible = ['1970-01-01', '2099-01-01', daysAgo(2), daysAgo(-2)]

describe.each(impossible)('a payment of %s', (date) => {
  test('is not recorded', async () => {
    const { charge } = await due()
    const body = { method: 'M-Pesa', receipt: `MK${turns}A1`, date }
    const answer = await admin.call('POST', `/api/admin/charges/${charge}/payment`, body)
    expect(answer).toMatchObject({ status: 400, body: { code: 'DATE_INVALID' } })
    expect(
      (await admin.call('POST', `/api/admin/charges/${charge}/payment`, { ...body, date: today() })).status,
    ).toBe(200)
  })

  test('is not paid back of credit', async () => {
    const { charge, customer } = await due()
    const money = await receive(shop, { amount: 15, code: `MK${turns}B1` })
    expect(
      (await admin.call('POST', `/api/admin/payments/${money}/match`, { charge_id: charge, version: 1 }))
        .status,
    ).toBe(200)
    const body = { amount: 2, currency: 'USD', method: 'M-Pesa', reference: `MK${turns}`, date }
    const path = `/api/admin/profiles/${customer.id}/refunds`
    expect((await admin.call('POST', path, body)).body).toMatchObject({ code: 'DATE_INVALID' })
    expect((await admin.call('POST', path, { ...body, date: today() })).status).toBe(200)
  })
})

describe('what came in', () => {
  const confirm = async (entered: object, cameIn: { amount: number; currency: string }) => {
    const id = await receive(shop, { ...cameIn, code: `MKC${++turns}`, state: 'held' })
    return admin.call('POST', `/api/admin/payments/received/${id}/confirm`, {
      version: 1,
      method: 'M-Pesa',
      ...cameIn,
      ...entered,
    })
  }
  test.each([
    [{ amount: 0.4 }, { amount: 500, currency: 'TZS' }, 'AMOUNT_INVALID'],
    [{ amount: 1000.5 }, { amount: 1000, currency: 'KES' }, 'AMOUNT_INVALID'],
    [{ amount: 0.5 }, { amount: 500, currency: 'UGX' }, 'AMOUNT_INVALID'],
    [{ amount: 1.005 }, { amount: 1, currency: 'USD' }, 'AMOUNT_INVALID'],
    [{ currency: 'ZZZ' }, { amount: 10, currency: 'USD' }, 'CURRENCY_INVALID'],
    [{ currency: 'KWD' }, { amount: 10, currency: 'USD' }, 'CURRENCY_INVALID'],
    [{ currency: 'XAU' }, { amount: 10, currency: 'TZS' }, 'CURRENCY_INVALID'],
  ])('is not counted as %o of %o', async (entered, cameIn, code) => {
    expect(await confirm(entered, cameIn)).toMatchObject({ status: 400, body: { code } })
  })

  test.each([
    [{ amount: 600 }, { amount: 500, currency: 'TZS' }],
    // A bank may take a fraction off.
    [{}, { amount: 999.5, currency: 'TZS' }],
    [
      { currency: 'TZS', amount: 25_000 },
      { amount: 25, currency: 'USD' },
    ],
    [{}, { amount: 3, currency: 'EUR' }],
  ])('is counted as %o of %o', async (entered, cameIn) => {
    expect(await confirm(entered, cameIn)).toMatchObject({ status: 200 })
  })
})

test('less than a shilling is not withheld', async () => {
  const { charge } = await due()
  await shop.sql(`update charges set currency = 'TZS', amount = 25000, quotes = '[]' where id = $1`, [charge])
  const withheld = (amount: number) =>
    admin.call('PUT', `/api/admin/charges/${charge}/tax`, {
      fiscal_code: null,
      fiscal_link: null,
      certificate: 'C1',
      version: 0,
      withheld: amount,
    })
  expect((await withheld(0.3)).body).toMatchObject({ code: 'AMOUNT_INVALID' })
  expect((await withheld(500)).status).toBe(200)
})

test.each([
  ['M-Pesa', 'abc', true],
  ['M-Pesa', '12345', true],
  ['M-Pesa', 'SKA1B2C3D4', false],
  ['M-Pesa', 'ska1 b2c3-d5', false],
  ['TigoPesa', 'thanks', true],
  ['TigoPesa', '27011223344', false],
  ['Airtel Money', 'MP261120.1005.A12345', false],
  ['Airtel Money', 'paid', true],
  ['Bank Transfer', 'FT26324ABCD1', false],
  ['Bank Transfer', 'yesterday', true],
])('a claim by %s with the receipt %s is marked: %s', async (method, receipt, isUnusual) => {
  const offer = await offered(shop, admin, { name: `alama-${++turns}.com` })
  expect((await claim(offer, receipt, method)).status).toBe(200)
  const { body } = await admin.call('GET', `/api/admin/domain-requests?id=${offer.id}`)
  expect(body.items[0].claim).toMatchObject({ receipt_unusual: isUnusual })
})
