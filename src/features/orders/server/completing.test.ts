import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eightTimes } from '../../../app/testing/eight-times.ts'
import { openShop, type Person, type Shop } from '../../../app/testing/shop.ts'
import { DOMAIN_ACTIVE } from '../../products/domain.ts'
import { placeAt, registered } from './testing/placing.ts'

/** Completing an order creates one record for each registered name, with eight concurrent requests on two nodes. */

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop({ nodes: 2 })
  admin = await shop.admin()
})
afterAll(() => shop.close())

const place = (person: Person, ...domains: string[]) => placeAt(shop, person, domains)
const review = (id: string, body: object, node = 0) =>
  shop.at(node, admin.token)('PATCH', `/api/admin/orders/${id}`, body)

describe('completing', () => {
  test('8 times at once makes one record of each registered name, and none of a gone one', async () => {
    const asha = await shop.customer()
    const { id } = await place(asha, 'one-each.com', 'one-each.net', 'gone.org')
    const lines = [...registered('one-each.com', 'one-each.net'), { domain: 'gone.org', state: 'gone' }]
    const answers = await eightTimes((turn) => review(id, { status: 'completed', lines }, turn % 2))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    const { body } = await asha.call('GET', '/api/domains')
    expect(body.items.map((one: { domain_name: string }) => one.domain_name).sort()).toEqual([
      'one-each.com',
      'one-each.net',
    ])
    expect(
      await shop.sql(`select 1 from events where entity_id = $1 and type = 'order.completed'`, [id]),
    ).toHaveLength(1)
    expect((await asha.call('GET', '/api/counters')).body.domains).toBe(2)
  })

  test('with a name that another customer holds is refused with the reason, and nothing changes', async () => {
    const [asha, juma] = [await shop.customer(), await shop.customer()]
    const asked = await juma.call('POST', '/api/domain-requests', { requested_domain: 'held.com' })
    await admin.call('PATCH', `/api/admin/domain-requests/${asked.body.id}`, { status: DOMAIN_ACTIVE })
    const { id } = await place(asha, 'mine.com', 'held.com')
    expect((await admin.call('GET', '/api/admin/orders?q=held.com')).body.items[0].held_by_other).toEqual([
      'held.com',
    ])
    const answer = await review(id, { status: 'completed', lines: registered('mine.com', 'held.com') })
    expect(answer).toMatchObject({
      status: 409,
      body: {
        code: 'RECORD_FAILED',
        message: 'Failed to create domain record',
        data: { name: 'held.com', held_by: juma.email },
      },
    })
    expect((await asha.call('GET', `/api/orders/${id}`)).body).toMatchObject({
      status: 'pending',
      version: 1,
      lines: [{ state: 'open' }, { state: 'open' }],
    })
    expect((await asha.call('GET', '/api/domains')).body.items).toEqual([])
  })

  test('is decided knowing who else wants a name, in the panels of orders and of requests alike', async () => {
    const [asha, juma] = [await shop.customer(), await shop.customer()]
    await juma.call('POST', '/api/domain-requests', { requested_domain: 'wanted.com' })
    const { id } = await place(asha, 'wanted.com', 'calm.com')
    const order = (await admin.call('GET', '/api/admin/orders?q=wanted.com')).body.items[0]
    expect(order.wanted_elsewhere).toEqual(['wanted.com'])
    const competing = async () =>
      (await admin.call('GET', '/api/admin/domain-requests?q=wanted.com')).body.items[0].competing_requests
    expect(await competing()).toBe(1)
    await review(id, { lines: [{ domain: 'wanted.com', state: 'gone' }] })
    expect(await competing()).toBe(0)
  })

  test('of one name for 8 customers at once leaves one holder', async () => {
    const people = await eightTimes(() => shop.customer())
    const orders = await Promise.all(people.map((person) => place(person, 'one-holder.com')))
    const answers = await eightTimes((turn) =>
      review(orders[turn]!.id, { status: 'completed', lines: registered('one-holder.com') }, turn % 2),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  })

  test('on an order that somebody changed meanwhile is refused, with the newer one', async () => {
    const asha = await shop.customer()
    const { id } = await place(asha, 'newer.com')
    await review(id, { version: 1, admin_feedback: 'Looking' })
    const answer = await review(id, { version: 1, status: 'cancelled' })
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', data: { version: 2, admin_feedback: 'Looking' } },
    })
    expect(await review(id, { status: 'completed' })).toMatchObject({
      status: 409,
      body: { code: 'LINES_UNDECIDED' },
    })
  })
})
