import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Person, type Shop } from '../../../app/testing/shop.ts'
import { ownedIn } from '../../requests/server/testing/owned.ts'

/** What an admin's change of a service leaves alone, and what goes with it. */

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
  const { values } = (await admin.call('GET', '/api/admin/settings')).body
  const domains = values['catalogue.domains'].map((one: { ending: string }) =>
    one.ending === 'com' ? { ...one, renewal: 14 } : one,
  )
  await admin.call('PATCH', '/api/admin/settings', { values: { 'catalogue.domains': domains } })
})
afterAll(() => shop.close())

const { own } = ownedIn(() => ({ shop, admin }))
/** A domain of the customer that expires in `days` from now. */
async function owned(customer: Person, name: string, days: number): Promise<string> {
  const { id } = await own(customer, name)
  await shop.sql(
    `update records set expires_at = date_trunc('milliseconds', now() + $2 * interval '1 day') where id = $1`,
    [id, days],
  )
  return id
}
const show = async (id: string) => (await admin.call('GET', `/api/admin/services/${id}`)).body
const handOver = async (id: string, { email }: Person) =>
  admin.call('POST', `/api/admin/services/${id}/hand-over`, { version: (await show(id)).version, email })

test('a correction to the same day changes and logs nothing', async () => {
  const id = await owned(await shop.customer(), 'same-day.com', 40)
  const before = await show(id)
  const answer = await admin.call('PATCH', `/api/admin/services/${id}`, {
    version: before.version,
    expires_on: before.expires_at.slice(0, 10),
  })
  expect([answer.status, answer.body.version]).toEqual([200, before.version])
  expect(
    await shop.sql(`select action from audit_log where entity = 'record' and entity_id = $1`, [id]),
  ).toEqual([])
})

test('a note is removed from its own service only', async () => {
  const asha = await shop.customer()
  const [id, other] = [await owned(asha, 'note-one.com', 40), await owned(asha, 'note-two.com', 40)]
  const { body: note } = await admin.call('POST', `/api/admin/services/${id}/notes`, { body: 'Mine' })
  expect((await admin.call('DELETE', `/api/admin/services/${other}/notes/${note.id}`)).status).toBe(404)
  expect((await show(id)).notes).toHaveLength(1)
})

test('handed over: a renewal that waits for the registrar goes with it, tax and part payments keep it', async () => {
  const [asha, juma] = [await shop.customer(), await shop.customer()]
  const id = await owned(asha, 'to-do.com', -1)
  expect((await asha.call('POST', `/api/domains/${id}/renew`)).status).toBe(200)
  const [charge] = await shop.sql(
    `select c.id, c.renewal_id from charges c join renewals n on n.id = c.renewal_id where n.record_id = $1`,
    [id],
  )
  await shop.sql(`update charges set settled = 1 where id = $1`, [charge!['id']])
  expect((await handOver(id, juma)).body.code).toBe('PAYMENT_WAITING')
  await shop.sql(`update charges set settled = 0 where id = $1`, [charge!['id']])
  await shop.sql(
    `insert into charge_taxes (charge_id, user_id, withheld, certificate) values ($1, $2, 1, 'WHT-1')`,
    [charge!['id'], asha.id],
  )
  expect((await handOver(id, juma)).body.code).toBe('PAYMENT_WAITING')
  await shop.sql(`delete from charge_taxes`)
  expect((await handOver(id, juma)).status).toBe(200)
  expect(await shop.sql(`select user_id from renewals where id = $1`, [charge!['renewal_id']])).toEqual([
    { user_id: juma.id },
  ])
})
