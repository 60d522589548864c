import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as uuid } from 'uuid'
import { contract } from '../src/main/contract.ts'
import { openDatabase } from '../src/main/open-database.ts'
import { readConfig } from '../src/platform/server/config/config.ts'
import type { Database } from '../src/platform/server/database/database.ts'
import { type Desk, deskFor } from '../src/platform/server/http/context.ts'
import { createLog } from '../src/platform/server/log/log.ts'
import { exactCounts, lists, noLists, type Read } from './growth-lists.ts'
import { fill } from './growth-rows.ts'

/**
 * What lists, searches and counts take in a large shop, against the same in a small one: through the server's own
 * functions, as a signed-in person, behind row security. Both shops are open at once and asked in turns, for the
 * machine's speed drifts.
 *
 * A page is of 50, or of as many as the small shop has: a row costs the same in both, and rows are not what is
 * compared. What is over the target is measured again, twice as long, and all of its times count.
 */

const SMALL = 1_000
const LARGE = Number(process.argv[2] ?? 1_000_000)
/** Only addresses or names that hold this. */
const ONLY = process.argv[3] ?? ''
const PAGE = 50
const MOST = 1.5
const MOST_FOR_COUNTS_MS = 200
/**
 * A difference that is not judged. PostgreSQL plans a query over a large table some tenths of a millisecond longer, for
 * it weighs more statistics, and nobody sees whether a page took 0.4 ms or 0.8.
 */
const NOISE_MS = 0.5
/** Enough that connections, plans and compiled code are settled before it is measured. */
const WARM = 6
const ROUNDS = 21
const AGAIN = 2

const unnamed = getsOf(contract).filter(
  (path) => !(path in lists) && !(path in exactCounts) && !noLists.includes(path),
)
if (unnamed.length) throw new Error(`growth-lists.ts does not name ${unnamed.join(', ')}`)

const folder = await mkdtemp(join(tmpdir(), 'kikoa-growth-'))
// So that PostgreSQL's own user reaches it, where that is another: its gigabytes go with the folder.
await chmod(folder, 0o711)
const log = createLog('error')

async function openShop(name: string, requests: number) {
  const config = readConfig({ DATA_DIR: join(folder, name), LOG_LEVEL: 'error' }, folder)
  const { database, close } = await openDatabase(config, log)
  const started = Date.now()
  const [customer, admin] = [await person(database, 'user'), await person(database, 'admin')]
  const people = { customer: customer.person, admin: admin.person }
  await fill(database.pool, requests, people)
  const { rows } = await database.pool.query(
    `select (select count(*) from requests) as requests, (select count(*) from profiles) as customers,
            (select count(*) from chat_lines) as lines, (select count(*) from orders) as orders, (select count(*) from payments) as payments,
            (select count(*) from events) as events, (select count(*) from audit_log) as audit, (select count(*) from mails) as mails`,
  )
  console.log(
    `${Object.entries(rows[0])
      .map(([what, many]) => `${Number(many).toLocaleString('en')} ${what}`)
      .join(', ')}: made in ${Math.round((Date.now() - started) / 1000)} s`,
  )
  const desk = (identity: { person: string; session: string }, needed?: 'admin'): Desk =>
    deskFor({ database, identity, idempotencyKey: undefined, now: new Date() }, needed, undefined)
  return { close, people, desks: { customer: () => desk(customer), admin: () => desk(admin, 'admin') } }
}

async function person(database: Database, role: 'user' | 'admin') {
  const [id, session] = [uuid(), uuid()]
  await database.pool.query(
    `insert into auth.users (id, email, created_at) values ($1, $2, now() - interval '4 years')`,
    [id, `${role}@example.com`],
  )
  await database.pool.query(`insert into auth.sessions (id, user_id) values ($1, $2)`, [session, id])
  if (role === 'admin')
    await database.pool.query(
      `insert into profiles (id, role, created_at) values ($1, 'admin', now() - interval '4 years')`,
      [id],
    )
  return { person: id, session }
}

type Shop = Awaited<ReturnType<typeof openShop>>

