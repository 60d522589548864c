import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eightTimes } from '../../../../app/testing/eight-times.ts'
import { openShop, type Person, type Shop } from '../../../../app/testing/shop.ts'
import { claim, listPayments, moneyIn, offered, receive } from '../testing/money.ts'

/** Receipt numbers that are mistyped by a character, as an admin sees them beside the money. */

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop({ nodes: 2 })
  admin = await shop.admin()
})
afterAll(() => shop.close())
const { match, chargeOf, receivedOf } = moneyIn(() => shop)

let turn = 0
beforeEach(() => {
  turn++
})
/** Of a price of its own, so that other tests are no candidates. */
const offer = (name: string, more: { price?: number; to?: Person } = {}) =>
  offered(shop, admin, { name: `karibu-${name}-${turn}.com`, price: 10 + turn, ...more })
const suggestionsOf = async (payment: string) =>
  (await listPayments(admin, `id=${payment}`))[0]!.suggestions.map((one) => ({
    reference: one.reference,
    typed: (one as { typed?: string | null }).typed,
  }))

test.each([
  ['O for 0', 'DKOQ4M', 'DK0Q4M'],
  ['I for 1', 'DK4QIM', 'DK4Q1M'],
  ['a small l for 1', 'DKlQ4M', 'DK1Q4M'],
  ['S for 5', 'DKSQ4M', 'DK5Q4M'],
  ['two neighbours exchanged', 'DQK74M', 'DKQ74M'],
  ['one left out', 'DKQ7M', 'DKQ74M'],
])('%s is shown beside its money, and pays nothing by itself', async (_, wrong, right) => {
  const due = await offer('a')
  const typed = `${wrong}T${turn}X4`
  expect((await claim(due, typed)).status).toBe(200)
  const money = await receive(shop, { amount: 10 + turn, code: `${right}T${turn}X4` })
  await match(money)
  expect(await receivedOf(money)).toMatchObject({ state: 'received', has_charge: false })
  expect(await chargeOf(due.id)).toMatchObject({ state: 'open' })
  expect(await suggestionsOf(money)).toEqual([{ reference: due.reference, typed }])
  const closest = await admin.call('GET', `/api/admin/charges?payment=${money}`)
  expect(closest.body.items[0]).toMatchObject({ reference: due.reference, typed })
})

test.each([
  ['another amount', { amount: 1 }],
  ['another method', { method: 'airtelmoney' }],
  ['another character', { code: 'DK0Q4V' }],
  ['the next number', { code: 'DK0Q5M' }],
])('%s is not near', async (_, other) => {
  await claim(await offer('b'), `DKOQ4MT${turn}X4`)
  const money = await receive(shop, {
    amount: 10 + turn,
    method: 'mpesa',
    ...other,
    code: `${'code' in other ? other.code : 'DK0Q4M'}T${turn}X4`,
  })
  await match(money)
  expect((await suggestionsOf(money)).filter(({ typed }) => typed)).toEqual([])
})

describe('numbers of two customers that look alike', () => {
  const codes = () => [`RKO1T${turn}XYZ`, `RK01T${turn}XYZ`] as const
  test.each([0, 1])('hold the money of number %i, with both shown', async (own) => {
    const [one, other] = [await offer('c'), await offer('d')]
    expect((await claim(one, codes()[0])).status).toBe(200)
    expect((await claim(other, codes()[1])).status).toBe(200)
    const money = await receive(shop, { amount: 10 + turn, code: codes()[own]! })
    await match(money)
    expect(await receivedOf(money)).toMatchObject({
      state: 'held',
      reason: 'several-claims',
      has_charge: false,
    })
    const [first, second] = own ? [other, one] : [one, other]
    expect(await suggestionsOf(money)).toEqual([
      { reference: first.reference, typed: null },
      { reference: second.reference, typed: codes()[own ? 0 : 1] },
    ])
  })

  test('hold it too where they are claimed after it came, eight at once', async () => {
    const [one, other] = [await offer('e'), await offer('f')]
    await claim(one, codes()[0])
    const money = await receive(shop, { amount: 10 + turn, code: codes()[1] })
    await match(money)
    await eightTimes(async (at) => (at % 2 ? match(money, at % 2) : claim(other, codes()[1])))
    await match(money)
    expect(await receivedOf(money)).toMatchObject({ state: 'held', has_charge: false })
  })

  test('hold nothing that names its payer by a reference or a phone', async () => {
    const phone = `+2557119${String(turn).padStart(5, '0')}`
    const [one, other] = [
      await offer('g', { to: await shop.customer({ phone_number: phone }) }),
      await offer('h'),
    ]
    await claim(one, codes()[1])
    await claim(other, codes()[0])
    const money = await receive(shop, { amount: 10 + turn, code: codes()[1], payer_phone: phone })
    await match(money)
    expect(await chargeOf(one.id)).toMatchObject({ state: 'paid' })
    const referred = await receive(shop, { amount: 10 + turn, code: codes()[0], reference: other.reference })
    await match(referred)
    expect(await chargeOf(other.id)).toMatchObject({ state: 'paid' })
  })

  test('of one customer settle as one', async () => {
    const customer = await shop.customer()
    const [one, other] = [await offer('i', { to: customer }), await offer('j', { to: customer })]
    await claim(one, codes()[0])
    await claim(other, codes()[1])
    const money = await receive(shop, { amount: 10 + turn, code: codes()[1] })
    await match(money)
    expect(await chargeOf(other.id)).toMatchObject({ state: 'paid' })
  })
})
