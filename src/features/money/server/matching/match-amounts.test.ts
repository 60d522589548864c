import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop, type Person, type Shop } from '../../../../app/testing/shop.ts'
import { placeAt } from '../../../orders/server/testing/placing.ts'
import { claim, moneyIn, offered, receive } from '../testing/money.ts'

/** Received money of another amount or currency than what is due. */

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop({ nodes: 2 })
  admin = await shop.admin()
})
afterAll(() => shop.close())

const { match, chargeOf, receivedOf, balanceOf } = moneyIn(() => shop)

/** Stores that a channel has reported a payment of ten dollars. */
const reportedBy = (channel: string, payment: string) =>
  shop.sql(
    `insert into payment_evidence (id, payment_id, channel, rank, method, amount, currency, received_at, fingerprint)
     values (gen_random_uuid(), $1, $2, 3, 'mpesa', 10, 'USD', now(), sha256(gen_random_uuid()::text::bytea))`,
    [payment, channel],
  )

describe('another amount', () => {
  test('that is short leaves the rest open, and the rest pays it', async () => {
    const offer = await offered(shop, admin, { name: 'nusu.com' })
    const first = await receive(shop, { amount: 4, code: 'NUSU001', reference: offer.reference })
    await match(first)
    expect(await receivedOf(first)).toMatchObject({ state: 'short' })
    const shown = await offer.customer.call('GET', `/api/payments/${offer.reference}`)
    expect(shown.body).toMatchObject({ state: 'part', amount: 10, settled: 4, rest: 6 })
    const second = await receive(shop, { amount: 6, code: 'NUSU002', reference: offer.reference })
    await match(second)
    expect(await receivedOf(first)).toMatchObject({ state: 'matched' })
    expect(await receivedOf(second)).toMatchObject({ state: 'matched' })
    expect(await chargeOf(offer.id)).toMatchObject({ state: 'paid', settled: 10 })
    expect(await balanceOf(offer.customer)).toBe(0)
  })

  test('that is short for a claim leaves the customer free to claim the rest', async () => {
    const offer = await offered(shop, admin, { name: 'nusu-dai.com' })
    const shown = async () => (await offer.customer.call('GET', '/api/domain-requests')).body.items[0]
    const owed = async () => (await offer.customer.call('GET', `/api/payments/${offer.reference}`)).body
    await claim(offer, 'NUSUD01')
    const first = await receive(shop, { amount: 4, code: 'NUSUD01' })
    await match(first)
    expect(await receivedOf(first)).toMatchObject({ state: 'short', has_claim: true })
    expect(await shown()).toMatchObject({ payment_confirmed: false, receipt_number: null })
    expect(await owed()).toMatchObject({ state: 'part', rest: 6, claims: [{ state: 'short' }] })
    // The receipt that counted does not count again.
    expect(await claim(offer, 'nusud-01')).toMatchObject({ status: 409, body: { code: 'RECEIPT_USED' } })

    expect((await claim(offer, 'NUSUD02')).status).toBe(200)
    expect(await owed()).toMatchObject({ state: 'claimed', settled: 4, rest: 6 })
    const listed = (await admin.call('GET', '/api/admin/payments?q=NUSUD02')).body.items
    expect(listed).toMatchObject([{ type: 'claim', state: 'claimed', amount: 6 }])
    const second = await receive(shop, { amount: 6, code: 'NUSUD02' })
    await match(second)
    expect(await chargeOf(offer.id)).toMatchObject({ state: 'paid', settled: 10 })
    expect(await owed()).toMatchObject({ state: 'paid', claims: [{ state: 'settled' }, { state: 'short' }] })
    expect(await balanceOf(offer.customer)).toBe(0)
  })

  test('that is short, and the rest confirmed by hand, counts the rest', async () => {
    const offer = await offered(shop, admin, { name: 'salio.com' })
    await match(await receive(shop, { amount: 4, code: 'SALIO01', reference: offer.reference }))
    await claim(offer, 'SALIO02')
    const [{ id }] = (await admin.call('GET', '/api/admin/payments?q=SALIO02')).body.items
    const confirmed = await admin.call('POST', `/api/admin/payments/${id}/confirm`, {})
    expect(confirmed.body).toMatchObject({ type: 'received', state: 'matched', amount: 6 })
    expect(await chargeOf(offer.id)).toMatchObject({ state: 'paid', settled: 10 })
    expect(await balanceOf(offer.customer)).toBe(0)
  })

  test.each(['with', 'without'])('that is short pays a price lowered to less, %s a claim', async (with_) => {
    const offer = await offered(shop, admin, { name: `punguzo-${with_}.com` })
    const code = `PUNGUZO${with_}`
    if (with_ === 'with') await claim(offer, code)
    const money = await receive(shop, { amount: 9, code, reference: offer.reference })
    await match(money)
    const lowered = await admin.call('PATCH', `/api/admin/domain-requests/${offer.id}`, {
      status: 'available',
      price: 8,
    })
    expect(lowered.body).toMatchObject({ payment_confirmed: true, price: 8 })
    expect(await chargeOf(offer.id)).toMatchObject({ state: 'paid', settled: 8, amount: 8 })
    const isClaimed = with_ === 'with'
    expect(await receivedOf(money)).toMatchObject({ state: 'matched', has_claim: isClaimed })
    expect(await balanceOf(offer.customer)).toBe(1)
    expect((await offer.customer.call('GET', `/api/payments/${offer.reference}`)).body).toMatchObject({
      state: 'paid',
      rest: 0,
      claims: isClaimed ? [{ state: 'short' }] : [],
    })
  })

  test('that is short pays an order whose other domain is gone', async () => {
    const customer = await shop.customer()
    const order = await placeAt(shop, customer, ['ipo-bado.com', 'imeenda.com'])
    const money = await receive(shop, { amount: 10, code: 'ODANUSU1', reference: order.reference! })
    await match(money)
    expect(await receivedOf(money)).toMatchObject({ state: 'short' })
    const saved = await admin.call('PATCH', `/api/admin/orders/${order.id}`, {
      lines: [{ item: 'imeenda.com', state: 'gone' }],
    })
    expect(saved.body).toMatchObject({ payment_confirmed: true })
    expect(await chargeOf(order.id)).toMatchObject({ state: 'paid', settled: 10 })
    expect(await balanceOf(customer)).toBe(0)
  })

  test('that is short and covers the price leaves a claim of the rest nothing to confirm', async () => {
    const offer = await offered(shop, admin, { name: 'hakuna-deni.com' })
    await match(await receive(shop, { amount: 9, code: 'HAKUNA1', reference: offer.reference }))
    await claim(offer, 'HAKUNA2')
    await shop.sql(`update charges set amount = 8 where request_id = $1`, [offer.id])
    const [{ id }] = (await admin.call('GET', '/api/admin/payments?q=HAKUNA2')).body.items
    expect((await admin.call('POST', `/api/admin/payments/${id}/confirm`, {})).status).toBe(409)
  })

  test('that comes by the reference does not end a claim with another receipt', async () => {
    const offer = await offered(shop, admin, { name: 'dai-lingine.com' })
    await claim(offer, 'DAIL002')
    await match(await receive(shop, { amount: 4, code: 'DAIL001', reference: offer.reference }))
    const money = await receive(shop, { amount: 6, code: 'DAIL002' })
    await match(money)
    expect(await receivedOf(money)).toMatchObject({ state: 'matched', has_claim: true })
    expect(await chargeOf(offer.id)).toMatchObject({ state: 'paid', settled: 10 })
  })

  test('that is over pays it, and the surplus is credit', async () => {
    const offer = await offered(shop, admin, { name: 'zaidi.com' })
    const money = await receive(shop, { amount: 12.5, code: 'ZAIDI01', reference: offer.reference })
    await match(money)
    expect(await receivedOf(money)).toMatchObject({ state: 'over' })
    expect(await chargeOf(offer.id)).toMatchObject({ state: 'paid', settled: 10 })
    expect(await balanceOf(offer.customer)).toBe(2.5)
  })

  test('less the tax that the customer withholds pays it, and a corrected entry counts alone', async () => {
    const offer = await offered(shop, admin, { name: 'kodi.com' })
    const [charge] = await shop.sql<{ id: string }>(`select id from charges where request_id = $1`, [
      offer.id,
    ])
    const id = charge!.id
    const tax = (withheld: number | null, version: number) =>
      admin.call('PUT', `/api/admin/charges/${id}/tax`, {
        fiscal_code: null,
        fiscal_link: null,
        certificate: 'WHT1',
        withheld,
        version,
      })
    expect((await tax(0.7, 0)).status).toBe(200)
    expect(await chargeOf(offer.id)).toMatchObject({ state: 'open', settled: 0.7 })
    expect((await tax(0.5, 1)).status).toBe(200)
    expect(await chargeOf(offer.id)).toMatchObject({ state: 'open', settled: 0.5 })
    await match(await receive(shop, { amount: 9.5, code: 'KODI001', reference: offer.reference }))
    expect(await chargeOf(offer.id)).toMatchObject({ state: 'paid', settled: 10 })
    expect(await balanceOf(offer.customer)).toBe(0)
    const [sum] = await shop.sql(`select sum(amount)::float as sum from ledger_entries`)
    expect(sum).toEqual({ sum: 0 })
  })

  test('for a paid charge is double, and all of it credit', async () => {
    const offer = await offered(shop, admin, { name: 'mara-mbili.com' })
    await match(await receive(shop, { amount: 10, code: 'MARA001', reference: offer.reference }))
    const again = await receive(shop, { amount: 10, code: 'MARA002', reference: offer.reference })
    await match(again)
    expect(await receivedOf(again)).toMatchObject({ state: 'double' })
    expect(await balanceOf(offer.customer)).toBe(10)
  })

  test('for a paid charge waits where another channel may have reported the same payment', async () => {
    const offer = await offered(shop, admin, { name: 'taarifa.com' })
    await match(await receive(shop, { amount: 10, code: 'TAARIFA1', reference: offer.reference }))
    const again = await receive(shop, { amount: 10, code: 'FT26TAARIFA', reference: offer.reference })
    await shop.sql(`update received_payments set channel = 'statement' where id = $1`, [again])
    await match(again)
    expect(await receivedOf(again)).toMatchObject({ state: 'held', reason: 'maybe-repeated' })
    expect(await balanceOf(offer.customer)).toBe(0)
    const other = await receive(shop, { amount: 12, code: 'FT26TAARIFB', reference: offer.reference })
    await shop.sql(`update received_payments set channel = 'statement' where id = $1`, [other])
    await match(other)
    expect(await receivedOf(other)).toMatchObject({ state: 'double' })
  })

  test('that a message and a statement report with two receipt numbers pays once, until a person has looked', async () => {
    const first = await offered(shop, admin, { name: 'namba-mbili.com' })
    const second = await offered(shop, admin, { name: 'namba-mbili.net', to: first.customer })
    const third = await offered(shop, admin, { name: 'namba-mbili.org', to: first.customer })
    await claim(first, '99887766')
    await claim(second, '123ABC456789')
    await claim(third, 'FT26OTHER1')
    const told = await receive(shop, { amount: 10, code: '99887766' })
    await reportedBy('message', told)
    await match(told)
    expect(await receivedOf(told)).toMatchObject({ state: 'matched' })
    const listed = await receive(shop, { amount: 10, code: '123ABC456789' })
    await reportedBy('statement', listed)
    await match(listed)
    expect(await receivedOf(listed)).toMatchObject({ state: 'held', reason: 'maybe-repeated' })
    expect(await chargeOf(second.id)).toMatchObject({ state: 'open' })

    // The statement has the payment of the message, too, so what it lists beside that is another one.
    await reportedBy('statement', told)
    const other = await receive(shop, { amount: 10, code: 'FT26OTHER1' })
    await reportedBy('statement', other)
    await match(other)
    expect(await receivedOf(other)).toMatchObject({ state: 'matched' })
  })

  test('that both report pays once, also where all are matched at the same time', async () => {
    const customer = await shop.customer()
    const money = []
    for (let at = 0; at < 8; at += 1) {
      const offer = await offered(shop, admin, { name: `pamoja-${at}.com`, to: customer })
      const id = await receive(shop, { amount: 10, code: `PAMOJA0${at}`, reference: offer.reference })
      await reportedBy(at % 2 ? 'statement' : 'message', id)
      money.push(id)
    }
    await Promise.all(money.map((id, at) => match(id, at % 2)))
    const states = await Promise.all(money.map(async (id) => (await receivedOf(id))?.state))
    // Of either source all count, or none.
    expect(states.filter((state) => state === 'held')).toHaveLength(4)
    expect(new Set(states.filter((_, at) => at % 2)).size).toBe(1)
    expect(new Set(states.filter((_, at) => at % 2 === 0)).size).toBe(1)
  })

  test('for one charge waits where eight statements list it at the same time with other receipt numbers', async () => {
    const offer = await offered(shop, admin, { name: 'taarifa-nane.com' })
    const money = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        receive(shop, { amount: 10, code: `TAARIFA8${at}`, reference: offer.reference }),
      ),
    )
    await shop.sql(`update received_payments set channel = 'statement' where id = any ($1)`, [money])
    await Promise.all(money.map((id, at) => match(id, at % 2)))
    const states = await Promise.all(money.map(async (id) => (await receivedOf(id))?.state))
    expect(states.toSorted()).toEqual([...Array(7).fill('held'), 'matched'])
    expect(await balanceOf(offer.customer)).toBe(0)
  })

  test('from eight payments at once is counted once each', async () => {
    const offer = await offered(shop, admin, { name: 'nane-kwa-moja.com' })
    const money = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        receive(shop, { amount: 2, code: `NANE00${at}`, reference: offer.reference }),
      ),
    )
    await Promise.all(money.map((id, at) => match(id, at % 2)))
    expect(await chargeOf(offer.id)).toMatchObject({ state: 'paid', settled: 10 })
    expect(await balanceOf(offer.customer)).toBe(6)
  })
})

describe('another currency', () => {
  test('is held without a quote', async () => {
    const offer = await offered(shop, admin, { name: 'shilingi.com' })
    const money = await receive(shop, { amount: 26000, currency: 'TZS', reference: offer.reference })
    await match(money)
    expect(await receivedOf(money)).toMatchObject({ state: 'held', reason: 'other-currency' })
  })

  test('pays through the quote that was kept', async () => {
    const offer = await offered(shop, admin, { name: 'nukuu.com' })
    await shop.sql(`update charges set quotes = $2 where request_id = $1`, [
      offer.id,
      JSON.stringify([{ method: 'mpesa', currency: 'TZS', rate: 2600, amount: 26000 }]),
    ])
    const money = await receive(shop, { amount: 26000, currency: 'TZS', reference: offer.reference })
    await match(money)
    expect(await receivedOf(money)).toMatchObject({ state: 'matched' })
    expect(await balanceOf(offer.customer)).toBe(0)
  })
})
