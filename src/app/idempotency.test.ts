import { afterAll, beforeAll, expect, test } from 'vitest'
import { eightTimes } from './testing/eight-times.ts'
import { openShop, type Shop } from './testing/shop.ts'
import { callerContext } from '../server/http/context.ts'

/** Work under a repeated idempotency key is done once, whatever it returns. */

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

test.each([
  ['nothing', undefined],
  ['null', null],
  ['false', false],
  ['an empty text', ''],
  ['a text', 'done'],
  ['an object', { id: 7, lines: [null] }],
])('work that gives %s gives the same to all of 8 at once, and is done once', async (gives, given) => {
  const { id: person, session } = await shop.customer()
  let turns = 0
  const call = () =>
    callerContext(
      {
        database: shop.nodes[0]!.database,
        identity: { person, session },
        idempotencyKey: gives,
        now: new Date(),
      },
      undefined,
      { endpoint: 'tests.work', key: gives, bodyHash: () => Buffer.from('body') },
    ).write(async () => {
      turns++
      return given
    })
  expect(await eightTimes(call)).toStrictEqual(Array(8).fill(given))
  expect(await call()).toStrictEqual(given)
  expect(turns).toBe(1)
})
