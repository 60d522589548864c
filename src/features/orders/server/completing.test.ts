import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eightTimes } from '../../../app/testing/eight-times.ts'
import { openShop, type Person, type Shop } from '../../../app/testing/shop.ts'
import { DOMAIN_ACTIVE } from '../../products/domain.ts'
import { fillCart, placeAt, registered } from './testing/placing.ts'

/** Completing an order creates one service for each registered name, with eight concurrent requests on two nodes. */

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
    const lines = [...registered('one-each.com', 'one-each.net'), { item: 'gone.org', state: 'gone' }]
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

  test('8 times at once makes one record of each product, a domain for its years and a plan for its period', async () => {
    const asha = await shop.customer()
    const com = { ending: 'com', price: 10, renewal: 12, years: 3, needs: '', searched: true, shown: true }
    const values = { 'catalogue.domains': [com], 'catalogue.email': 24 }
    expect((await admin.call('PATCH', '/api/admin/settings', { values, versions: {} })).status).toBe(200)
    const items = ['mixed.com', 'info@mixed.com', 'Business yearly']
    await fillCart(asha, ...items)
    const { id, lines, total_price } = (
      await asha.call('POST', '/api/orders', { domains: items, years: { 'mixed.com': 3 } })
    ).body
    expect([total_price, lines.map((line: { price: number }) => line.price)]).toEqual([
      187.99,
      [34, 24, 129.99],
    ])
    const answers = await eightTimes((turn) =>
      review(id, { status: 'completed', lines: registered(...items) }, turn % 2),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    const [domains, emails, hosting] = await Promise.all(
      ['domains', 'emails', 'hosting-accounts'].map(
        async (path) => (await asha.call('GET', `/api/${path}`)).body.items as Record<string, string>[],
      ),
    )
    expect([domains!.length, emails!.length, hosting!.length]).toEqual([1, 1, 1])
    const yearsOf = ({ expires_at }: Record<string, string>) =>
      new Date(expires_at!).getUTCFullYear() - new Date().getUTCFullYear()
    expect(domains!.map((one) => [one['domain_name'], yearsOf(one)])).toEqual([['mixed.com', 3]])
    expect(emails!.map((one) => [one['email_address'], yearsOf(one)])).toEqual([['info@mixed.com', 1]])
    expect(hosting!.map((one) => [one['plan_name'], one['billing_period'], yearsOf(one)])).toEqual([
      ['Business', 'yearly', 1],
    ])
    await shop.sql(`delete from settings`)
  })

  test('a plan may be in several open orders of a customer, and an address in one', async () => {
    const asha = await shop.customer()
    const order = async (item: string) => {
      await fillCart(asha, item)
      return (await asha.call('POST', '/api/orders', { domains: [item] })).status
    }
    expect([await order('Basic monthly'), await order('Basic monthly')]).toEqual([201, 201])
    expect(
      (await admin.call('PATCH', '/api/admin/settings', { values: { 'catalogue.email': 24 }, versions: {} }))
        .status,
    ).toBe(200)
    expect([await order('info@twice.com'), await order('info@twice.com')]).toEqual([201, 409])
    await shop.sql(`delete from settings`)
  })

  test('of an address at a domain that another customer holds is marked for the admin', async () => {
    const [asha, juma] = [await shop.customer(), await shop.customer()]
    const values = { 'catalogue.email': 24 }
    expect((await admin.call('PATCH', '/api/admin/settings', { values, versions: {} })).status).toBe(200)
    const asked = await juma.call('POST', '/api/domain-requests', { requested_domain: 'jumas.com' })
    await admin.call('PATCH', `/api/admin/domain-requests/${asked.body.id}`, { status: DOMAIN_ACTIVE })
    await fillCart(asha, 'info@jumas.com', 'info@own.com')
    await asha.call('POST', '/api/orders', { domains: ['info@jumas.com', 'info@own.com'] })
    const order = (await admin.call('GET', '/api/admin/orders?q=jumas.com')).body.items[0]
    expect(order.held_by_other).toEqual(['info@jumas.com'])
    await shop.sql(`delete from settings`)
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
    await review(id, { lines: [{ item: 'wanted.com', state: 'gone' }] })
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
