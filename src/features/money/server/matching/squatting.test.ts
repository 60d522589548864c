import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eightTimes } from '../../../../app/testing/eight-times.ts'
import { openShop, type Person, type Shop } from '../../../../app/testing/shop.ts'
import { claim, moneyIn, offered, receive } from '../testing/money.ts'

/** A customer who claims the receipt of another neither gets the money nor keeps it from its payer. */

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop({ nodes: 2 })
  admin = await shop.admin()
})
afterAll(() => shop.close())
const { match, chargeOf, receivedOf } = moneyIn(() => shop)

let turns = 0
async function payerAndThief() {
  const turn = ++turns
  const phone = `+2557110${String(turn).padStart(5, '0')}`
  const [victim, robber] = [await shop.customer({ phone_number: phone }), await shop.customer()]
  return {
    payer: await offered(shop, admin, { name: `mwenye-${turn}.com`, to: victim }),
    thief: await offered(shop, admin, { name: `mdokozi-${turn}.com`, to: robber }),
    phone,
    code: `SQA1TEST${10 + turn}`,
  }
}
type Offer = Awaited<ReturnType<typeof offered>>
const isPaid = async ({ id }: Offer) => (await chargeOf(id))!['state'] === 'paid'

/** Methods that the thief invents, and one that the shop has. */
const inventions = ['Foo', 'M.P.E.S.A. yangu', 'simu', 'AzamPesa', 'cash', '???a', 'Pesa X', 'Airtel Money']

/** What the money itself says. */
const proofs: [string, (payer: Offer, phone: string) => object][] = [
  ['its reference', ({ reference }) => ({ reference })],
  ['the phone that has paid', (_, phone) => ({ payer_phone: phone })],
]

describe.each(proofs)('money that names its payer by %s', (_, proofOf) => {
  test.each(inventions)('is not kept from them by a claim under %s', async (method) => {
    const { payer, thief, phone, code } = await payerAndThief()
    await claim(thief, code, method)
    expect((await claim(payer, code)).status).toBe(200)
    const money = await receive(shop, { amount: 10, code, ...proofOf(payer, phone) })
    await match(money)
    expect([await isPaid(payer), await isPaid(thief)]).toEqual([true, false])
  })

  test('is not kept from them by a claim under its own method, nor given to that', async () => {
    const { payer, thief, phone, code } = await payerAndThief()
    expect((await claim(thief, code)).status).toBe(200)
    expect((await claim(payer, code)).body).toMatchObject({ code: 'RECEIPT_USED' })
    // Free text stays possible.
    expect((await claim(payer, code, 'M P nyingine')).status).toBe(200)
    const money = await receive(shop, { amount: 10, code, ...proofOf(payer, phone) })
    await match(money)
    expect([await isPaid(payer), await isPaid(thief)]).toEqual([true, false])
  })

  test('is theirs in any order of eight claims and deliveries at once', async () => {
    const { payer, thief, phone, code } = await payerAndThief()
    const money = await receive(shop, { amount: 10, code, ...proofOf(payer, phone) })
    await eightTimes(async (turn) => {
      if (turn === 3) await claim(payer, code)
      else if (turn === 5) await match(money, 1)
      else await claim(thief, code, inventions[turn])
    })
    await match(money)
    expect([await isPaid(payer), await isPaid(thief)]).toEqual([true, false])
  })
})

test('all methods that nobody knows are one: a second customer is refused the receipt under any of them', async () => {
  const { payer, thief, code } = await payerAndThief()
  expect((await claim(thief, code, 'Foo')).status).toBe(200)
  for (const method of ['Bar', 'foo 2', 'AzamPesa'])
    expect((await claim(payer, code, method)).body).toMatchObject({ code: 'RECEIPT_USED' })
})

test('a claim under a method that nobody knows gets no money by itself, and an admin gives it in one press', async () => {
  const { payer, code } = await payerAndThief()
  await claim(payer, code, 'Foo')
  const money = await receive(shop, { amount: 10, code })
  await match(money)
  expect(await receivedOf(money)).toMatchObject({ state: 'received', has_charge: false })
  const shown = (await admin.call('GET', `/api/admin/payments?id=${money}`)).body.items[0]
  expect(shown.suggestions).toMatchObject([{ reference: payer.reference }])
  const matched = await admin.call('POST', `/api/admin/payments/${money}/match`, {
    charge_id: shown.suggestions[0].id,
    version: shown.version,
  })
  expect(matched.status).toBe(200)
  expect(await isPaid(payer)).toBe(true)
})

test('money that names nobody is held where two customers claim it, and an admin sees both and gives it to one', async () => {
  const { payer, thief, code } = await payerAndThief()
  await claim(thief, code, 'Foo')
  await claim(payer, code)
  const money = await receive(shop, { amount: 10, code })
  await match(money)
  expect(await receivedOf(money)).toMatchObject({ state: 'held', reason: 'several-claims' })
  const shown = (await admin.call('GET', `/api/admin/payments?id=${money}`)).body.items[0]
  expect(shown.suggestions.map(({ reference }: { reference: string }) => reference).toSorted()).toEqual(
    [payer.reference, thief.reference].toSorted(),
  )
  const { id } = shown.suggestions.find(
    ({ reference }: { reference: string }) => reference === payer.reference,
  )
  const body = { charge_id: id, version: shown.version }
  expect((await admin.call('POST', `/api/admin/payments/${money}/match`, body)).status).toBe(200)
  expect([await isPaid(payer), await isPaid(thief)]).toEqual([true, false])
})

test('a phone number that the thief took over afterwards proves nothing', async () => {
  const { payer, thief, phone, code } = await payerAndThief()
  await claim(payer, code)
  await shop.sql(`update profiles set phone_number = null where id = $1`, [payer.customer.id])
  await shop.sql(`update profiles set phone_number = $2 where id = $1`, [thief.customer.id, phone])
  await claim(thief, code, 'Foo')
  const money = await receive(shop, { amount: 10, code, payer_phone: phone })
  await match(money)
  expect(await receivedOf(money)).toMatchObject({ state: 'held', reason: 'several-claims' })
  expect([await isPaid(payer), await isPaid(thief)]).toEqual([false, false])
})

test('a reference that only another customer claims waits, until its owner claims it too', async () => {
  const { payer, thief, code } = await payerAndThief()
  await claim(thief, code)
  const money = await receive(shop, { amount: 10, code, reference: payer.reference })
  await match(money)
  expect(await receivedOf(money)).toMatchObject({ state: 'held', reason: 'claimed-by-another' })
  await claim(payer, code, 'Foo')
  expect([await isPaid(payer), await isPaid(thief)]).toEqual([true, false])
})
