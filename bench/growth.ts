import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as uuid } from 'uuid'
import { openDatabase } from '../src/main/open-database.ts'
import { readConfig } from '../src/platform/server/config/config.ts'
import type { Database } from '../src/platform/server/database/database.ts'
import { type Desk, deskFor } from '../src/platform/server/http/context.ts'
import { createLog } from '../src/platform/server/log/log.ts'
import { exactCounts, lists } from './growth-lists.ts'
import { fill, sizeOf } from './growth-rows.ts'

/**
 * What lists, searches and counts take in a large shop, against the same in a small one: through the server's own
 * functions, as a signed-in person, behind row security. Both shops are open at once and asked in turns, for the
 * machine's speed drifts.
 */

const SMALL = 1_000
const LARGE = Number(process.argv[2] ?? 1_000_000)
const MOST = 1.5
const MOST_FOR_COUNTS_MS = 200
/** Enough that PostgreSQL has settled for its plans before it is measured. */
const WARM = 8
const ROUNDS = 21

const folder = await mkdtemp(join(tmpdir(), 'kikoa-growth-'))
const log = createLog('warn')

async function openShop(name: string, requests: number) {
  const config = readConfig({ DATA_DIR: join(folder, name), LOG_LEVEL: 'warn' }, folder)
  const { database, close } = await openDatabase(config, log)
  const started = Date.now()
  const [customer, admin] = [await person(database, 'user'), await person(database, 'admin')]
  await fill(database.pool, sizeOf(requests), customer.person)
  console.log(
    `${requests.toLocaleString('en')} requests, made in ${Math.round((Date.now() - started) / 1000)} s`,
  )
  const desk = (identity: { person: string; session: string }, needed?: 'admin'): Desk =>
    deskFor({ database, identity, idempotencyKey: undefined, now: new Date() }, needed, undefined)
  return { close, customer: () => desk(customer), admin: () => desk(admin, 'admin') }
}

async function person(database: Database, role: 'user' | 'admin') {
  const [id, session] = [uuid(), uuid()]
  await database.pool.query(`insert into auth.users (id, email) values ($1, $2)`, [id, `${role}@example.com`])
  await database.pool.query(`insert into auth.sessions (id, user_id) values ($1, $2)`, [session, id])
  if (role === 'admin')
    await database.pool.query(`insert into profiles (id, role) values ($1, 'admin')`, [id])
  return { person: id, session }
}

type Shop = Awaited<ReturnType<typeof openShop>>

async function millis(act: () => Promise<unknown>) {
  const start = performance.now()
  await act()
  return performance.now() - start
}

/** The lower quartile: what else runs on a machine only adds to a time. */
const usual = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 4)]!

/** The usual time of an act in both shops, asked in turns. */
async function inTurns(shops: Shop[], act: (shop: Shop) => Promise<unknown>) {
  const times = shops.map((): number[] => [])
  for (let round = -WARM; round < ROUNDS; round++)
    for (const [which, shop] of shops.entries()) {
      const took = await millis(() => act(shop))
      if (round >= 0) times[which]!.push(took)
    }
  return times.map(usual) as [small: number, large: number]
}

const shops = [await openShop('small', SMALL), await openShop('large', LARGE)]
let isGood = true
const judged = (holds: boolean) => {
  isGood &&= holds
  return holds ? '' : '  <- over the target'
}

console.log(
  `\n${'milliseconds'.padEnd(58)} ${'small'.padStart(7)} ${'large'.padStart(7)} ${'ratio'.padStart(6)}`,
)
for (const [name, { as, read }] of Object.entries(lists)) {
  const [small, large] = await inTurns(shops, (shop) => read(shop[as]()))
  const ratio = large / small
  console.log(
    `${name.padEnd(58)} ${small.toFixed(2).padStart(7)} ${large.toFixed(2).padStart(7)} ${ratio.toFixed(2).padStart(6)}${judged(ratio <= MOST)}`,
  )
}
for (const [name, read] of Object.entries(exactCounts)) {
  const [small, large] = await inTurns(shops, (shop) => read(shop.admin()))
  console.log(
    `${name.padEnd(58)} ${small.toFixed(2).padStart(7)} ${large.toFixed(2).padStart(7)}${judged(large <= MOST_FOR_COUNTS_MS)}`,
  )
}
console.log(
  `\nTargets: every list and search within ${MOST} of its time in the small shop, the exact counts within ${MOST_FOR_COUNTS_MS} ms.`,
)

for (const { close } of shops) await close()
await rm(folder, { recursive: true, force: true })
process.exitCode = isGood ? 0 : 1
