import { oneRace, oneTheft, peopleWhoRace } from '../src/app/testing/refresh-race.ts'
import { openShop } from '../src/app/testing/shop.ts'
import testCluster from '../src/server/database/testing/cluster.ts'

/** A thousand races of one refresh token on two nodes, and a thousand thefts: how many families live that should not. */

const RACES = Number(process.argv[2] ?? 1_000)
const clear = await testCluster()
const shop = await openShop({ nodes: 2 })
let forked = 0
let survived = 0
const started = performance.now()
for (const racer of await peopleWhoRace(shop, RACES)) {
  const { families, current, tokens } = await oneRace(shop, racer)
  if (families !== 1 || current !== 1 || tokens !== 1) forked++
}
for (const racer of await peopleWhoRace(shop, RACES)) {
  const { families, good } = await oneTheft(shop, racer)
  if (families || good) survived++
}
const seconds = ((performance.now() - started) / 1000).toFixed(0)
console.log(
  `${RACES} races of one refresh token, eight calls at once on two nodes: ${forked} forked families`,
)
console.log(
  `${RACES} thefts of an older one, its owner refreshing meanwhile: ${survived} survived (${seconds} s)`,
)
await shop.close()
// The server may still be putting its files away.
await clear().catch(() => clear())
