import { afterAll, beforeAll, expect, test } from 'vitest'
import { eightTimes } from '../../../../app/testing/eight-times.ts'
import { openShop, type Person, type Shop } from '../../../../app/testing/shop.ts'
import { today } from '../../../../app/testing/today.ts'
import { verifyLedger } from '../ledger/verify.ts'
import { ownedIn } from '../../../requests/server/testing/owned.ts'
import { claim, listPayments, moneyIn, offered, receive } from '../testing/money.ts'

/** The admins’ list of payments with its acts, and the customers’ own lists. */

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})
afterAll(() => shop.close())

const { match } = moneyIn(() => shop)
const list = (query?: string) => listPayments(admin, query)
const ledgerDifferences = async () =>
  (await verifyLedger((work) => shop.nodes[0]!.database.read('service', work))).differences
const find = async (id: string, query?: string) => (await list(query)).find((one) => one.id === id)

test('a claim and its money stand in one row, found by receipt, reference, name, phone and amount', async () => {
  const offer = await offered(shop, admin, { name: 'orodha.com', price: 13.37 })
  await claim(offer, 'ORODHA-1')
  const [claimed] = await list('q=orodha1')
  expect(claimed).toMatchObject({ type: 'claim', state: 'claimed', charge: { reference: offer.reference } })
  const money = await receive(shop, {
    amount: 13.37,
    code: 'ORODHA1',
    payer_name: 'HAWA SALUM',
    payer_phone: '255754000111',
  })
  await match(money)
  for (const q of ['orodha 1', offer.reference.toLowerCase(), 'hawa', '0754 000 111', '13.37'])
    expect([q, (await list(`q=${encodeURIComponent(q)}`)).map(({ id }) => id)]).toEqual([q, [money]])
  // Two letters are the beginning of a word, and signs of patterns are signs.
  const found = async (q: string) => (await list(`q=${encodeURIComponent(q)}`)).map(({ id }) => id)
  expect([await found('ha'), await found('sa')]).toEqual([
    expect.arrayContaining([money]),
    expect.arrayContaining([money]),
  ])
  expect(await found('aw')).not.toContain(money)
  expect(await found('ha%')).toEqual([])
  // An amount is no part of a phone number, which may be typed with a point.
  await offer.customer.call('PATCH', '/api/profile', { phone_number: '+254712013990' })
  expect([await found('013990'), await found('0712.013990')]).toEqual([[money], [money]])
  expect(await found('13.99')).toEqual([])
  expect(await list('q=orodha1&state=claimed')).toEqual([])
  expect(await find(money, 'state=matched')).toMatchObject({ charge: { state: 'paid', settled: 13.37 } })
})

test('the pages of the list hold every payment once, newest first', async () => {
  for (let at = 0; at < 5; at++) await receive(shop, { amount: 77, code: `UKURASA${at}` })
  const seen: string[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const { body } = await admin.call(
      'GET',
      `/api/admin/payments?limit=2&q=77${cursor ? `&cursor=${cursor}` : ''}`,
    )
    seen.push(...body.items.map(({ id }: { id: string }) => id))
    cursor = body.next_cursor
  }
  expect(seen).toHaveLength(5)
  expect(new Set(seen).size).toBe(5)
})

test('amount, time and payer are a suggestion that nothing but an admin accepts', async () => {
  const offer = await offered(shop, admin, { name: 'pendekezo.com', price: 21 })
  const money = await receive(shop, { amount: 21, code: 'PEND001', payer_name: 'MWANGI ASHA' })
  const stranger = await receive(shop, { amount: 21, code: 'PEND002', payer_name: 'JUMA ALI' })
  await match(money)
  const shown = (await find(money))!
  expect(shown).toMatchObject({ state: 'received', charge: null })
  expect(shown.suggestions.map(({ reference }) => reference)).toEqual([offer.reference])
  expect((await find(stranger))!.suggestions).toEqual([])
  const accepted = await admin.call('POST', `/api/admin/payments/${money}/match`, {
    charge_id: shown.suggestions[0]!.id,
    version: shown.version,
  })
  expect(accepted.body).toMatchObject({ state: 'matched', charge: { state: 'paid' } })
  const again = await admin.call('POST', `/api/admin/payments/${money}/match`, {
    charge_id: shown.suggestions[0]!.id,
    version: shown.version,
  })
  expect(again).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
})

test('eight admins who match at once settle once', async () => {
  const offer = await offered(shop, admin, { name: 'wanane.com' })
  const money = await receive(shop, { amount: 10, code: 'WANANE1' })
  const { items } = (await admin.call('GET', `/api/admin/charges?q=${offer.reference}`)).body
  const answers = await Promise.all(
    Array.from({ length: 8 }, () =>
      admin.call('POST', `/api/admin/payments/${money}/match`, { charge_id: items[0].id, version: 1 }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)])
  expect(
    await shop.sql(
      `select 1 from ledger_postings where source_id in (select id from allocations where payment_id = $1)`,
      [money],
    ),
  ).toHaveLength(1)
})

