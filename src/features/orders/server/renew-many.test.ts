import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eightTimes } from '../../../app/testing/eight-times.ts'
import type { Person } from '../../../app/testing/shop.ts'
import { addMonths, daysFrom } from '../../../shared/calendar.ts'
import { openRegistrarShop } from '../../fulfilment/server/testing/registrar-shop.ts'
import { moneyIn, receive } from '../../money/server/testing/money.ts'
import { DOMAIN_ACTIVE } from '../../products/domain.ts'
import { offerRenewals } from '../../requests/server/renewals/renewal-offers.jobs.ts'

/** Several services are renewed with one order and one charge, each for one period once. */

const here = await openRegistrarShop()
const { stub, shop, admin, until, did } = here
afterAll(here.close)
beforeEach(() => shop.sql(`delete from fulfilment_calls`))
const set = async (values: object) =>
  expect((await admin.call('PATCH', '/api/admin/settings', { values, versions: {} })).status).toBe(200)
beforeAll(async () => {
  const domain = (ending: string, renewal: number | null) => ({
    ending,
    price: 20,
    renewal,
    years: 3,
    needs: '',
    searched: true,
    shown: true,
  })
  await set({
    'catalogue.domains': [domain('com', 15), domain('org', 12), domain('net', null)],
    'catalogue.email': 24,
  })
})

let count = 0
/** A domain that ends in so many days. The registrar has a .com until then. */
async function expiring(person: Person, days: number, ending = 'com') {
  const name = `many-${++count}.${ending}`
  const { body } = await person.call('POST', '/api/domain-requests', { requested_domain: name })
  for (const saved of [{ status: 'available', price: 20 }, { status: DOMAIN_ACTIVE }])
    await admin.call('PATCH', `/api/admin/domain-requests/${body.id}`, saved)
  if (ending === 'com') await until(name, 'done')
  const expires_at = daysFrom(new Date(), days)
  // The same day in every zone of the test.
  expires_at.setUTCHours(10, 0, 0, 0)
  const [row] = await shop.sql(
    `update services set expires_at = $2, anchor_day = $3 where request_id = $1 returning id`,
    [body.id, expires_at, expires_at.getUTCDate()],
  )
  if (ending === 'com') stub.books.names.get(name)!.expires_at = expires_at
  return { id: row!['id'] as string, name, expires_at }
}
type Owned = Awaited<ReturnType<typeof expiring>>
const renewable = async (person: Person) => (await person.call('GET', '/api/renewals')).body.items
const renew = (person: Person, services: Owned[], node = 0, years?: number) =>
  shop.at(node, person.token)('POST', '/api/renewals', {
    items: services.map(({ id }) => ({ service: id, ...(years && { years }) })),
  })
const expiryOf = async ({ id }: Owned) =>
  (await shop.sql(`select expires_at from services where id = $1`, [id]))[0]!['expires_at'] as Date
const chargesOf = (person: Person) =>
  shop.sql(
    `select state, amount::float as amount from charges where user_id = $1 and (order_id is not null or exists (
       select from requests where id = request_id and renews is not null)) order by created_at`,
    [person.id],
  )
const renewals = (name: string) => did(name).filter((what) => what.startsWith('renew'))
const { match } = moneyIn(() => shop)
const pay = async ({ reference, amount_due }: { reference: string; amount_due: number }) =>
  match(await receive(shop, { amount: amount_due, reference, code: `MANY${++count}` }))

test('lists what expires within 30 days, the first to expire first, with the price of a period', async () => {
  const asha = await shop.customer()
  const [soon, expired, unpriced] = [
    await expiring(asha, 29),
    await expiring(asha, -3),
    await expiring(asha, 10, 'net'),
  ]
  await expiring(asha, 32)
  expect(await renewable(asha)).toMatchObject([
    { id: expired.id, item: expired.name, state: 'open', price: 15, currency: 'USD', most_years: 3 },
    { id: unpriced.id, state: 'on-request', price: null, most_years: 1 },
    { id: soon.id, state: 'open', until: addMonths(soon.expires_at, 12).toISOString() },
  ])
  expect(await renewable(await shop.customer())).toEqual([])
})

