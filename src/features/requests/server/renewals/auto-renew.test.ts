import { afterAll, beforeAll, expect, test } from 'vitest'
import { eightTimes } from '../../../../app/testing/eight-times.ts'
import { openShop, type Person, type Shop } from '../../../../app/testing/shop.ts'
import { daysFrom } from '../../../../shared/calendar.ts'
import { moneyIn, offered, receive } from '../../../money/server/testing/money.ts'
import { verifyLedger } from '../../../money/server/ledger/verify.ts'
import { DOMAIN_ACTIVE } from '../../../products/domain.ts'
import { ownedIn } from '../testing/owned.ts'
import { payAutoRenewals } from './auto-renew.ts'
import { offerRenewals } from './renewal-offers.jobs.ts'

/** A service renews itself once its customer has said so, from credit where that suffices, and once for each period. */

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop({ nodes: 2 })
  admin = await shop.admin()
  const domains = (await admin.call('GET', '/api/admin/settings')).body.values['catalogue.domains']
  await set({
    'catalogue.domains': domains.map((one: { ending: string }) =>
      one.ending === 'com' ? { ...one, renewal: 14 } : one,
    ),
    'payments.activate': 'matched',
  })
})
afterAll(() => shop.close())

const { own } = ownedIn(() => ({ shop, admin }))
const { match } = moneyIn(() => shop)
const set = async (values: object) =>
  expect((await admin.call('PATCH', '/api/admin/settings', { values })).status).toBe(200)
const job = async (at: Date, node = 0) => {
  const { database } = shop.nodes[node]!
  await offerRenewals(database, at)
  await payAutoRenewals(database, at)
}
const switchOn = async (person: Person, id: string, on = true) =>
  expect(await person.call('PATCH', `/api/domains/${id}/auto-renew`, { on })).toMatchObject({
    status: 200,
    body: { auto_renew: on },
  })
const renewals = (id: string) =>
  shop.sql(
    `select r.status, c.state, c.settled::float, s.expires_at
       from requests r join charges c on c.request_id = r.id join services s on s.id = r.renews
      where r.renews = $1 order by r.created_at`,
    [id],
  )
let names = 0
/** Gives a customer credit, from paying 10 dollars with more. */
async function giveCredit(person: Person, amount: number) {
  names += 1
  const { reference } = await offered(shop, admin, { name: `credit-${names}.org`, to: person })
  await match(await receive(shop, { amount: 10 + amount, reference }))
}
const creditOf = async (person: Person) =>
  (await person.call('GET', '/api/credit')).body.items[0]?.amount ?? 0

test('nothing renews itself before its customer says so, nor 15 days ahead, nor after it was switched off', async () => {
  const asha = await shop.customer()
  const [never, early, off] = [
    await own(asha, 'never.com'),
    await own(asha, 'early.com'),
    await own(asha, 'off.com'),
  ]
  await giveCredit(asha, 100)
  expect((await asha.call('GET', `/api/domains/${never.id}/access`)).body.auto_renew).toBe(false)
  await switchOn(asha, early.id)
  await switchOn(asha, off.id)
  await switchOn(asha, off.id, false)
  await shop.sql(`update services set expires_at = $2 where id = $1`, [early.id, daysFrom(new Date(), 40)])
  await job(daysFrom(never.expires_at, -10))
  await job(daysFrom(new Date(), 25))
  expect(await Promise.all([never, early, off].map(({ id }) => renewals(id)))).toEqual([[], [], []])
  await job(daysFrom(new Date(), 26))
  expect(await renewals(early.id)).toHaveLength(1)
})

