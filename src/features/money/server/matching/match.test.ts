import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop, type Person, type Shop } from '../../../../app/testing/shop.ts'
import type { Outcome } from '../received/allocations.ts'
import { claim, moneyIn, offered, receive } from '../testing/money.ts'

/** Claims and received money meet in either order, and settle a charge exactly once. */

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop({ nodes: 2 })
  admin = await shop.admin()
})
afterAll(() => shop.close())

const { match, chargeOf, receivedOf, balanceOf, postings } = moneyIn(() => shop)

describe('a receipt number', () => {
  test('matches a claim that came first', async () => {
    const offer = await offered(shop, admin, { name: 'kwanza.com' })
    await claim(offer, 'qk1-aa 11')
    const money = await receive(shop, { amount: 10, code: 'QK1AA11' })
    await match(money)
    expect(await receivedOf(money)).toMatchObject({ state: 'matched', has_claim: true })
    expect(await chargeOf(offer.id)).toMatchObject({ state: 'paid', settled: 10 })
    expect(await balanceOf(offer.customer)).toBe(0)
    expect(await postings(offer.customer)).toEqual([
      ['receipt', 1],
      ['sale', 1],
    ])
  })

  test('matches a message that came first, when the customer claims', async () => {
    const offer = await offered(shop, admin, { name: 'pili.com' })
    const money = await receive(shop, { amount: 10, code: 'QK2AA22' })
    await match(money)
    expect(await receivedOf(money)).toMatchObject({ state: 'received', has_charge: false })
    await claim(offer, 'QK2AA22')
    expect(await receivedOf(money)).toMatchObject({ state: 'matched', has_claim: true })
    expect(await chargeOf(offer.id)).toMatchObject({ state: 'paid' })
  })

  test('of another wallet matches nothing by itself, and one of an unknown method neither', async () => {
    const offer = await offered(shop, admin, { name: 'tatu.com' })
    await claim(offer, 'QK3AA33', 'Airtel Money')
    const money = await receive(shop, { amount: 10, code: 'QK3AA33' })
    await match(money)
    expect(await receivedOf(money)).toMatchObject({ state: 'received' })
    const other = await offered(shop, admin, { name: 'nne.com' })
    await claim(other, 'QK4AA44', 'simu yangu')
    const second = await receive(shop, { amount: 10, code: 'QK4AA44' })
    await match(second)
    expect(await receivedOf(second)).toMatchObject({ state: 'received', has_charge: false })
  })
})

test('eight deliveries on two nodes settle once', async () => {
  const offer = await offered(shop, admin, { name: 'mara-nane.com' })
  await claim(offer, 'QK8AA88')
  const money = await receive(shop, { amount: 10, code: 'QK8AA88' })
  await Promise.all(Array.from({ length: 8 }, (_, at) => match(money, at % 2)))
  expect(await chargeOf(offer.id)).toMatchObject({ state: 'paid', settled: 10 })
  expect(await postings(offer.customer)).toEqual([
    ['receipt', 1],
    ['sale', 1],
  ])
  expect(await shop.sql(`select 1 from invoices where user_id = $1`, [offer.customer.id])).toHaveLength(1)
  expect(
    await shop.sql(`select 1 from audit_log where action = 'payment.matched' and entity_id = $1`, [offer.id]),
  ).toHaveLength(1)
})

test('eight claims and eight messages at the same moment find each other', async () => {
  const offers = await Promise.all(
    Array.from({ length: 8 }, (_, at) => offered(shop, admin, { name: `pamoja-${at}.com` })),
  )
  const money = await Promise.all(
    offers.flatMap((offer, at) => [
      claim(offer, `PAM00${at}X`).then(({ status }) => expect(status).toBe(200)),
      receive(shop, { amount: 10, code: `PAM00${at}X` }).then(async (id) => (await match(id, at % 2), id)),
    ]),
  )
  for (const id of money.filter((one) => typeof one === 'string'))
    expect(await receivedOf(id)).toMatchObject({ state: 'matched', has_claim: true })
  for (const offer of offers) expect(await chargeOf(offer.id)).toMatchObject({ state: 'paid', settled: 10 })
})

