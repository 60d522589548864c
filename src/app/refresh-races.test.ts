import { afterAll, beforeAll, expect, test } from 'vitest'
import { raceRefresh, raceStolenToken, createSessionOwners } from './testing/refresh-race.ts'
import { openShop, type Shop } from './testing/shop.ts'

const RACES = 25

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ nodes: 2 })
})
afterAll(() => shop.close())

test('of one refresh token, sent eight times concurrently to two nodes, one family is left', async () => {
  for (const person of await createSessionOwners(shop, RACES))
    expect(await raceRefresh(shop, person)).toEqual({ families: 1, current: 1, tokens: 1 })
})

test('a stolen older token ends the family, though its owner refreshes at the same moment', async () => {
  for (const person of await createSessionOwners(shop, RACES))
    expect(await raceStolenToken(shop, person)).toEqual({ families: 0, good: 0 })
})
