import { randomUUIDv7 } from 'node:crypto'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadKeys } from '../src/features/accounts/server/keys/keys.ts'
import { countNow } from '../src/features/insights/server/counters.ts'
import { countInsights } from '../src/features/insights/server/insights.ts'
import { contract } from '../src/app/contract.ts'
import { startNode } from '../src/app/kikoa.ts'
import { openDatabase } from '../src/app/open-database.ts'
import { readConfig } from '../src/server/config/config.ts'
import type { Database } from '../src/server/database/database.ts'
import { createLog } from '../src/server/log/log.ts'
import { lists, noLists, type Read } from './growth-lists.ts'
import { fill, type People } from './growth-rows.ts'

/**
 * What lists, searches and counts take in a large shop, against the same in a small one: calls of the API over HTTP, as
 * a signed-in person. Both shops are open at once and asked in turns, for the machine's speed drifts.
 *
 * A page is of 50, or of as many as the small shop has, but one at the least: a row costs the same in both, and rows
 * are not what is compared. What is over the target is measured again, twice as long, and all of its times count.
 */

const SMALL = 1_000
const LARGE = Number(process.argv[2] ?? 1_000_000)
/** Only addresses or names that hold this. */
const ONLY = process.argv[3] ?? ''
/** A folder that the shops stay in, to be found there by the next run. */
const KEEP = process.argv[4]
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

/** What counts the whole shop, as it is when nobody has counted just before. */
const exactCounts: Record<string, (shop: Shop) => Promise<unknown>> = {
  '/admin/counters': ({ database }) => countNow(database),
  '/admin/chat/unread': (shop) => shop.get('/admin/chat/unread', 'admin'),
}

/** What sums up the whole shop, by status and month: kept for some seconds, and measured without a target. */
const sums: typeof exactCounts = {
  '/admin/insights': ({ database }) => countInsights(database, new Date()),
}

const unnamed = getsOf(contract).filter(
  (path) => !(path in lists) && !(path in exactCounts) && !(path in sums) && !noLists.includes(path),
)
if (unnamed.length) throw new Error(`growth-lists.ts does not name ${unnamed.join(', ')}`)

const folder = KEEP ?? (await mkdtemp(join(tmpdir(), 'kikoa-growth-')))
await mkdir(folder, { recursive: true })
// So that PostgreSQL's own user reaches it, where that is another: its gigabytes go with the folder.
await chmod(folder, 0o711)
const log = createLog('error')

async function openShop(name: string, requests: number) {
  const config = readConfig(
    { DATA_DIR: join(folder, name), PORT: '0', LOG_LEVEL: 'error', RATE_LIMIT_SCALE: '1000000' },
    folder,
  )
  const { database, owner, close } = await openDatabase(config, log)
  const started = Date.now()
  const known = await peopleIn(database)
  const people = known ?? { customer: randomUUIDv7(), admin: randomUUIDv7() }
  if (!known) {
    await settle(database, people)
    await fill(database.pool, requests, people)
  }
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
  const node = await startNode(config, log, { database, owner })
  const tokens = { customer: '', admin: '' }
  const keys = await loadKeys({ config, database })
  const now = Math.floor(Date.now() / 1000)
  for (const as of ['customer', 'admin'] as const)
    tokens[as] = await keys.sign({
      iss: keys.issuer,
      sub: people[as],
      aud: 'authenticated',
      role: 'authenticated',
      session_id: await sessionOf(database, people[as]),
      iat: now,
      exp: now + 3 * 3600,
    })
  return {
    database,
    async get(path: string, as: keyof People): Promise<unknown> {
      const address = `${node.address}/api${path.replace(/\{(id|profile)\}/, people.customer)}`
      const answer = await fetch(address, { headers: { authorization: `Bearer ${tokens[as]}` } })
      const body = await answer.json()
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${JSON.stringify(body)}`)
      return body
    },
    async close() {
      await node.stop()
      await close()
    },
  }
}

/** The people that an earlier run has left in a shop. */
async function peopleIn({ pool }: Database): Promise<People | undefined> {
  const { rows } = await pool.query<{ email: string; id: string }>(
    `select email, id from auth.users where email in ('customer@example.com', 'admin@example.com')`,
  )
  const idOf = (name: string) => rows.find(({ email }) => email === `${name}@example.com`)?.id
  const [customer, admin] = [idOf('customer'), idOf('admin')]
  return customer && admin ? { customer, admin } : undefined
}

/** Lets in the people whose pages are measured. */
async function settle({ pool }: Database, people: People) {
  for (const [name, id] of Object.entries(people))
    await pool.query(
      `insert into auth.users (id, email, created_at) values ($1, $2, now() - interval '4 years')`,
      [id, `${name}@example.com`],
    )
  await pool.query(
    `insert into profiles (id, role, created_at) values ($1, 'admin', now() - interval '4 years')`,
    [people.admin],
  )
  // Tens of thousands of reminders are due in such a shop, and would be written while it is measured.
  await pool.query(`insert into settings (key, value) values ('mails.requests', 'false')`)
}

async function sessionOf({ pool }: Database, person: string): Promise<string> {
  const id = randomUUIDv7()
  await pool.query(`insert into auth.sessions (id, user_id) values ($1, $2)`, [id, person])
  return id
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
async function readerOf(path: string, { as, query, isPaged, isSecond }: Read, shops: Shop[]) {
  const asked = (more: Record<string, string | undefined>) => {
    const all = Object.entries({ ...query, ...more }).filter((one): one is [string, string] => !!one[1])
    return all.length ? `${path}?${new URLSearchParams(all).toString()}` : path
  }
  if (!isPaged) return (shop: Shop) => shop.get(asked({}), as)
  const counts = await Promise.all(
    shops.map(async (shop) => manyIn(await shop.get(asked({ limit: String(PAGE + 1) }), as))),
  )
  if (counts.some((count) => !count) && counts.some((count) => count))
    throw new Error(
      `${asked({})}: one shop has what is looked for, the other has none (${counts.join(' and ')})`,
    )
  const many = counts[0]!
  const limit = String(many ? Math.max(1, Math.min(PAGE, isSecond ? many >> 1 : many - 1)) : PAGE)
  const pages = new Map<Shop, string>()
  for (const shop of shops) {
    const cursor = isSecond && cursorOf(await shop.get(asked({ limit }), as))
    pages.set(shop, asked({ limit, cursor: cursor || undefined }))
  }
  return (shop: Shop) => shop.get(pages.get(shop)!, as)
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
    const act = await readerOf(path, read, shops)
    const [small, large] = await inTurns(shops, act, isWithin)
    line(full, small, large, isWithin(small, large), (large / small).toFixed(2))
  }
const isQuick = (_: number, large: number) => large <= MOST_FOR_COUNTS_MS
for (const [path, count] of Object.entries({ ...exactCounts, ...sums })) {
  if (!path.includes(ONLY)) continue
  const holds = path in sums ? () => true : isQuick
  const [small, large] = await inTurns(shops, (shop) => count(shop), holds)
  line(`${path}, counted`, small, large, holds(small, large))
}
console.log(
  `\nTargets: every list and search within ${MOST} of its time in the small shop (a difference of ${NOISE_MS} ms is none), the exact counts within ${MOST_FOR_COUNTS_MS} ms. Over the target: ${over}.`,
)

for (const { close } of shops) await close()
if (!KEEP) await rm(folder, { recursive: true, force: true })
process.exitCode = over ? 1 : 0
