import { randomUUIDv7 } from 'node:crypto'
import { products } from '../src/features/products/products.ts'
import { listOwnRequests } from '../src/features/requests/server/requests.queries.ts'
import { callerContext } from '../src/server/http/context.ts'
import { answered, middle, openNode, repeated } from './measure.ts'

/**
 * A signed-in customer's list of 20 requests under row-level security, over HTTP and as its transaction alone, and a
 * durable submit over HTTP. ROUNDS and SECONDS of each measurement can be set.
 */

const ROUNDS = Number(process.env['ROUNDS'] ?? 3)
const seconds = Number(process.env['SECONDS'] ?? 4)
const { database, start } = await openNode()
const node = await start()

const person = { id: randomUUIDv7(), session: randomUUIDv7() }
await database.pool.query(`insert into auth.users (id, email) values ($1, 'asha@example.com')`, [person.id])
await database.pool.query(
  `insert into profiles (id, full_name, country, phone_number) values ($1, 'Asha Mwangi', 'TZ', '+255712345678')`,
  [person.id],
)
await database.pool.query(`insert into auth.sessions (id, user_id) values ($1, $2)`, [
  person.session,
  person.id,
])
await database.pool.query(
  `insert into requests (id, user_id, kind, subject, status, stage, open_key)
   select gen_random_uuid(), $1, 'domain', 'name' || n || '.com', 'pending', 'asked', 'name' || n || '.com' from generate_series(1, 20) n`,
  [person.id],
)
// All requests belong to one customer, so the limit of open requests is switched off.
await database.pool.query(`insert into settings (key, value) values ('requests.mostOpen', 'null')`)
await database.pool.query('vacuum analyze')

const headers = { authorization: `Bearer ${await node.tokenOf(person.id, person.session)}` }
const list = { url: `${node.address}/api/domain-requests?limit=20`, headers }
const submit = {
  url: `${node.address}/api/hosting-requests`,
  method: 'POST',
  headers: { ...headers, 'content-type': 'application/json' },
  body: JSON.stringify({ plan_name: 'Basic', billing_period: 'monthly' }),
}
/** Reads the list as the server does after parsing the HTTP request. */
function read() {
  const identity = { person: person.id, session: person.session }
  const call = { database, identity, idempotencyKey: undefined, now: new Date() }
  return listOwnRequests(callerContext(call, undefined, undefined), products.domain, { limit: 20 })
}

// Warms up connections, plans and compiled code.
await answered({ ...list, seconds: 2 })
await answered({ ...submit, seconds: 2 })

const rounds: Record<string, number>[] = []
for (let round = 0; round < ROUNDS; round++) {
  const transaction = await repeated(read, { seconds })
  const listed = await answered({ ...list, seconds })
  const submitted = await answered({ ...submit, seconds })
  rounds.push({
    'the list over HTTP (answers/s)': listed.perSecond,
    'list: share of its transaction': listed.perSecond / transaction.perSecond,
    'list: Node CPU for each (µs)': listed.cpuMicros,
    'the list’s transaction: Node CPU for each (µs)': transaction.cpuMicros,
    'durable submit over HTTP (/s)': submitted.perSecond,
  })
}
for (const name of Object.keys(rounds[0]!)) {
  const values = rounds.map((round) => round[name]!)
  const text = (value: number) => (value < 10 ? value.toFixed(2) : value.toFixed(0))
  console.log(
    `${name.padEnd(52)} ${text(middle(values)).padStart(8)}   (${text(Math.min(...values))} to ${text(Math.max(...values))})`,
  )
}
await node.close()
