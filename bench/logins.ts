import { availableParallelism, tmpdir } from 'node:os'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { hash } from '@node-rs/argon2'
import { startNode } from '../src/app/start-node.ts'
import { openDatabase } from '../src/app/open-database.ts'
import { readConfig } from '../src/server/config/config.ts'
import { createLog } from '../src/server/log/log.ts'

/** Compares the rate of log-ins with the bare hash, and measures other calls under many concurrent log-ins. */

const SECONDS = 8
const STORM = 40
const folder = await mkdtemp(join(tmpdir(), 'kikoa-bench-'))
const config = readConfig(
  { DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'error', RATE_LIMIT_SCALE: '1000000' },
  folder,
)
const log = createLog(config.LOG_LEVEL)
const { database, owner, close } = await openDatabase(config, log)
const node = await startNode(config, log, { database, owner })

const account = { email: 'asha@example.com', password: 'Kasuku-7-wanaimba' }
const post = (path: string, body: object) =>
  fetch(node.address + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const session = (await (
  await post('/auth/v1/signup', {
    ...account,
    data: { full_name: 'Asha Mwangi', country: 'TZ', phone_number: '+255712345678' },
  })
).json()) as { access_token: string }
const headers = { authorization: `Bearer ${session.access_token}` }
const logIn = async () => {
  const answer = await post('/auth/v1/token?grant_type=password', account)
  await answer.arrayBuffer()
  // A refused client waits as long as `Retry-After` says.
  if (answer.status === 429) await sleep(Number(answer.headers.get('retry-after')) * 1000)
  return answer.status
}

/** How often `logIn` succeeds per second with so many concurrent workers. */
async function rate(workers: number, logIn: () => Promise<boolean>): Promise<number> {
  const end = performance.now() + SECONDS * 1000
  let done = 0
  const worker = async () => {
    while (performance.now() < end) if (await logIn()) done++
  }
  await Promise.all(Array.from({ length: workers }, worker))
  return done / SECONDS
}

/** The 99th percentile of calls for the customer's own list, in milliseconds, while `storm` runs. */
async function p99(storm?: () => Promise<unknown>): Promise<number> {
  let storming = true
  const stormer = async () => {
    while (storming) await storm?.()
  }
  const stormers = storm ? Array.from({ length: STORM }, stormer) : []
  const took: number[] = []
  const end = performance.now() + SECONDS * 1000
  while (performance.now() < end) {
    const from = performance.now()
    await (await fetch(`${node.address}/api/domain-requests?limit=20`, { headers })).arrayBuffer()
    took.push(performance.now() - from)
  }
  storming = false
  await Promise.all(stormers)
  return took.toSorted((a, b) => a - b)[Math.floor(took.length * 0.99)]!
}

const cores = availableParallelism()
await logIn()
const strength = { memoryCost: 65_536, timeCost: 3, parallelism: 1 }
const hashes = await rate(cores, async () => Boolean(await hash(account.password, strength)))
const logins = await rate(cores, async () => (await logIn()) === 200)
const quiet = await p99()
const stormy = await p99(logIn)
const show = (name: string, value: number) =>
  console.log(`${name.padEnd(46)} ${value.toFixed(2).padStart(8)}`)
show('bare argon2id hashes (/s and core)', hashes / cores)
show('log-ins over HTTP (/s and core)', logins / cores)
show('log-ins: share of the bare hash', logins / hashes)
show('other calls without log-ins: p99 (ms)', quiet)
show(`other calls, ${STORM} storm the log-in: p99 (ms)`, stormy)

await node.stop()
await close()
await rm(folder, { recursive: true, force: true })
