import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop, type Person, type Shop } from '../../../../app/testing/shop.ts'
import { clearSettingsCache } from '../../../settings/server/settings.ts'
import { placeAt } from '../../../orders/server/testing/placing.ts'
import { finishPayments } from '../matching/matching.jobs.ts'
import { claim, moneyIn, offered, receive } from '../testing/money.ts'

/** What a payment activates: by an admin, or by the program. */

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop({ nodes: 2 })
  admin = await shop.admin()
})
afterAll(() => shop.close())

const { match, chargeOf } = moneyIn(() => shop)
async function set(key: string, value: unknown) {
  await shop.sql(
    `insert into settings (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value`,
    [key, JSON.stringify(value)],
  )
  for (const node of shop.nodes) clearSettingsCache(node.database)
}

describe('with payments.activate', () => {
  const statusOf = async (id: string) =>
    (await shop.sql(`select stage from requests where id = $1`, [id]))[0]!['stage']

  test('by-hand, a paid request waits for its admin', async () => {
    const offer = await offered(shop, admin, { name: 'info@subiri.com', product: 'email' })
    await match(await receive(shop, { amount: 10, reference: offer.reference, code: 'SUBIRI1' }))
    expect(await statusOf(offer.id)).toBe('offered')
  })

  test('matched, an address activates by the program, a domain waits, and so does an order with one', async () => {
    await set('payments.activate', 'matched')
    const [address, domain] = [
      await offered(shop, admin, { name: 'info@haraka.com', product: 'email' }),
      await offered(shop, admin, { name: 'haraka.com' }),
    ]
    for (const [at, { reference }] of [address, domain].entries())
      await match(await receive(shop, { amount: 10, reference, code: `HARAKA${at}` }))
    expect(await statusOf(address.id)).toBe('active')
    expect(await statusOf(domain.id)).toBe('offered')
    expect(
      await shop.sql(
        `select actor_role, actor_id from audit_log where action = 'request.activated' and entity_id = $1`,
        [address.id],
      ),
    ).toEqual([{ actor_role: 'service', actor_id: null }])
    const customer = await shop.customer()
    const order = await placeAt(shop, customer, ['oda-ya-jina.com'])
    await match(await receive(shop, { amount: 10, reference: order.reference!, code: 'ODAJINA' }))
    expect(await chargeOf(order.id)).toMatchObject({ state: 'paid' })
    expect((await customer.call('GET', `/api/orders/${order.id}`)).body.status).toBe('pending')
    await set('payments.activate', 'by-hand')
  })

  test('a node that ended before the activation is finished by the job', async () => {
    const offer = await offered(shop, admin, { name: 'info@baadaye.com', product: 'email' })
    await match(await receive(shop, { amount: 10, reference: offer.reference, code: 'BAADAYE' }))
    await shop.sql(`update charges set activate = true where request_id = $1`, [offer.id])
    const left = await offered(shop, admin, { name: 'baadaye.com' })
    await receive(shop, { amount: 10, reference: left.reference, code: 'BAADAY2' })
    await finishPayments(shop.nodes[0]!.database, new Date())
    expect(await statusOf(offer.id)).toBe('active')
    expect(await chargeOf(offer.id)).toMatchObject({ activate: false })
    expect(await chargeOf(left.id)).toMatchObject({ state: 'paid' })
  })
})

test('activation by an admin confirms a claim by hand, and without a claim nothing', async () => {
  const offer = await offered(shop, admin, { name: 'kwa-mkono.com' })
  await claim(offer, 'MKONO01')
  await admin.call('PATCH', `/api/admin/domain-requests/${offer.id}`, { status: 'YOUR DOMAIN IS ACTIVE NOW' })
  expect(await chargeOf(offer.id)).toMatchObject({ state: 'paid', settled: 10 })
  expect(await shop.sql(`select channel, state from received_payments where code_key = 'mkono01'`)).toEqual([
    { channel: 'by-hand', state: 'matched' },
  ])
  const free = await offered(shop, admin, { name: 'bila-dai.com' })
  await admin.call('PATCH', `/api/admin/domain-requests/${free.id}`, { status: 'YOUR DOMAIN IS ACTIVE NOW' })
  expect(await chargeOf(free.id)).toMatchObject({ state: 'open', settled: 0 })
})