test('eight presses on two nodes place one order with one charge, and nothing is renewed before it is paid', async () => {
  const asha = await shop.customer()
  const names = [await expiring(asha, 5), await expiring(asha, -2), await expiring(asha, 20)]
  const answers = await eightTimes((turn) => renew(asha, names, turn % 2))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(7).fill(409)])
  expect(answers.find(({ status }) => status === 409)!.body).toMatchObject({
    code: 'NOT_RENEWABLE',
    data: { services: names.map(({ id }) => id) },
  })
  expect(await chargesOf(asha)).toEqual([{ state: 'open', amount: 45 }])
  expect((await renewable(asha)).map((one: { state: string }) => one.state)).toEqual(
    Array(3).fill('under-way'),
  )
  for (const one of names) expect(await expiryOf(one)).toEqual(one.expires_at)
  // None of them is renewed, handed over or asked for beside it.
  expect((await asha.call('POST', `/api/domains/${names[1]!.id}/renew`)).body.code).toBe('NOT_RENEWABLE')
  const { version, open_order } = (await admin.call('GET', `/api/admin/services/${names[0]!.id}`)).body
  expect(open_order).toBe(answers.find(({ status }) => status === 201)!.body.id)
  const at = `/api/admin/services/${names[0]!.id}`
  expect((await admin.call('POST', `${at}/renew`, { version })).body.code).toBe('RENEWAL_OPEN')
  const to = { version, email: (await shop.customer()).email }
  expect((await admin.call('POST', `${at}/hand-over`, to)).body.code).toBe('RENEWAL_OPEN')
})

describe('paid, where payments activate', () => {
  beforeAll(() => set({ 'payments.activate': 'matched' }))
  afterAll(() => set({ 'payments.activate': 'by-hand' }))

  test('each name is renewed at the registrar once, from its own end', async () => {
    const asha = await shop.customer()
    const names = [await expiring(asha, 5), await expiring(asha, 20)]
    const { body: order } = await renew(asha, names, 0, 2)
    expect(order).toMatchObject({
      amount_due: 60,
      lines: names.map(({ id, name }) => ({ item: name, renews: id, years: 2, price: 30 })),
    })
    await pay(order)
    for (const { name } of names) await until(name, 'done')
    for (const one of names) {
      expect(await expiryOf(one)).toEqual(addMonths(one.expires_at, 24))
      expect(renewals(one.name)).toEqual(['renew'])
      expect(stub.books.names.get(one.name)!.expires_at.getUTCFullYear()).toBe(
        one.expires_at.getUTCFullYear() + 2,
      )
    }
    expect((await asha.call('GET', `/api/orders/${order.id}`)).body).toMatchObject({
      status: 'completed',
      lines: [{ state: 'registered' }, { state: 'registered' }],
      owed_back: 0,
    })
    expect(
      await shop.sql(
        `select count(*)::int as n from renewals where service_id = any ($1) and done_at is not null`,
        [names.map(({ id }) => id)],
      ),
    ).toEqual([{ n: 2 }])
    expect(await renewable(asha)).toEqual([])
    // The invoice has a line and a period for each.
    const [invoice] = await shop.sql(
      `select facts -> 'lines' as lines from invoices where user_id = $1 and kind = 'invoice'`,
      [asha.id],
    )
    expect(invoice!['lines']).toMatchObject(
      names.map(({ name, expires_at }) => ({
        text: name,
        quantity: 2,
        period: { from: expires_at.toISOString().slice(0, 10) },
      })),
    )
  })

  test('a name that the registrar does not renew is owed back, and the others are renewed', async () => {
    const asha = await shop.customer()
    const [kept, lost] = [await expiring(asha, 5), await expiring(asha, 6)]
    const { body: order } = await renew(asha, [kept, lost])
    stub.tell(
      { what: 'says', body: { error: 'Domain is locked by the registry' } },
      { on: ['renew'], target: lost.name },
    )
    await pay(order)
    await until(kept.name, 'done')
    const held = await until(lost.name, 'refused')
    expect(
      (await admin.call('POST', `/api/admin/fulfilments/${held.id}/refuse`, { reason: 'Locked' })).status,
    ).toBe(200)
    expect((await asha.call('GET', `/api/orders/${order.id}`)).body).toMatchObject({
      status: 'completed',
      lines: [{ state: 'registered' }, { state: 'gone' }],
      owed_back: 15,
    })
    expect(await expiryOf(lost)).toEqual(lost.expires_at)
    expect(await renewable(asha)).toMatchObject([{ id: lost.id, state: 'open' }])
  })
})