test('from 14 days ahead it is taken from credit once, by eight runs on two nodes, and the next period has its own', async () => {
  const asha = await shop.customer()
  const { id, expires_at } = await own(asha, 'itself.com')
  await giveCredit(asha, 40)
  await switchOn(asha, id)
  const at = daysFrom(expires_at, -14)
  await eightTimes((n) => job(at, n % 2))
  expect(await renewals(id)).toMatchObject([{ state: 'paid', settled: 14, expires_at }])
  expect(await creditOf(asha)).toBe(26)
  // Without a registrar it is carried out by a person.
  const [request] = await shop.sql(`select id from requests where renews = $1`, [id])
  await admin.call('PATCH', `/api/admin/domain-requests/${request!['id']}`, { status: DOMAIN_ACTIVE })
  await job(daysFrom(at, 1))
  const [renewal] = await renewals(id)
  expect(renewal!.expires_at.getUTCFullYear()).toBe(expires_at.getUTCFullYear() + 1)
  expect(await creditOf(asha)).toBe(26)
  await job(daysFrom(renewal!.expires_at, -14))
  expect(await renewals(id)).toMatchObject([{ state: 'paid' }, { state: 'paid' }])
  expect(await creditOf(asha)).toBe(12)
  const { differences } = await verifyLedger((work) => shop.nodes[0]!.database.read('service', work))
  expect(differences).toEqual([])
})

test('credit that does not suffice is left alone, and is taken once it does', async () => {
  const asha = await shop.customer()
  const { id, expires_at } = await own(asha, 'later.com')
  await giveCredit(asha, 13.99)
  await switchOn(asha, id)
  const at = daysFrom(expires_at, -14)
  await job(at)
  expect(await renewals(id)).toMatchObject([{ state: 'open', settled: 0, expires_at }])
  expect(await creditOf(asha)).toBe(13.99)
  await giveCredit(asha, 0.01)
  await job(daysFrom(at, 1))
  expect(await renewals(id)).toMatchObject([{ state: 'paid' }])
  expect(await creditOf(asha)).toBe(0)
})

test('what its customer says was paid otherwise is not paid again', async () => {
  const asha = await shop.customer()
  const { id, expires_at } = await own(asha, 'claimed.com')
  await switchOn(asha, id)
  const at = daysFrom(expires_at, -14)
  await job(at)
  const [request] = await shop.sql(`select id from requests where renews = $1`, [id])
  const payment = { payer_name: 'Asha Mwangi', receipt_number: 'AUTO11AA22', payment_method: 'M-Pesa' }
  const claimed = await asha.call('POST', `/api/domain-requests/${request!['id']}/payment`, payment)
  expect(claimed.status).toBe(200)
  await giveCredit(asha, 50)
  await eightTimes((n) => job(at, n % 2))
  expect(await renewals(id)).toMatchObject([{ state: 'open', settled: 0 }])
})

test('a renewal that was turned down is not opened again for that period', async () => {
  const asha = await shop.customer()
  const { id, expires_at } = await own(asha, 'turned-down.com')
  await switchOn(asha, id)
  await job(daysFrom(expires_at, -14))
  const [request] = await shop.sql(`select id from requests where renews = $1`, [id])
  await admin.call('PATCH', `/api/admin/domain-requests/${request!['id']}`, { status: 'rejected' })
  await giveCredit(asha, 50)
  await job(daysFrom(expires_at, -13))
  expect(await shop.sql(`select status from requests where renews = $1`, [id])).toEqual([
    { status: 'rejected' },
  ])
})

test('only its holder decides it, and a new holder decides it anew', async () => {
  const [asha, juma] = [await shop.customer(), await shop.customer()]
  const { id } = await own(asha, 'handed-over.com')
  expect((await juma.call('PATCH', `/api/domains/${id}/auto-renew`, { on: true })).status).toBe(404)
  expect((await asha.call('PATCH', `/api/emails/${id}/auto-renew`, { on: true })).status).toBe(404)
  await switchOn(asha, id)
  const { version } = (await admin.call('GET', `/api/admin/services/${id}`)).body
  const [{ email }] = (await shop.sql(`select email from profiles where id = $1`, [juma.id])) as [
    { email: string },
  ]
  const handed = await admin.call('POST', `/api/admin/services/${id}/hand-over`, { version, email })
  expect(handed.status).toBe(200)
  expect((await juma.call('GET', `/api/domains/${id}/access`)).body.auto_renew).toBe(false)
  expect((await asha.call('PATCH', `/api/domains/${id}/auto-renew`, { on: true })).status).toBe(404)
  const acts = await shop.sql(
    `select action from audit_log where entity_id = $1 and action like 'record.auto-renew%'`,
    [id],
  )
  expect(acts).toEqual([{ action: 'record.auto-renew-on' }])
})
