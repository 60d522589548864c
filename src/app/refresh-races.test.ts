import { afterAll, beforeAll, expect, test } from 'vitest'
import { oneRace, oneTheft, peopleWhoRace } from './testing/refresh-race.ts'
import { openShop, type Shop } from './testing/shop.ts'

/** A thousand of each: `node bench/refresh-races.ts`. */
const RACES = 25

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ nodes: 2 })
})
afterAll(() => shop.close())

test('of one refresh token, sent eight times at once to two nodes, one family lives on', async () => {
  for (const person of await peopleWhoRace(shop, RACES))
    expect(await oneRace(shop, person)).toEqual({ families: 1, current: 1, tokens: 1 })
})

test('an older token that somebody stole ends the family, though its owner refreshes at the same moment', async () => {
  for (const person of await peopleWhoRace(shop, RACES))
    expect(await oneTheft(shop, person)).toEqual({ families: 0, good: 0 })
})
