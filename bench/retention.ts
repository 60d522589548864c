import { randomUUIDv7 } from 'node:crypto'
import { FIRST_HASH } from '../src/features/audit/server/chain.ts'
import { deleteOldRows } from '../src/features/operations/server/retention.ts'
import { middle, openNode, show, timed } from './measure.ts'

/**
 * What deletes a month of events and of the audit log from tables with thirteen months, and what calls notice of it.
 * Beside it: the same events in partitions by month, what those save at the deletion and cost at each read.
 * Argument: the rows of each table (2,000,000).
 */

const ROWS = Number(process.argv[2] ?? 2_000_000)
const ROUNDS = 200

const { database, start } = await openNode()
const { pool } = database
const person = { id: randomUUIDv7(), session: randomUUIDv7() }
// Without the deadlines of the program.
const client = await pool.connect()
await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
await client.query(`insert into auth.users (id, email) values ($1, 'asha@example.com')`, [person.id])
await client.query(`insert into profiles (id, full_name) values ($1, 'Asha Mwangi')`, [person.id])
await client.query(`insert into auth.sessions (id, user_id) values ($1, $2)`, [person.session, person.id])
await client.query(
  `insert into settings (key, value, updated_at) values ('retention.audit', '12', now() - interval '7 days')`,
)
/** Thirteen whole months, the newest row now. */
const at = `date_trunc('month', now() at time zone 'utc') at time zone 'utc' - interval '13 months'
  + n * (now() - date_trunc('month', now()) + interval '13 months') / ${ROWS}`
const people = ROWS / 20
await client.query(
  `insert into events (at, user_id, type, topics, data)
   select ${at}, case when n % ${people} = 0 then $1 else md5((n % ${people})::text)::uuid end, 'request.updated', '{domains}', '{"status":"available"}'
     from generate_series(1, ${ROWS}) n`,
  [person.id],
)
await client.query(
  `insert into audit_log (id, at, actor_role, action, entity, entity_id, after, seq, hash)
   select gen_random_uuid(), ${at}, 'service', 'request.updated', 'request', n::text, '{"status":"available","price":30000}', n, decode(md5(n::text), 'hex')
     from generate_series(1, ${ROWS}) n`,
)
await client.query(`update audit_head set seq = $1, hash = $2`, [ROWS, FIRST_HASH])
await client.query(`create table parted (like events including defaults) partition by range (at)`)
for (let month = -13; month <= 0; month++)
  await client.query(
    `do $$ begin execute format('create table %I partition of parted for values from (%L) to (%L)', 'parted' || ${month + 13},
       date_trunc('month', now()) + ${month} * interval '1 month', date_trunc('month', now()) + ${month + 1} * interval '1 month'); end $$`,
  )
await client.query(`create index on parted (user_id, id desc)`)
await client.query(`create index on parted (id)`)
await client.query(`insert into parted select * from events`)
await client.query('vacuum analyze')
client.release(true)
const node = await start()
const headers = { authorization: `Bearer ${await node.tokenOf(person.id, person.session)}` }
const call = () => timed(async () => (await fetch(`${node.address}/api/activity`, { headers })).json())

/** Milliseconds of the middle call and of the slowest in a hundred. */
function spread(times: number[]) {
  const sorted = times.toSorted((a, b) => a - b)
  return { median: middle(sorted), slow: sorted[Math.floor(sorted.length * 0.99)]! }
}
/** Times of a query, one after the other. */
async function timesOf(query: string) {
  const times: number[] = []
  for (let n = 0; n < ROUNDS; n++) times.push(await timed(() => pool.query(query)))
  return middle(times)
}

for (const table of ['events', 'parted']) {
  const newest = `select id, at, type from ${table} where user_id = '${person.id}' order by id desc limit 10`
  show(`${table}: the newest ten of a person`, await timesOf(newest), 'ms')
  show(`${table}: the newest of all`, await timesOf(`select max(id) from ${table}`), 'ms')
  show(`${table}: those after an id`, await timesOf(`select * from ${table} where id > ${ROWS - 10}`), 'ms')
}
for (let n = 0; n < ROUNDS; n++) await call()
const quiet: number[] = []
for (let n = 0; n < ROUNDS; n++) quiet.push(await call())
const before = await walPosition()
const busy: number[] = []
let isOver = false
const deletion = timed(() => deleteOldRows(database)).finally(() => (isOver = true))
while (!isOver) busy.push(await call())
show('a month of both tables is deleted in', (await deletion) / 1000, 's')
show('and writes to the log', ((await walPosition()) - before) / 1e6, 'MB')
for (const [name, times] of [
  ['before', quiet],
  ['meanwhile', busy],
] as const) {
  const { median, slow } = spread(times)
  show(`a customer’s activity ${name}: median`, median, 'ms')
  show(`a customer’s activity ${name}: slowest in 100`, slow, 'ms')
}
show('a partition is dropped in', await timed(() => pool.query(`drop table parted0`)), 'ms')
await node.close()

async function walPosition() {
  const { rows } = await pool.query<{ it: string }>(`select pg_current_wal_lsn() - '0/0' as it`)
  return Number(rows[0]!.it)
}
