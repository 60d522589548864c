import { afterAll, beforeAll, expect, test } from 'vitest'
import { eightTimes } from '../../../app/testing/eight-times.ts'
import { openShop, type Person, type Shop } from '../../../app/testing/shop.ts'
import { DOMAIN_ACTIVE } from '../../products/domain.ts'
import { ownedIn } from './testing/owned.ts'

/** Releasing services that have expired or were activated by mistake. */

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop({ nodes: 2 })
  admin = await shop.admin()
})
afterAll(() => shop.close())

const { own, expire } = ownedIn(() => ({ shop, admin }))

test('a record whose request was set back is taken back once, and comes back once with the next activation', async () => {
  const [asha, juma] = [await shop.customer(), await shop.customer()]
  const service = await own(asha, 'set-back.com')
  const request = `/api/admin/domain-requests/${service.request_id}`
  const release = (turn: number) =>
    shop.at(turn % 2, admin.token)('POST', `/api/admin/services/${service.id}/release`)
  const activate = (turn: number) =>
    shop.at(turn % 2, admin.token)('PATCH', request, { status: DOMAIN_ACTIVE })
  const held = async () => (await asha.call('GET', '/api/domains')).body.items.length
  expect((await release(0)).body.code).toBe('NOT_EXPIRED')

  const setBack = (await admin.call('PATCH', request, { status: 'available', price: 10 })).body
  expect([setBack.record_left, await held()]).toEqual([service.id, 1])
  const taken = (await eightTimes(release)).map(({ status }) => status)
  expect(taken.toSorted()).toEqual([200, ...Array<number>(7).fill(404)])
  expect([
    (await admin.call('GET', '/api/admin/domain-requests?q=set-back.com')).body.items[0].record_left,
    await held(),
  ]).toEqual([null, 0])

  const again = await eightTimes(activate)
  expect(new Set(again.map(({ status, body }) => `${status} ${body.record_left}`))).toEqual(
    new Set(['200 null']),
  )
  const [back] = await shop.sql(`select * from services where request_id = $1`, [service.request_id])
  expect(back).toMatchObject({ id: service.id, status: 'active', released_at: null })
  expect(back!.expires_at.getTime()).toBeGreaterThan(service.expires_at.getTime())
  const acts = await shop.sql(`select action from audit_log where entity_id = any ($1) order by id`, [
    [service.id, service.request_id],
  ])
  expect(acts.map(({ action }) => action).filter((action) => /activated|released/.test(action))).toEqual([
    'request.activated',
    'record.released',
    'request.activated',
  ])

  await admin.call('PATCH', request, { status: 'rejected' })
  expect((await release(0)).status).toBe(200)
  await own(juma, 'set-back.com')
  await admin.call('PATCH', request, { status: 'available', price: 10 })
  expect((await activate(0)).body.code).toBe('RECORD_FAILED')
  // Saving its active request again does not restore an expired service that was released.
  const other = await own(asha, 'given-free.com')
  await expire(other.id)
  expect((await admin.call('POST', `/api/admin/services/${other.id}/release`)).status).toBe(200)
  await admin.call('PATCH', `/api/admin/domain-requests/${other.request_id}`, {
    status: DOMAIN_ACTIVE,
    admin_feedback: 'Again',
  })
  expect(await held()).toBe(0)
})

test('an expired record can be released, and somebody else may hold the name then', async () => {
  const [asha, juma] = [await shop.customer(), await shop.customer()]
  const service = await own(asha, 'released.com')
  const at = `/api/admin/services/${service.id}/release`
  expect((await admin.call('POST', at)).body.code).toBe('NOT_EXPIRED')
  await expire(service.id)
  expect((await admin.call('POST', at)).status).toBe(200)
  expect((await own(juma, 'released.com')).user_id).toBe(juma.id)
  expect((await asha.call('GET', '/api/domains')).body.items).toEqual([])
})
