import { raceRefresh, raceStolenToken, createSessionOwners } from '../src/app/testing/refresh-race.ts'
import { openShop } from '../src/app/testing/shop.ts'
import { testCluster } from '@kikoa/postgres/testing'

/** Counts the wrong sessions after a thousand races of one refresh token on two nodes and a thousand stolen tokens. */

const RACES = Number(process.argv[2] ?? 1_000)
const clear = await testCluster()
const shop = await openShop({ nodes: 2 })
let forked = 0
let survived = 0
const started = performance.now()
for (const owner of await createSessionOwners(shop, RACES)) {
  const { families, current, tokens } = await raceRefresh(shop, owner)
  if (families !== 1 || current !== 1 || tokens !== 1) forked++
}
for (const owner of await createSessionOwners(shop, RACES)) {
  const { families, good } = await raceStolenToken(shop, owner)
  if (families || good) survived++
}
const seconds = ((performance.now() - started) / 1000).toFixed(0)
console.log(
  `${RACES} races of one refresh token, eight concurrent calls on two nodes: ${forked} forked families`,
)
console.log(
  `${RACES} stolen older tokens, with a concurrent refresh of the owner: ${survived} survived (${seconds} s)`,
)
await shop.close()
await clear?.()
