import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Person, type Shop } from '../../../../app/testing/shop.ts'
import { claim, moneyIn, offered, receive } from '../testing/money.ts'

/** What admins see of a payment: what the customer says, what has arrived, and what an admin confirmed without seeing it. */

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})
afterAll(() => shop.close())

const { match, chargeOf, balanceOf } = moneyIn(() => shop)

const shown = async ({ id }: { id: string }) =>
  (await admin.call('GET', '/api/admin/domain-requests')).body.items.find(
    (one: { id: string }) => one.id === id,
  )
const stored = async ({ id }: { id: string }) =>
  (await shop.sql(`select payment_confirmed as it from requests where id = $1`, [id]))[0]!['it']
const waiting = async ({ id }: { id: string }) =>
  (await admin.call('GET', '/api/admin/inbox?limit=100')).body.items.find(
    (one: { id: string }) => one.id === id,
  )
const listed = async (code: string) => (await admin.call('GET', `/api/admin/payments?q=${code}`)).body.items

test('a claim is what the customer says, and pays nothing', async () => {
  const offer = await offered(shop, admin, { name: 'anasema.com' })
  expect([(await shown(offer)).payment_confirmed, await stored(offer)]).toEqual([false, false])
  await claim(offer, 'SEMA001')
  expect(await shown(offer)).toMatchObject({ payment_confirmed: true, payments: [], claim: { amount: 10 } })
  expect(await chargeOf(offer.id)).toMatchObject({ state: 'open', settled: 0 })
  expect(await waiting(offer)).toMatchObject({ state: 'claimed', amount: 10 })
})

test('money that arrives without a claim is seen, makes no claim, and the request waits to be activated', async () => {
  const offer = await offered(shop, admin, { name: 'imefika.com' })
  const payer_name = 'JUMA ALI'
  await match(await receive(shop, { amount: 10, code: 'FIKA001', reference: offer.reference, payer_name }))
  expect(await shown(offer)).toMatchObject({
    payment_confirmed: true,
    payer_name: null,
    claim: null,
    payments: [
      { amount: 10, currency: 'USD', method: 'M-Pesa', code: 'FIKA001', payer_name, seen: true, by: null },
    ],
  })
  expect(await shop.sql(`select from claims where request_id = $1`, [offer.id])).toEqual([])
  expect(await waiting(offer)).toMatchObject({ state: 'paid', amount: 10 })
  // There is nothing to claim or to reject.
  expect(await claim(offer, 'FIKA002')).toMatchObject({ status: 409, body: { code: 'ALREADY_CLAIMED' } })
  const reject = `/api/admin/domain-requests/${offer.id}/payment/reject`
  expect(await admin.call('POST', reject, { reason: 'No' })).toMatchObject({ body: { code: 'NOT_CLAIMED' } })
})

test('a claim that an admin confirms was not seen, says by whom, and is taken back when it is rejected', async () => {
  const offer = await offered(shop, admin, { name: 'haijaonekana.com' })
  await claim(offer, 'ONEKA01')
  const [{ id }] = await listed('ONEKA01')
  expect((await admin.call('POST', `/api/admin/payments/${id}/confirm`, {})).status).toBe(200)
  expect(await shown(offer)).toMatchObject({
    payment_confirmed: true,
    payments: [{ amount: 10, code: 'ONEKA01', seen: false, by: 'Asha Mwangi' }],
  })
  const [confirmed] = await listed('ONEKA01')
  expect(confirmed).toMatchObject({ type: 'received', seen: false, confirmed_by: 'Asha Mwangi' })
  // One filter shows all that nobody has seen.
  const { items: unseen } = (await admin.call('GET', '/api/admin/payments?state=unseen')).body
  expect(unseen.map((one: { id: string }) => one.id)).toEqual([confirmed.id])
  const reject = `/api/admin/domain-requests/${offer.id}/payment/reject`
  const rejected = await admin.call('POST', reject, { reason: 'The bank knows nothing of it' })
  expect(rejected).toMatchObject({ status: 200, body: { payment_confirmed: false, payments: [] } })
  expect(await chargeOf(offer.id)).toMatchObject({ state: 'open', settled: 0 })
  expect(await stored(offer)).toBe(false)
  // What was sold is owed.
  expect(await balanceOf(offer.customer)).toBe(-10)
  expect((await claim(offer, 'ONEKA02')).status).toBe(200)
})

test('a claim that money has proved is not rejected', async () => {
  const offer = await offered(shop, admin, { name: 'imethibitishwa.com' })
  await claim(offer, 'THIBI01')
  await match(await receive(shop, { amount: 10, code: 'THIBI01' }))
  const reject = `/api/admin/domain-requests/${offer.id}/payment/reject`
  expect(await admin.call('POST', reject, { reason: 'No' })).toMatchObject({
    status: 409,
    body: { code: 'NOT_CLAIMED' },
  })
  expect(await chargeOf(offer.id)).toMatchObject({ state: 'paid', settled: 10 })
})

test('the claim of what has no price is settled by its activation', async () => {
  const offer = await offered(shop, admin, { name: 'bila-bei.com' })
  await admin.call('PATCH', `/api/admin/domain-requests/${offer.id}`, { status: 'available', price: 0 })
  expect((await claim(offer, 'BILABEI1')).status).toBe(200)
  await admin.call('PATCH', `/api/admin/domain-requests/${offer.id}`, { status: 'YOUR DOMAIN IS ACTIVE NOW' })
  expect(await listed('BILABEI1')).not.toContainEqual(expect.objectContaining({ state: 'claimed' }))
})
