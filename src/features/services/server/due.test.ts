import { afterAll, beforeAll, expect, test } from 'vitest'
import { eightTimes } from '../../../app/testing/eight-times.ts'
import { openShop, type Person, type Shop } from '../../../app/testing/shop.ts'
import { ownedIn } from '../../requests/server/testing/owned.ts'

/** Amounts due by a day, and the suspension of what they renew. */

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop({ nodes: 2 })
  admin = await shop.admin()
  const domains = (await admin.call('GET', '/api/admin/settings')).body.values['catalogue.domains']
  const priced = domains.map((one: { ending: string }) =>
    one.ending === 'com' ? { ...one, renewal: 14 } : one,
  )
  await admin.call('PATCH', '/api/admin/settings', { values: { 'catalogue.domains': priced } })
})
afterAll(() => shop.close())

const { own, expire } = ownedIn(() => ({ shop, admin }))
const dayAfter = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Renews a new domain at once. Its charge is due `days` from today. */
async function renewed(customer: Person, name: string, days: number) {
  const { id } = await own(customer, name)
  await expire(id)
  await customer.call('POST', `/api/domains/${id}/renew`)
  await shop.sql(`update charges set due_on = $1 where subject = $2 and renewal_id is not null`, [
    dayAfter(days),
    name,
  ])
  return id as string
}
const due = async (state: string, more = '') =>
  (await admin.call('GET', `/api/admin/charges/due?state=${state}${more}`)).body
const subjects = async (state: string) =>
  (await due(state)).items.map(({ subject }: { subject: string }) => subject)

test('what is overdue is listed, the oldest day first, over pages, until it is paid', async () => {
  const asha = await shop.customer()
  for (const [name, days] of [
    ['late-two.com', -2],
    ['late-nine.com', -9],
    ['late-two-too.com', -2],
    ['due-today.com', 0],
  ] as const)
    await renewed(asha, name, days)
  const first = await due('overdue', '&limit=2')
  expect(first.items[0]).toMatchObject({
    subject: 'late-nine.com',
    rest: 14,
    currency: 'USD',
    due_on: dayAfter(-9),
    claimed: false,
    customer: { id: asha.id },
    service: { status: 'active' },
  })
  const second = await due('overdue', `&limit=2&cursor=${encodeURIComponent(first.next_cursor)}`)
  expect(second.next_cursor).toBeNull()
  const all = [...first.items, ...second.items].map(({ subject }) => subject)
  expect(all[0]).toBe('late-nine.com')
  expect(all.toSorted()).toEqual(['late-nine.com', 'late-two-too.com', 'late-two.com'])
  expect(await subjects('later')).toEqual(['due-today.com'])
  const totals = await admin.call('GET', '/api/admin/charges/due/totals')
  expect(totals.body).toEqual({
    overdue: { count: 3, is_more: false, sums: [{ amount: 42, currency: 'USD' }] },
    later: { count: 1, is_more: false, sums: [{ amount: 14, currency: 'USD' }] },
    suspended: { count: 0, is_more: false, sums: [] },
  })
  await admin.call('POST', `/api/admin/charges/${first.items[0].id}/payment`, {
    method: 'M-Pesa',
    receipt: 'QKLATE9',
    date: dayAfter(0),
  })
  expect((await subjects('overdue')).toSorted()).toEqual(['late-two-too.com', 'late-two.com'])
  expect((await asha.call('GET', '/api/admin/charges/due?state=overdue')).status).toBe(403)
  expect((await admin.call('GET', '/api/admin/charges/due?state=overdue&cursor=none')).status).toBe(404)
})

test('eight suspensions at once suspend once, the customer is informed, and the payment shows beside it', async () => {
  const juma = await shop.customer()
  const id = await renewed(juma, 'suspended.com', -3)
  const act = (name: string) => (turn: number) =>
    shop.at(turn % 2, admin.token)('POST', `/api/admin/services/${id}/${name}`)
  expect(new Set((await eightTimes(act('suspend'))).map(({ status }) => status))).toEqual(new Set([200]))
  const shown = async () => (await juma.call('GET', '/api/domains')).body.items[0]
  expect(await shown()).toMatchObject({ status: 'suspended', renewal: null })
  expect((await due('suspended')).items).toMatchObject([{ subject: 'suspended.com', state: 'open' }])

  const [charge] = await shop.sql(
    `select id from charges where subject = 'suspended.com' and renewal_id is not null`,
  )
  await admin.call('POST', `/api/admin/charges/${charge!.id}/payment`, {
    method: 'M-Pesa',
    receipt: 'QKSUSP1',
    date: dayAfter(0),
  })
  expect((await due('suspended')).items).toMatchObject([{ subject: 'suspended.com', state: 'paid' }])
  await eightTimes(act('resume'))
  expect(await shown()).toMatchObject({ status: 'active' })
  expect(await subjects('suspended')).toEqual([])
  const acts = await shop.sql(
    `select action from audit_log where entity_id = $1 and action like 'record.%' order by id`,
    [id],
  )
  expect(acts.map(({ action }) => action)).toEqual(['record.renewed', 'record.suspended', 'record.resumed'])
  const mails = await shop.sql(
    `select kind from mails where user_id = $1 and kind like 'record-%' order by id`,
    [juma.id],
  )
  expect(mails.map(({ kind }) => kind)).toEqual(['record-suspended', 'record-resumed'])
  expect((await juma.call('POST', `/api/admin/services/${id}/suspend`)).status).toBe(403)
})

test('what is suspended is not renewed at once: its renewal is an offer that has to be paid', async () => {
  const neema = await shop.customer()
  const id = await renewed(neema, 'suspended-again.com', -3)
  await admin.call('POST', `/api/admin/services/${id}/suspend`)
  await expire(id)
  expect((await neema.call('GET', '/api/domains')).body.items[0]).toMatchObject({ renewal: 'request' })
  const answer = await neema.call('POST', `/api/domains/${id}/renew`)
  expect(answer.body).toMatchObject({ record: { status: 'suspended' }, request: { status: 'pending' } })
})