test('what a person has to check is refused until it is confirmed, and then continues the balance', async () => {
  const checked = await offered(shop, admin, { name: 'hakiki.com' })
  await receive(shop, { amount: 7, code: 'HAKIKI1' })
  // The same receipt number with another amount, and a text that no reader knows.
  const used = await receive(shop, { amount: 10, code: 'HAKIKI1', state: 'held' })
  await shop.sql(`update received_payments set reason = 'code-used' where id = $1`, [used])
  const unread = await receive(shop, { amount: 10, state: 'unread' })
  const { items } = (await admin.call('GET', `/api/admin/charges?q=${checked.reference}`)).body
  const by = (id: string) =>
    admin.call('POST', `/api/admin/payments/${id}/match`, { charge_id: items[0].id, version: 1 })
  for (const id of [used, unread])
    expect(await by(id)).toMatchObject({ status: 409, body: { code: 'NOT_CHECKED' } })

  await shop.sql(
    `insert into received_balances (account, currency, balance) values ('mpesa', 'TZS', 20000)
     on conflict (account, currency) do update set balance = 20000`,
  )
  const ids: string[] = []
  for (const at of [1, 2]) {
    const [code, balance] = [`HAKIKI1${at}AB`, 50_000 + at * 10_000]
    const id = await receive(shop, { amount: 10_000, currency: 'TZS', code, state: 'held' })
    const body = `${code} Confirmed. You have received TZS 10,000.00 from NURU SALUM (255711000301) on 2026-11-20 at 10:00 AM. New M-Pesa balance is TZS ${balance}.00.`
    await shop.sql(
      `update received_payments set reason = 'balance', sender = 'M-PESA', account = 'mpesa', body = $2, balance = $3,
         received_at = '2026-11-20T07:00:00Z'::timestamptz + $4 * interval '1 second' where id = $1`,
      [id, body, balance, at],
    )
    ids.push(id)
  }
  expect(await by(ids[0]!)).toMatchObject({ status: 409, body: { code: 'NOT_CHECKED' } })
  const confirmed = await admin.call('POST', `/api/admin/payments/received/${ids[0]}/confirm`, {
    version: 1,
    method: 'M-Pesa',
    amount: 10_000,
    currency: 'TZS',
    code: 'HAKIKI11AB',
  })
  expect(confirmed.status).toBe(200)
  for (const id of ids) expect(await find(id)).toMatchObject({ state: 'received' })
})

test('what counts and is held because several may have paid it is matched by hand', async () => {
  const [one, other] = [
    await offered(shop, admin, { name: 'anayedai.com' }),
    await offered(shop, admin, { name: 'aliyelipa.com' }),
  ]
  await claim(one, 'ZOZO001')
  const money = await receive(shop, { amount: 10, code: 'ZOZO001', reference: other.reference })
  await match(money)
  const { items } = (await admin.call('GET', `/api/admin/charges?q=${other.reference}`)).body
  const by = (id: string, version: number) =>
    admin.call('POST', `/api/admin/payments/${id}/match`, { charge_id: items[0].id, version })
  // Held money blocks no receipt number: another message with it counts meanwhile.
  const meanwhile = await receive(shop, { amount: 3, code: 'ZOZO001' })
  expect(await by(money, 2)).toMatchObject({ status: 409, body: { code: 'CODE_COUNTED' } })
  await shop.sql(`delete from received_payments where id = $1`, [meanwhile])
  // The claim of the other customer is a note, and waits for its own answer.
  expect((await by(money, 2)).body).toMatchObject({ state: 'matched', charge: { state: 'paid' } })
  const [wrong] = await list('q=zozo001&state=claimed')
  const rejected = await admin.call('POST', `/api/admin/payments/${wrong!.id}/reject`, { reason: 'Si yako' })
  expect(rejected).toMatchObject({ status: 200, body: { state: 'rejected' } })
})

test('a claim with the receipt number of money that counts elsewhere is not confirmed by hand', async () => {
  const [paid, wrong] = [
    await offered(shop, admin, { name: 'imelipwa.com' }),
    await offered(shop, admin, { name: 'si-yake.com' }),
  ]
  const money = await receive(shop, { amount: 4, code: 'TUMIKA0', reference: paid.reference })
  await match(money)
  await receive(shop, { amount: 12, code: 'TUMIKA1', state: 'held' })
  await claim(wrong, 'TUMIKA1')
  // A claim after it would be refused.
  await shop.sql(`update received_payments set code_key = 'tumika1' where id = $1`, [money])
  const [claimed] = await list('q=tumika1&state=claimed')
  expect(await admin.call('POST', `/api/admin/payments/${claimed!.id}/confirm`, {})).toMatchObject({
    status: 409,
    body: { code: 'NOT_CLAIMED' },
  })
})

