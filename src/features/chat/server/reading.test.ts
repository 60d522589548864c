import { randomUUID as uuid } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eightTimes } from '../../../app/testing/eight-times.ts'
import { openShop, type Person, type Shop } from '../../../app/testing/shop.ts'
import { answer, statusOf, write } from './testing/chat-calls.ts'

/** Lines are read page by page, and unread lines are counted exactly. */

let shop: Shop
let admin: Person
let other: Person
beforeAll(async () => {
  shop = await openShop({ nodes: 2 })
  ;[admin, other] = [await shop.admin(), await shop.admin()]
})
afterAll(() => shop.close())

describe('the number of unread lines', () => {
  test('is counted for each side, and a read mark never moves back', async () => {
    const asha = await shop.customer()
    await write(asha, 'one')
    for (const body of ['two', 'three', 'four']) await answer(admin, asha, body)
    expect(await statusOf(asha)).toMatchObject({ lines: 4, unread: 3, read: 0 })
    expect((await asha.call('POST', '/api/chat/read', { through: 3 })).body).toMatchObject({
      unread: 1,
      read: 2,
    })
    expect((await asha.call('POST', '/api/chat/read', { through: 1 })).body).toMatchObject({ unread: 1 })
    // A line that does not exist yet marks nothing, and later lines are unread.
    expect((await asha.call('POST', '/api/chat/read', { through: 99 })).body).toMatchObject({ unread: 1 })
    expect((await admin.call('GET', `/api/admin/chat/${asha.id}`)).body).toMatchObject({ unread: 1, seen: 2 })
    await admin.call('POST', `/api/admin/chat/${asha.id}/read`, { through: 4 })
    expect(await statusOf(asha)).toMatchObject({ unread: 1, seen: 1 })
    expect((await admin.call('POST', `/api/admin/chat/${uuid()}/read`, { through: 1 })).body).toMatchObject({
      lines: 0,
    })
  })

  test('is exact while eight write and eight read at once', async () => {
    const asha = await shop.customer()
    await answer(admin, asha, 'zero')
    await Promise.all([
      eightTimes((n) => answer(admin, asha, `line ${n}`)),
      eightTimes((n) => shop.at(n % 2, asha.token)('POST', '/api/chat', { body: `back ${n}` })),
      eightTimes((n) => asha.call('POST', '/api/chat/read', { through: n + 1 })),
      eightTimes((n) => other.call('POST', `/api/admin/chat/${asha.id}/read`, { through: n + 1 })),
    ])
    const [row] = await shop.sql(
      `select c.*, (select count(*)::int from chat_lines l where l.user_id = c.user_id and by_shop) as by_shop,
              (select count(*)::int from chat_lines l where l.user_id = c.user_id and not by_shop) as by_customer
         from chat_conversations c where user_id = $1`,
      [asha.id],
    )
    expect(row).toMatchObject({ by_shop: row!.shop_lines, by_customer: row!.customer_lines, shop_lines: 9 })
    await asha.call('POST', '/api/chat/read', { through: 17 })
    await admin.call('POST', `/api/admin/chat/${asha.id}/read`, { through: 17 })
    expect(await statusOf(asha)).toMatchObject({ lines: 17, unread: 0, read: 9, seen: 8 })
  })
})

test('paging shows every line once while others write', async () => {
  const asha = await shop.customer()
  for (let n = 1; n <= 7; n++) await answer(admin, asha, `line ${n}`)
  const first = (await asha.call('GET', '/api/chat?limit=3')).body
  await answer(admin, asha, 'meanwhile')
  const second = (await asha.call('GET', `/api/chat?limit=3&cursor=${first.next_cursor}`)).body
  const third = (await asha.call('GET', `/api/chat?limit=3&cursor=${second.next_cursor}`)).body
  expect(
    [first, second, third].flatMap(({ items }) => items.map((one: { place: number }) => one.place)),
  ).toEqual([7, 6, 5, 4, 3, 2, 1])
  expect(third.next_cursor).toBeNull()
  for (const cursor of ['x', '-1', '1e9', '99999999999'])
    expect((await asha.call('GET', `/api/chat?cursor=${cursor}`)).status).toBe(404)
})