test('an admin completes an order whose endings no registrar serves, once', async () => {
  const asha = await shop.customer()
  const names = [await expiring(asha, 5, 'org'), await expiring(asha, 9, 'org')]
  const { body: order } = await renew(asha, names)
  const lines = names.map(({ name }) => ({ item: name, state: 'registered' }))
  await eightTimes((turn) =>
    shop.at(turn % 2, admin.token)('PATCH', `/api/admin/orders/${order.id}`, { status: 'completed', lines }),
  )
  for (const one of names) expect(await expiryOf(one)).toEqual(addMonths(one.expires_at, 12))
})

describe('in mode paid, where offers open by themselves', () => {
  beforeAll(() => set({ renewals: 'paid' }))
  afterAll(() => set({ renewals: 'instant' }))
  afterEach(() =>
    shop.sql(`update services set expires_at = now() + interval '1 year' where kind = 'domain'`),
  )
  const offer = () => offerRenewals(shop.nodes[0]!.database, new Date())

  test('offers are withdrawn for the order that replaces them, and not made again', async () => {
    const asha = await shop.customer()
    const names = [await expiring(asha, 5), await expiring(asha, 9)]
    await offer()
    expect(await chargesOf(asha)).toEqual([
      { state: 'open', amount: 15 },
      { state: 'open', amount: 15 },
    ])
    await shop.sql(`delete from mails`)
    const { body: order } = await renew(asha, names)
    expect(order.amount_due).toBe(30)
    expect(await chargesOf(asha)).toEqual([
      { state: 'void', amount: 15 },
      { state: 'void', amount: 15 },
      { state: 'open', amount: 30 },
    ])
    expect(await shop.sql(`select kind from mails where user_id = $1`, [asha.id])).toEqual([])
    await offer()
    expect(await chargesOf(asha)).toHaveLength(3)
    // A cancelled order leaves them to be renewed again.
    await admin.call('PATCH', `/api/admin/orders/${order.id}`, { status: 'cancelled' })
    expect((await renewable(asha)).map((one: { state: string }) => one.state)).toEqual(['open', 'open'])
    expect((await renew(asha, names)).status).toBe(201)
  })

  test('one that the customer says to have paid is not replaced', async () => {
    const asha = await shop.customer()
    const names = [await expiring(asha, 5), await expiring(asha, 9)]
    await offer()
    const [request] = await shop.sql(`select id from requests where renews = $1`, [names[0]!.id])
    const paid = { payer_name: 'Asha', receipt_number: `QX${++count}`, payment_method: 'M-Pesa' }
    await asha.call('POST', `/api/domain-requests/${request!['id']}/payment`, paid)
    expect((await renew(asha, names)).body).toMatchObject({
      code: 'NOT_RENEWABLE',
      data: { services: [names[0]!.id] },
    })
    expect((await renew(asha, [names[1]!])).status).toBe(201)
  })

  test('no offer opens beside an order, whichever comes first of eight', async () => {
    const asha = await shop.customer()
    const names = [await expiring(asha, 5), await expiring(asha, 9)]
    await eightTimes<unknown>((turn) =>
      turn % 2
        ? offerRenewals(shop.nodes[turn % 4 === 1 ? 0 : 1]!.database, new Date())
        : renew(asha, names, turn % 4 ? 1 : 0),
    )
    const open = await shop.sql(
      `select name, (select count(*)::int from requests where renews = s.id and open_key is not null)
              + (select count(*)::int from order_lines where renews = s.id and open_key is not null) as n
         from services s where user_id = $1`,
      [asha.id],
    )
    expect(open.map(({ n }) => n)).toEqual([1, 1])
  })
})

test('nobody renews the services of another customer, nor one for years that are not offered', async () => {
  const [asha, juma] = [await shop.customer(), await shop.customer()]
  const [mine, unpriced] = [await expiring(asha, 5), await expiring(asha, 6, 'net')]
  expect((await renew(juma, [mine])).body).toMatchObject({
    code: 'NOT_RENEWABLE',
    data: { services: [mine.id] },
  })
  expect((await renew(asha, [mine], 0, 4)).body.code).toBe('NOT_RENEWABLE')
  expect((await renew(asha, [mine, unpriced])).body.data).toEqual({ services: [unpriced.id] })
  expect((await shop.visitor('POST', '/api/renewals', { items: [{ service: mine.id }] })).status).toBe(401)
  expect(await chargesOf(asha)).toEqual([])
})