test('an admin confirms a claim by hand, rejects one, and marks money as not the shop’s', async () => {
  const offer = await offered(shop, admin, { name: 'thibitisha.com' })
  await claim(offer, 'THIB001')
  const [waiting] = await list('q=thib001')
  const confirmed = await admin.call('POST', `/api/admin/payments/${waiting!.id}/confirm`, {})
  expect(confirmed.body).toMatchObject({ type: 'received', state: 'matched', channel: 'by-hand' })
  expect((await admin.call('POST', `/api/admin/payments/${waiting!.id}/confirm`, {})).body.code).toBe(
    'NOT_CLAIMED',
  )
  const other = await offered(shop, admin, { name: 'kataa.com' })
  await claim(other, 'KATAA01')
  const [wrong] = await list('q=kataa01')
  const reject = (headers = {}) =>
    admin.call('POST', `/api/admin/payments/${wrong!.id}/reject`, { reason: 'Haipo' }, headers)
  const key = { 'idempotency-key': `reject-${wrong!.id}` }
  const rejected = await reject(key)
  expect(rejected.body).toMatchObject({ state: 'rejected', reason: 'Haipo' })
  expect(await reject(key)).toMatchObject({ status: 200, body: rejected.body })
  expect((await reject()).body).toMatchObject({ code: 'NOT_CLAIMED' })
  const money = await receive(shop, { amount: 3, code: 'SIYETU1' })
  const ignored = await admin.call('POST', `/api/admin/payments/${money}/ignore`, {
    reason: 'private',
    version: 1,
  })
  expect(ignored.body).toMatchObject({ state: 'ignored', reason: 'private' })
  expect(await find(money)).toBeUndefined()
})

test('an admin records the payment of a renewal, of eight at once one', async () => {
  const customer = await shop.customer()
  const { own, expire } = ownedIn(() => ({ shop, admin }))
  const { values } = (await admin.call('GET', '/api/admin/settings')).body
  const domains = values['catalogue.domains'].map((one: { ending: string }) =>
    one.ending === 'com' ? { ...one, renewal: 14 } : one,
  )
  await admin.call('PATCH', '/api/admin/settings', { values: { 'catalogue.domains': domains } })
  const { id } = await own(customer, 'kodi.com')
  await expire(id)
  expect((await customer.call('POST', `/api/domains/${id}/renew`)).status).toBe(200)
  const renewal = async () => (await admin.call('GET', '/api/admin/renewals')).body.items[0]
  const { charge } = await renewal()
  expect(charge).toMatchObject({ amount: 14, paid: false })

  const paid = { method: 'M-Pesa', date: today() }
  const record = (receipt: string, by = admin) =>
    by.call('POST', `/api/admin/charges/${charge.id}/payment`, { ...paid, receipt })
  await receive(shop, { amount: 3, code: 'KODI-0' })
  expect(await record('kodi 0')).toMatchObject({ status: 409, body: { code: 'CODE_COUNTED' } })
  expect((await record('KODI-1', customer)).status).toBe(403)
  const answers = await eightTimes((turn) => record(`KODI-${turn + 1}`))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)])
  expect(new Set(answers.filter(({ status }) => status === 409).map(({ body }) => body.code))).toEqual(
    new Set(['NOTHING_DUE']),
  )
  const saved = answers.find(({ status }) => status === 200)!.body
  expect(saved).toMatchObject({ state: 'matched', channel: 'by-hand', amount: 14, method: 'mpesa' })
  expect((await renewal()).charge).toMatchObject({ paid: true })
  expect(
    await shop.sql(
      `select actor_id from audit_log where action = 'payment.matched' and after ->> 'payment' = $1`,
      [saved.id],
    ),
  ).toEqual([{ actor_id: admin.id }])
  expect(await shop.sql(`select 1 from invoices where charge_id = $1`, [charge.id])).toHaveLength(1)
  expect(await ledgerDifferences()).toEqual([])
})

test('two customers never see each other’s charges', async () => {
  const [one, other] = [
    await offered(shop, admin, { name: 'moja-yangu.com' }),
    await offered(shop, admin, { name: 'yako.com' }),
  ]
  const own = (await one.customer.call('GET', '/api/payments')).body.items
  expect(own.map(({ reference }: { reference: string }) => reference)).toEqual([one.reference])
  expect((await one.customer.call('GET', `/api/payments/${other.reference}`)).status).toBe(404)
  expect((await one.customer.call('GET', `/api/payments/${one.reference}`)).body).toMatchObject({
    state: 'open',
    rest: 10,
  })
})
