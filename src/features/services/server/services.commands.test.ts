import { afterAll, beforeAll, expect, test } from 'vitest'
import { access } from '../../../app/testing/access.ts'
import { followLive, until } from '../../../app/testing/live-reader.ts'
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
    `update services set expires_at = date_trunc('milliseconds', now() + $2 * interval '1 day') where id = $1`,
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

test('a corrected date is one of this century, and the API says so', async () => {
  const id = await owned(await shop.customer(), 'far-date.com', 40)
  const before = await show(id)
  const correct = (expires_on: string) =>
    admin.call('PATCH', `/api/admin/services/${id}`, { version: before.version, expires_on })
  for (const day of ['0001-01-01', '1999-12-31', '2100-01-01', '9999-12-31', '10000-01-01', '+12026-01-01'])
    expect([day, (await correct(day)).status]).toEqual([day, 400])
  expect(await show(id)).toEqual(before)
  const { paths } = (await shop.visitor('GET', '/api/openapi.json')).body
  expect(JSON.stringify(paths['/admin/services/{id}'].patch.requestBody)).toContain('^20')
  expect((await correct('2099-12-31')).status).toBe(200)
})

test('a note is removed from its own service only', async () => {
  const asha = await shop.customer()
  const [id, other] = [await owned(asha, 'note-one.com', 40), await owned(asha, 'note-two.com', 40)]
  const { body: note } = await admin.call('POST', `/api/admin/services/${id}/notes`, { body: 'Mine' })
  expect((await admin.call('DELETE', `/api/admin/services/${other}/notes/${note.id}`)).status).toBe(404)
  expect((await show(id)).notes).toHaveLength(1)
})

test('handed over: its notes stay for admins, and no customer reads one, before or after', async () => {
  const [asha, juma] = [await shop.customer(), await shop.customer()]
  const id = await owned(asha, 'noted-over.com', 40)
  const note = (body: string) => admin.call('POST', `/api/admin/services/${id}/notes`, { body })
  const live = await Promise.all([asha, juma].map((person) => followLive(shop, person)))
  expect((await note('NOTE-1 pays late')).status).toBe(200)
  expect((await handOver(id, juma)).status).toBe(200)
  expect((await note('NOTE-2 calls at night')).status).toBe(200)
  expect((await show(id)).notes.map(({ body }: { body: string }) => body)).toEqual([
    'NOTE-2 calls at night',
    'NOTE-1 pays late',
  ])
  const paths = access.customers.flatMap((endpoint) => {
    const [method, path] = endpoint.split(' ') as [string, string]
    return method === 'GET' ? [`/api${path.replace('{name}', 'noted-over.com').replace('{id}', id)}`] : []
  })
  expect(paths).toContain('/api/account/export')
  for (const customer of [asha, juma])
    for (const path of paths) {
      const { status, body } = await customer.call('GET', path)
      expect([path, status < 500]).toEqual([path, true])
      expect([path, JSON.stringify(body)]).toEqual([path, expect.not.stringMatching(/NOTE-\d|record\.note/)])
    }
  await until(() => live[1]!.events.some(({ type }) => type === 'record.received'))
  expect(JSON.stringify(live.map(({ events }) => events))).not.toMatch(/NOTE-\d|record\.note/)
  for (const one of live) one.stop()
  // What was noted about the former customer goes with that account, and the rest stays.
  expect((await admin.call('DELETE', `/api/admin/users/${asha.id}`)).status).toBe(200)
  expect((await show(id)).notes).toMatchObject([{ body: 'NOTE-2 calls at night' }])
})

test('handed over: a renewal that waits for the registrar goes with it, tax and part payments keep it', async () => {
  const [asha, juma] = [await shop.customer(), await shop.customer()]
  const id = await owned(asha, 'to-do.com', -1)
  expect((await asha.call('POST', `/api/domains/${id}/renew`)).status).toBe(200)
  const [charge] = await shop.sql(
    `select c.id, c.renewal_id from charges c join renewals n on n.id = c.renewal_id where n.service_id = $1`,
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