describe('a reference', () => {
  test('inside a longer text matches without a claim, and makes none', async () => {
    const offer = await offered(shop, admin, { name: 'kumbukumbu.com' })
    const typed = `malipo ${offer.reference.slice(0, 3).toLowerCase()}-${offer.reference.slice(3)} asante`
    const money = await receive(shop, {
      amount: 10,
      code: 'REF1AA1',
      reference: typed,
      payer_name: 'JUMA ALI',
    })
    await match(money)
    expect(await receivedOf(money)).toMatchObject({ state: 'matched', has_claim: false })
    const shown = (await offer.customer.call('GET', '/api/domain-requests')).body.items[0]
    expect(shown).toMatchObject({ payment_confirmed: true, payer_name: null, receipt_number: null })
    expect(await shop.sql(`select from claims where request_id = $1`, [offer.id])).toEqual([])
  })

  test('with a wrong character matches nothing', async () => {
    const offer = await offered(shop, admin, { name: 'kosa.com' })
    const wrong = offer.reference.slice(0, 6) + (offer.reference[6] === '3' ? '4' : '3')
    const money = await receive(shop, { amount: 10, reference: wrong })
    await match(money)
    expect(await receivedOf(money)).toMatchObject({ state: 'received', has_charge: false })
  })

  test('of one customer with a receipt that another one claimed is held', async () => {
    const [paid, thief] = [
      await offered(shop, admin, { name: 'mlipaji.com' }),
      await offered(shop, admin, { name: 'mwizi.com' }),
    ]
    await claim(thief, 'WIZI001')
    const money = await receive(shop, { amount: 10, code: 'WIZI001', reference: paid.reference })
    await match(money)
    expect(await receivedOf(money)).toMatchObject({ state: 'held', reason: 'claimed-by-another' })
    expect(await chargeOf(thief.id)).toMatchObject({ state: 'open', settled: 0 })
  })

  test('of a withdrawn offer is held', async () => {
    const offer = await offered(shop, admin, { name: 'batili.com' })
    await admin.call('PATCH', `/api/admin/domain-requests/${offer.id}`, { status: 'rejected' })
    const money = await receive(shop, { amount: 10, reference: offer.reference })
    await match(money)
    expect(await receivedOf(money)).toMatchObject({ state: 'held', reason: 'charge-void' })
  })
})

describe('a claim with a receipt that has paid', () => {
  test('something else of the same customer is refused', async () => {
    const offer = await offered(shop, admin, { name: 'risiti-moja.com' })
    await claim(offer, 'MARAMOJA1')
    await match(await receive(shop, { amount: 10, code: 'MARAMOJA1' }))
    const { body } = await offer.customer.call('POST', '/api/domain-requests', {
      requested_domain: 'risiti-mbili.com',
    })
    await admin.call('PATCH', `/api/admin/domain-requests/${body.id}`, { status: 'available', price: 10 })
    const second = { ...offer, id: body.id }
    expect(await claim(second, 'maramoja-1')).toMatchObject({ status: 409, body: { code: 'RECEIPT_USED' } })
    // Another wallet may give the same number.
    expect((await claim(second, 'MARAMOJA1', 'Airtel Money')).status).toBe(200)
  })

  test('for another customer is refused, and the admins see it', async () => {
    const [offer, other] = [
      await offered(shop, admin, { name: 'nusu-ya-asha.com' }),
      await offered(shop, admin, { name: 'mtu-mwingine.com' }),
    ]
    // Paid in part by the reference: no claim holds the receipt.
    await match(await receive(shop, { amount: 4, code: 'MWINGINE1', reference: offer.reference }))
    for (const one of [offer, other])
      expect(await claim(one, 'MWINGINE1')).toMatchObject({ status: 409, body: { code: 'RECEIPT_USED' } })
    const noticed = await shop.sql(
      `select entity_id from audit_log where action = 'payment.refused' and after->>'receipt_number' = 'MWINGINE1'`,
    )
    expect(noticed).toEqual([{ entity_id: other.id }])
  })

  /** What came before a receipt and what it is worth, for a price of 10, so that it does what the key says. */
  const receipts: Record<Outcome, { before: number; amount: number }> = {
    matched: { before: 0, amount: 10 },
    short: { before: 0, amount: 4 },
    over: { before: 0, amount: 12 },
    double: { before: 10, amount: 10 },
  }
  const uses = (Object.keys(receipts) as Outcome[]).flatMap((state) =>
    ['the same customer', 'another customer'].map((who) => ({ state, who })),
  )
  test.each(uses)('as $state pays nothing else of $who', async ({ state, who }) => {
    const { before, amount } = receipts[state]
    const code = `${state}${who === 'another customer' ? 2 : 1}`
    const paid = await offered(shop, admin, { name: `${code}-kwanza.com` })
    if (before)
      await match(await receive(shop, { amount: before, code: `ADA${code}`, reference: paid.reference }))
    const money = await receive(shop, { amount, code, reference: paid.reference })
    await match(money)
    expect(await receivedOf(money)).toMatchObject({ state })

    const other = await offered(shop, admin, {
      name: `${code}-pili.com`,
      ...(who === 'the same customer' && { to: paid.customer }),
    })
    expect(await claim(other, code)).toMatchObject({ status: 409, body: { code: 'RECEIPT_USED' } })
    expect(await shop.sql(`select from claims where request_id = $1`, [other.id])).toEqual([])
    expect(await chargeOf(other.id)).toMatchObject({ state: 'open', settled: 0 })
    expect(await receivedOf(money)).toMatchObject({ state })
  })
})