/** The paths of all GETs of the contract. */
function getsOf(part: object): string[] {
  const procedure = (part as { '~orpc'?: { route: { method?: string; path?: string } } })['~orpc']
  if (!procedure) return Object.values(part).flatMap(getsOf)
  return procedure.route.method === 'GET' ? [procedure.route.path!] : []
}

const manyIn = (answer: unknown) => (answer as { items?: unknown[] }).items?.length ?? 0
const cursorOf = (answer: unknown) => (answer as { next_cursor: string | null }).next_cursor

/** How one list is read in each of the shops: with a page that both can fill, from the same place on. */
async function readerOf({ as, read, isSecond }: Read, shops: Shop[]) {
  const small = shops[0]!
  const many = manyIn(await read(small.desks[as](), { limit: PAGE + 1 }, small.people))
  const limit = many ? Math.max(1, Math.min(PAGE, isSecond ? many >> 1 : many - 1)) : PAGE
  const pages = new Map<Shop, { limit: number; cursor?: string }>()
  for (const shop of shops) {
    const cursor = isSecond ? cursorOf(await read(shop.desks[as](), { limit }, shop.people)) : null
    pages.set(shop, { limit, ...(cursor && { cursor }) })
  }
  return (shop: Shop) => read(shop.desks[as](), pages.get(shop)!, shop.people)
}

async function millis(act: () => Promise<unknown>) {
  const start = performance.now()
  await act()
  return performance.now() - start
}

/** The lower quartile: what else runs on a machine only adds to a time. */
const usual = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 4)]!

/** The usual time of an act in both shops, asked in turns; asked again when it is over the target. */
async function inTurns(
  shops: Shop[],
  act: (shop: Shop) => Promise<unknown>,
  holds: (small: number, large: number) => boolean,
) {
  const times = shops.map((): number[] => [])
  const ask = async (from: number, rounds: number) => {
    for (let round = from; round < rounds; round++)
      for (const [which, shop] of shops.entries()) {
        const took = await millis(() => act(shop))
        if (round >= 0) times[which]!.push(took)
      }
    return times.map(usual) as [small: number, large: number]
  }
  let measured = await ask(-WARM, ROUNDS)
  for (let again = 0; again < AGAIN && !holds(...measured); again++) measured = await ask(0, 2 * ROUNDS)
  return measured
}

const shops = [await openShop('small', SMALL), await openShop('large', LARGE)]
let over = 0
const line = (name: string, small: number, large: number, holds: boolean, ratio = '') => {
  if (!holds) over++
  const shown = [small.toFixed(2), large.toFixed(2), ratio].map((text) => text.padStart(8)).join('')
  console.log(`${name.padEnd(72)}${shown}${holds ? '' : '  <- over the target'}`)
}

console.log(
  `\n${'milliseconds'.padEnd(72)}${['small', 'large', 'ratio'].map((text) => text.padStart(8)).join('')}`,
)
const isWithin = (small: number, large: number) => large <= MOST * small || large - small <= NOISE_MS
for (const [path, reads] of Object.entries(lists))
  for (const [name, read] of Object.entries(reads)) {
    const full = `${path}: ${name}`
    if (!full.includes(ONLY)) continue
    const act = await readerOf(read, shops)
    const [small, large] = await inTurns(shops, act, isWithin)
    line(full, small, large, isWithin(small, large), (large / small).toFixed(2))
  }
const isQuick = (_: number, large: number) => large <= MOST_FOR_COUNTS_MS
for (const [path, count] of Object.entries(exactCounts)) {
  if (!path.includes(ONLY)) continue
  const [small, large] = await inTurns(shops, (shop) => count(shop.desks.admin()), isQuick)
  line(`${path}, counted`, small, large, isQuick(small, large))
}
console.log(
  `\nTargets: every list and search within ${MOST} of its time in the small shop (a difference of ${NOISE_MS} ms is none), the exact counts within ${MOST_FOR_COUNTS_MS} ms. Over the target: ${over}.`,
)

for (const { close } of shops) await close()
await rm(folder, { recursive: true, force: true })
process.exitCode = over ? 1 : 0
