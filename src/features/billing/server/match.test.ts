import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop, type Person, type Shop } from '../../../app/testing/shop.ts'
import { clearSettingsCache } from '../../settings/server/settings.ts'
import { placeAt } from '../../orders/server/testing/placing.ts'
import { finishPayments } from './match-job.ts'
import { matchReceived } from './match.ts'
import { claim, offered, receive } from './testing/money.ts'

/** Claims and received money meet in either order, and settle a charge exactly once. */

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop({ nodes: 2 })
  admin = await shop.admin()
})
afterAll(() => shop.close())

const match = (id: string, node = 0) => matchReceived(shop.nodes[node]!.database, id, new Date())
const chargeOf = async (id: string) =>
  (
    await shop.sql(
      `select state, settled::float, amount::float, activate from charges where request_id = $1 or order_id = $1`,
      [id],
    )
  )[0]
const receivedOf = async (id: string) =>
  (
    await shop.sql(
      `select state, reason, charge_id is not null as has_charge, payment_id is not null as has_claim from received_payments where id = $1`,
      [id],
    )
  )[0]
const balanceOf = async (person: Person) =>
  (
    await shop.sql(`select coalesce(sum(amount), 0)::float as sum from ledger_entries where user_id = $1`, [
      person.id,
    ])
  )[0]!['sum']
const postings = async (person: Person) =>
  (
    await shop.sql(
      `select act, count(*)::int as n from ledger_postings where id in (select posting_id from ledger_entries where user_id = $1) group by act order by act`,
      [person.id],
    )
  ).map(({ act, n }) => [act, n])
async function set(key: string, value: unknown) {
  await shop.sql(
    `insert into settings (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value`,
    [key, JSON.stringify(value)],
  )
  for (const node of shop.nodes) clearSettingsCache(node.database)
}

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

  test('of another wallet matches nothing, and one of an unknown method does', async () => {
    const offer = await offered(shop, admin, { name: 'tatu.com' })
    await claim(offer, 'QK3AA33', 'Airtel Money')
    const money = await receive(shop, { amount: 10, code: 'QK3AA33' })
    await match(money)
    expect(await receivedOf(money)).toMatchObject({ state: 'received' })
    const other = await offered(shop, admin, { name: 'nne.com' })
    await claim(other, 'QK4AA44', 'simu yangu')
    const second = await receive(shop, { amount: 10, code: 'QK4AA44' })
    await match(second)
    expect(await receivedOf(second)).toMatchObject({ state: 'matched' })
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
  expect(await shop.sql(`select 1 from papers where user_id = $1`, [offer.customer.id])).toHaveLength(1)
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
  test('inside a longer text matches without a claim, and claims for the customer', async () => {
    const offer = await offered(shop, admin, { name: 'kumbukumbu.com' })
    const typed = `malipo ${offer.reference.slice(0, 3).toLowerCase()}-${offer.reference.slice(3)} asante`
    const money = await receive(shop, {
      amount: 10,
      code: 'REF1AA1',
      reference: typed,
      payer_name: 'JUMA ALI',
    })
    await match(money)
    expect(await receivedOf(money)).toMatchObject({ state: 'matched', has_claim: true })
    const shown = (await offer.customer.call('GET', '/api/domain-requests')).body.items[0]
    expect(shown).toMatchObject({
      payment_confirmed: true,
      payer_name: 'JUMA ALI',
      receipt_number: 'REF1AA1',
    })
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
})

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
    expect(await owed()).toMatchObject({ state: 'paid', claims: [{ state: 'claimed' }, { state: 'short' }] })
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
    expect(await receivedOf(money)).toMatchObject({ state: 'matched', has_claim: true })
    expect(await balanceOf(offer.customer)).toBe(1)
    expect((await offer.customer.call('GET', `/api/payments/${offer.reference}`)).body).toMatchObject({
      state: 'paid',
      rest: 0,
      claims: [{ state: 'claimed' }],
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
        ...{ fiscal_code: null, fiscal_link: null, certificate: 'WHT1', withheld, version },
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

describe('with payments.activate', () => {
  const statusOf = async (id: string) =>
    (await shop.sql(`select stage from requests where id = $1`, [id]))[0]!['stage']

  test('by-hand, a paid request waits for its admin', async () => {
    const offer = await offered(shop, admin, { name: 'info@subiri.com', product: 'email' })
    await match(await receive(shop, { amount: 10, reference: offer.reference, code: 'SUBIRI1' }))
    expect(await statusOf(offer.id)).toBe('offered')
  })

  test('matched, an address activates by the program, a domain waits, and so does an order with one', async () => {
    await set('payments.activate', 'matched')
    const [address, domain] = [
      await offered(shop, admin, { name: 'info@haraka.com', product: 'email' }),
      await offered(shop, admin, { name: 'haraka.com' }),
    ]
    for (const [at, { reference }] of [address, domain].entries())
      await match(await receive(shop, { amount: 10, reference, code: `HARAKA${at}` }))
    expect(await statusOf(address.id)).toBe('active')
    expect(await statusOf(domain.id)).toBe('offered')
    expect(
      await shop.sql(
        `select actor_role, actor_id from audit_log where action = 'request.activated' and entity_id = $1`,
        [address.id],
      ),
    ).toEqual([{ actor_role: 'service', actor_id: null }])
    const customer = await shop.customer()
    const order = await placeAt(shop, customer, ['oda-ya-jina.com'])
    await match(await receive(shop, { amount: 10, reference: order.reference!, code: 'ODAJINA' }))
    expect(await chargeOf(order.id)).toMatchObject({ state: 'paid' })
    expect((await customer.call('GET', `/api/orders/${order.id}`)).body.status).toBe('pending')
    await set('payments.activate', 'by-hand')
  })

  test('a node that ended before the activation is finished by the job', async () => {
    const offer = await offered(shop, admin, { name: 'info@baadaye.com', product: 'email' })
    await match(await receive(shop, { amount: 10, reference: offer.reference, code: 'BAADAYE' }))
    await shop.sql(`update charges set activate = true where request_id = $1`, [offer.id])
    const left = await offered(shop, admin, { name: 'baadaye.com' })
    await receive(shop, { amount: 10, reference: left.reference, code: 'BAADAY2' })
    await finishPayments(shop.nodes[0]!.database, new Date())
    expect(await statusOf(offer.id)).toBe('active')
    expect(await chargeOf(offer.id)).toMatchObject({ activate: false })
    expect(await chargeOf(left.id)).toMatchObject({ state: 'paid' })
  })
})

test('activation by an admin confirms a claim by hand, and without a claim nothing', async () => {
  const offer = await offered(shop, admin, { name: 'kwa-mkono.com' })
  await claim(offer, 'MKONO01')
  await admin.call('PATCH', `/api/admin/domain-requests/${offer.id}`, { status: 'YOUR DOMAIN IS ACTIVE NOW' })
  expect(await chargeOf(offer.id)).toMatchObject({ state: 'paid', settled: 10 })
  expect(await shop.sql(`select channel, state from received_payments where code_key = 'mkono01'`)).toEqual([
    { channel: 'by-hand', state: 'matched' },
  ])
  const free = await offered(shop, admin, { name: 'bila-dai.com' })
  await admin.call('PATCH', `/api/admin/domain-requests/${free.id}`, { status: 'YOUR DOMAIN IS ACTIVE NOW' })
  expect(await chargeOf(free.id)).toMatchObject({ state: 'open', settled: 0 })
})
