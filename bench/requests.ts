import { randomUUIDv7 } from 'node:crypto'
import { createServer } from 'node:http'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadKeys } from '../src/auth/keys/keys.ts'
import { products } from '../src/features/products/products.ts'
import { listOwnRequests } from '../src/features/requests/server/list.ts'
import { submitRequest } from '../src/features/requests/server/submit-request.ts'
import { startNode } from '../src/app/start-node.ts'
import { openDatabase } from '../src/app/open-database.ts'
import { readConfig } from '../src/server/config/config.ts'
import { callerContext } from '../src/server/http/context.ts'
import { createLog } from '../src/server/log/log.ts'
import { answered, repeated } from './measure.ts'

/**
 * Compares two calls with the limits of this machine: a signed-in customer's list of 20 requests under row-level
 * security, and a durable submit. The same work without HTTP shows the share of HTTP.
 */

const ROUNDS = 3
const folder = await mkdtemp(join(tmpdir(), 'kikoa-bench-'))
const config = readConfig(
  { DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'error', RATE_LIMIT_SCALE: '1000000' },
  folder,
)
const log = createLog(config.LOG_LEVEL)
const { database, owner, close } = await openDatabase(config, log)
const node = await startNode(config, log, { database, owner })

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
await database.pool.query('create table bare (id uuid primary key, at timestamptz default now(), name text)')
await database.pool.query('vacuum analyze')
const keys = await loadKeys({ config, database })
const now = Math.floor(Date.now() / 1000)
const token = await keys.sign({
  iss: keys.issuer,
  sub: person.id,
  aud: 'authenticated',
  role: 'authenticated',
  session_id: person.session,
  iat: now,
  exp: now + 3600,
})
const headers = { authorization: `Bearer ${token}` }
const list = `${node.address}/api/domain-requests?limit=20`
// All requests belong to one customer, so the limit of open requests is switched off.
await database.pool.query(`insert into settings (key, value) values ('requests.mostOpen', 'null')`)
const page = await (await fetch(list, { headers })).text()

const bare = createServer((_request, answer) =>
  answer.setHeader('content-type', 'application/json').end(page),
)
await new Promise<void>((done) => bare.listen(0, '127.0.0.1', done))
const bareAddress = `http://127.0.0.1:${(bare.address() as { port: number }).port}`

const caller = () =>
  callerContext(
    {
      database,
      identity: { person: person.id, session: person.session },
      idempotencyKey: undefined,
      now: new Date(),
    },
    undefined,
    undefined,
  )
/** Reads the list as the server does after parsing the HTTP request. */
const read = () => listOwnRequests(caller(), products.domain, { limit: 20 })
// The lower bound: Node's HTTP server around the transaction, without authentication.
const plain = createServer(
  (_request, answer) =>
    void read().then((list) =>
      answer.setHeader('content-type', 'application/json').end(JSON.stringify(list)),
    ),
)
await new Promise<void>((done) => plain.listen(0, '127.0.0.1', done))
const plainAddress = `http://127.0.0.1:${(plain.address() as { port: number }).port}`

const insert = `insert into bare (id, name) values ($1, 'a name of some length.com')`
// The same for a write: one row, without authentication.
const bareInsert = createServer(
  (_request, answer) =>
    void database.pool
      .query({ name: 'bare', text: insert, values: [randomUUIDv7()] })
      .then(() => answer.setHeader('content-type', 'application/json').end('{}')),
)
await new Promise<void>((done) => bareInsert.listen(0, '127.0.0.1', done))
const bareInsertAddress = `http://127.0.0.1:${(bareInsert.address() as { port: number }).port}`

/** Commits as many rows as a submit writes, without row-level security and with one index instead of about twenty. */
async function insertThree() {
  const client = await database.pool.connect()
  await client.query('begin')
  for (let row = 0; row < 3; row++)
    await client.query({ name: 'bare', text: insert, values: [randomUUIDv7()] })
  await client.query('commit')
  client.release()
}

const input = { plan_name: 'Basic', billing_period: 'monthly' }
const submit = {
  url: `${node.address}/api/hosting-requests`,
  method: 'POST',
  headers: { ...headers, 'content-type': 'application/json' },
  body: JSON.stringify(input),
}

// Warms up connections, plans and compiled code.
await answered({ url: list, headers, seconds: 2 })
await answered({ ...submit, seconds: 2 })

const rounds: Record<string, number>[] = []
for (let round = 0; round < ROUNDS; round++) {
  const bareHttp = await answered({ url: bareAddress })
  const transaction = await repeated(read)
  const behindPlain = await answered({ url: plainAddress })
  const listed = await answered({ url: list, headers })
  const inserts = await repeated(() => database.pool.query(insert, [randomUUIDv7()]))
  const insertedBehindPlain = await answered({ url: bareInsertAddress })
  const inserted = await repeated(insertThree)
  const placed = await repeated(() => submitRequest(caller(), products.hosting, input))
  const submitted = await answered(submit)
  rounds.push({
    'bare node:http, the same bytes (answers/s)': bareHttp.perSecond,
    'the list’s transaction without HTTP (/s)': transaction.perSecond,
    'the same behind a bare node:http (answers/s)': behindPlain.perSecond,
    'the list over HTTP (answers/s)': listed.perSecond,
    'list: share of its transaction': listed.perSecond / transaction.perSecond,
    'bare node:http around the transaction: share of it': behindPlain.perSecond / transaction.perSecond,
    'list: share of bare HTTP': listed.perSecond / bareHttp.perSecond,
    'list: Node CPU for each (µs)': listed.cpuMicros,
    'the list’s transaction: Node CPU for each (µs)': transaction.cpuMicros,
    'bare node:http around it: Node CPU for each (µs)': behindPlain.cpuMicros,
    'bare node:http: CPU for each (µs)': bareHttp.cpuMicros,
    'bare durable insert (/s)': inserts.perSecond,
    'three bare rows in a durable transaction (/s)': inserted.perSecond,
    'the submit’s transaction without HTTP (/s)': placed.perSecond,
    'durable submit over HTTP (/s)': submitted.perSecond,
    'submit: share of the bare insert': submitted.perSecond / inserts.perSecond,
    'bare insert behind a bare node:http: share of it': insertedBehindPlain.perSecond / inserts.perSecond,
    'three bare rows: share of the bare insert': inserted.perSecond / inserts.perSecond,
    'submit: share of its transaction': submitted.perSecond / placed.perSecond,
    'the submit’s transaction: share of the bare insert': placed.perSecond / inserts.perSecond,
    'submit: Node CPU for each (µs)': submitted.cpuMicros,
    'bare insert: Node CPU for each (µs)': inserts.cpuMicros,
  })
}
for (const name of Object.keys(rounds[0]!)) {
  const values = rounds.map((round) => round[name]!).toSorted((a, b) => a - b)
  const shown = (value: number) => (value < 10 ? value.toFixed(2) : value.toFixed(0))
  console.log(
    `${name.padEnd(52)} ${shown(values[Math.floor(values.length / 2)]!).padStart(8)}   (${shown(values[0]!)} to ${shown(values.at(-1)!)})`,
  )
}

bare.close()
plain.close()
bareInsert.close()
await node.stop()
await close()
await rm(folder, { recursive: true, force: true })
