import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Person, type Shop } from '../../../app/testing/shop.ts'
import { activities } from '../activities.ts'

/** What Recent Activity shows a customer. */

let shop: Shop
let asha: Person
beforeAll(async () => {
  shop = await openShop()
  asha = await shop.customer()
})
afterAll(() => shop.close())

test('events with a sentence are listed, newest first; carts, conversations and events for admins are not', async () => {
  const types = [...activities, 'cart.changed', 'chat.written', 'chat.read', 'payment.refused']
  for (const type of types)
    await shop.sql(
      `insert into events (user_id, type, topics, for_admins) values ($1, $2, '{}', $2 = 'payment.refused')`,
      [asha.id, type],
    )
  const { status, body } = await asha.call('GET', '/api/activity')
  expect(status).toBe(200)
  expect(body.items.map(({ type }: { type: string }) => type)).toEqual(activities.toReversed().slice(0, 10))
})
