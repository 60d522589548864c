import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { followLive, until } from '../../../app/testing/live-reader.ts'
import { openShop, type Person, type Shop } from '../../../app/testing/shop.ts'

/** What an admin has open is seen by the others at once, on every node, and ends with the page. */

let shop: Shop
let asha: Person
let juma: Person
beforeAll(async () => {
  shop = await openShop({ nodes: 2 })
  asha = await shop.admin()
  juma = await shop.admin('support')
  await shop.sql(`update profiles set full_name = 'Asha Mwangi' where id = $1`, [asha.id])
})
afterAll(() => shop.close())

const enter = (who: Person, page: string, id: string, entity = 'request') =>
  who.call('PUT', `/api/admin/presence/${page}`, { entity, id })
const leave = (who: Person, page: string) => who.call('DELETE', `/api/admin/presence/${page}`)
/** What a person sees through the other node. */
const seen = async (who: Person) => (await shop.at(1, who.token)('GET', '/api/admin/presence')).body.items
const changes = async () =>
  Number((await shop.sql(`select count(*) from events where type = 'presence.changed'`))[0]!['count'])

test('another admin sees within a second who has something open, and that it is closed', async () => {
  const live = await followLive(shop, juma, { node: 1 })
  await until(() => live.last !== undefined)
  const heard = () => live.events.filter(({ type }) => type === 'presence.changed').length
  const [page, id] = [randomUUID(), randomUUID()]
  expect((await enter(asha, page, id)).status).toBe(200)
  await until(() => heard() === 1)
  expect(await seen(juma)).toMatchObject([{ entity: 'request', id, name: 'Asha Mwangi' }])
  expect(await seen(asha)).toEqual([])
  // A page that repeats that it is open makes no event.
  await enter(asha, page, id)
  expect((await leave(asha, page)).status).toBe(200)
  await until(() => heard() === 2)
  expect(await seen(juma)).toEqual([])
  expect(await changes()).toBe(2)
  // A page that has nothing open says nothing either.
  await leave(asha, page)
  expect(await changes()).toBe(2)
  live.stop()
})

test('one of two pages that is closed leaves the other, and each admin is named once', async () => {
  const [one, other, id] = [randomUUID(), randomUUID(), randomUUID()]
  await enter(asha, one, id)
  await enter(asha, other, id)
  expect(await seen(juma)).toHaveLength(1)
  await leave(asha, one)
  expect(await seen(juma)).toMatchObject([{ id }])
  await leave(asha, other)
  expect(await seen(juma)).toEqual([])
})

test('a page that moves on has what it opened last, and nobody closes the page of another', async () => {
  const [page, first, second] = [randomUUID(), randomUUID(), randomUUID()]
  await enter(asha, page, first)
  await enter(asha, page, second, 'order')
  expect(await seen(juma)).toMatchObject([{ entity: 'order', id: second }])
  await leave(juma, page)
  await enter(juma, page, first)
  expect(await seen(juma)).toMatchObject([{ entity: 'order', id: second }])
  await leave(asha, page)
})

test('what is not repeated ends, and is heard of again when the page comes back', async () => {
  const [page, id] = [randomUUID(), randomUUID()]
  await enter(asha, page, id)
  const [{ until: end }] = await seen(juma)
  const [at] = await shop.sql(`select clock_timestamp() as now`)
  expect(Date.parse(end) - at!['now'].getTime()).toBeLessThanOrEqual(30_000)
  await shop.sql(`update presences set seen_at = seen_at - interval '26 seconds' where page = $1`, [page])
  expect(await seen(juma)).toEqual([])
  const before = await changes()
  await enter(asha, page, id)
  expect(await seen(juma)).toHaveLength(1)
  expect(await changes()).toBe(before + 1)
  // Rows of lost pages don't stay.
  await shop.sql(`update presences set seen_at = seen_at - interval '2 hours'`)
  await enter(juma, randomUUID(), id)
  expect(await shop.sql('select person from presences')).toEqual([{ person: juma.id }])
})

test('it is for those who work on the inbox, and customers see nothing of it', async () => {
  const customer = await shop.customer()
  const reader = await shop.admin('read-only')
  const page = randomUUID()
  expect((await enter(reader, page, randomUUID())).status).toBe(403)
  expect((await reader.call('GET', '/api/admin/presence')).status).toBe(200)
  expect((await enter(customer, page, randomUUID())).status).toBe(403)
  expect((await customer.call('GET', '/api/admin/presence')).status).toBe(403)
  const live = await followLive(shop, customer)
  await until(() => live.last !== undefined)
  await enter(asha, page, randomUUID())
  await customer.call('POST', '/api/chat', { body: 'Habari' })
  await until(() => live.events.some(({ type }) => type !== 'presence.changed'))
  expect(live.events.filter(({ type }) => type === 'presence.changed')).toEqual([])
  live.stop()
})
