import { randomUUIDv7 } from 'node:crypto'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { countNow } from '../src/features/insights/server/counters.queries.ts'
import { countWaiting } from '../src/features/insights/server/waiting.ts'
import { countInsights } from '../src/features/insights/server/insights.queries.ts'
import type { Database } from '../src/server/database/database.ts'
import { showAudit, showJobs, showSizes } from './growth-jobs.ts'
import { reads } from './growth-lists.ts'
import { fill, type People } from './growth-rows.ts'
import { middle, openNode, timed } from './measure.ts'

/**
 * The time of lists, searches and counts: calls of the API over HTTP, as a signed-in person, in a small shop, in one fifty
 * times as large, and in that one if all that ever came in still waited. Then what the large one takes on disk, and how
 * long its jobs run.
 * Arguments: the number of requests (1,000,000), and a folder that stores the databases for the next run.
 */

const LARGE = Number(process.argv[2] ?? 1_000_000)
const SAVED = process.argv[3]
/** A call may take so long. On a slow or busy machine, where the small shop is slow too, so many times as long as there. */
const MOST_MS = 150
const MOST_MEDIAN_MS = 10
const MOST_FOR_COUNTS_MS = 200
const MOST_RATIO = 5
/** Calls before the measured ones, until connections, caches and compiled code are ready. */
const WARM = 3
const ROUNDS = 11

const folder = SAVED ?? (await mkdtemp(join(tmpdir(), 'kikoa-growth-')))
await mkdir(folder, { recursive: true })
// PostgreSQL may run as another user, who must be able to enter the folder.
await chmod(folder, 0o711)

async function openShop(name: string, requests: number, backlog: boolean) {
  const { database, start } = await openNode({}, join(folder, name))
  const started = Date.now()
  const saved = await peopleIn(database)
  const people = saved ?? { customer: randomUUIDv7(), admin: randomUUIDv7() }
  if (!saved) {
    await insertPeople(database, people)
    await fill(database.pool, requests, people, backlog)
  }
  const { rows } = await database.pool.query(
    `select (select count(*) from requests) as requests, (select count(*) from profiles) as customers,
            (select count(*) from chat_lines) as lines, (select count(*) from orders) as orders, (select count(*) from claims) as payments,
            (select count(*) from events) as events, (select count(*) from audit_log) as audit, (select count(*) from mails) as mails`,
  )
  console.log(
    `${name}: ${Object.entries(rows[0])
      .map(([what, many]) => `${Number(many).toLocaleString('en')} ${what}`)
      .join(', ')}: made in ${Math.round((Date.now() - started) / 1000)} s`,
  )
  const node = await start()
  const tokens = {
    customer: await node.tokenOf(people.customer, await sessionOf(database, people.customer)),
    admin: await node.tokenOf(people.admin, await sessionOf(database, people.admin)),
  }
  return {
    database,
    async get(path: string, as: keyof People): Promise<unknown> {
      const address = `${node.address}/api${path.replace(/\{(id|profile)\}/, people.customer)}`
      const answer = await fetch(address, { headers: { authorization: `Bearer ${tokens[as]}` } })
      const body = await answer.json()
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${JSON.stringify(body)}`)
      return body
    },
    close: node.close,
  }
}

/** The people of the database, if an earlier run has filled it. */
async function peopleIn({ pool }: Database): Promise<People | undefined> {
  const { rows } = await pool.query<{ email: string; id: string }>(
    `select email, id from auth.users where email in ('customer@example.com', 'admin@example.com')`,
  )
  const idOf = (name: string) => rows.find(({ email }) => email === `${name}@example.com`)?.id
  const [customer, admin] = [idOf('customer'), idOf('admin')]
  return customer && admin ? { customer, admin } : undefined
}

/** Inserts the accounts whose pages are measured. */
async function insertPeople({ pool }: Database, people: People) {
  for (const [name, id] of Object.entries(people))
    await pool.query(
      `insert into auth.users (id, email, created_at) values ($1, $2, now() - interval '4 years')`,
      [id, `${name}@example.com`],
    )
  await pool.query(
    `insert into profiles (id, role, created_at) values ($1, 'admin', now() - interval '4 years')`,
    [people.admin],
  )
  // Otherwise the program would write tens of thousands of reminder mails during the measurement.
  await pool.query(`insert into settings (key, value) values ('mails.requests', 'false')`)
}

async function sessionOf({ pool }: Database, person: string): Promise<string> {
  const id = randomUUIDv7()
  await pool.query(`insert into auth.sessions (id, user_id) values ($1, $2)`, [id, person])
  return id
}

/** The median times of an operation in each of several shops, in milliseconds. The rounds alternate between the shops. */
async function medians(shops: readonly Shop[], operation: (shop: Shop) => Promise<unknown>) {
  const times = shops.map((): number[] => [])
  for (let round = -WARM; round < ROUNDS; round++)
    for (const [index, shop] of shops.entries()) {
      const took = await timed(() => operation(shop)).catch(() => Infinity)
      if (round >= 0) times[index]!.push(took)
    }
  return times.map(middle)
}

type Shop = Awaited<ReturnType<typeof openShop>>
const shops = [
  await openShop('small', LARGE / 50, false),
  await openShop('large', LARGE, false),
  await openShop('backlog', LARGE, true),
]
let over = 0
const line = (name: string, took: readonly number[], most: number) => {
  const slowest = Math.max(...took)
  const isOver = slowest > Math.max(most, MOST_RATIO * took[0]!)
  if (isOver) over++
  const ratio = (slowest / took[0]!).toFixed(1)
  console.log(
    `${name.padEnd(72)}${took.map((one) => one.toFixed(1).padStart(9)).join('')}${ratio.padStart(7)}${isOver ? `  <- over ${most} ms and ${MOST_RATIO} times` : ''}`,
  )
}

console.log(`${'ms'.padEnd(72)}    small    large  backlog  ratio`)
const times: number[][] = []
for (const { path, as } of reads) {
  const took = await medians(shops, (shop) => shop.get(path, as))
  times.push(took)
  line(path, took, MOST_MS)
}
line(
  'the median of all',
  shops.map((_, index) => middle(times.map((took) => took[index]!))),
  MOST_MEDIAN_MS,
)
line('/admin/counters, counted', await medians(shops, (shop) => countNow(shop.database)), MOST_FOR_COUNTS_MS)
line(
  '/admin/waiting, counted',
  await medians(shops, (shop) => countWaiting(shop.database)),
  MOST_FOR_COUNTS_MS,
)
// Sums by status and month, cached for some seconds: measured without a target.
line(
  '/admin/insights, counted',
  await medians(shops, (shop) => countInsights(shop.database, new Date())),
  Infinity,
)

await showSizes(shops[1]!.database)
await showJobs(shops[1]!.database)
await showAudit(shops[0]!.database)

for (const shop of shops) await shop.close()
if (!SAVED) await rm(folder, { recursive: true, force: true })
process.exitCode = over ? 1 : 0
