import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { hash } from '@node-rs/argon2'
import { openNode, repeated, show, timed } from './measure.ts'

/** Compares the rate of log-ins with the bare hash, and measures other calls under many concurrent log-ins. */

const seconds = Number(process.env['SECONDS'] ?? 8)
const STORM = 40
const node = await (await openNode()).start()

const account = { email: 'asha@example.com', password: 'Kasuku-7-wanaimba' }
const post = (path: string, body: object) =>
  fetch(node.address + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const data = { full_name: 'Asha Mwangi', country: 'TZ', phone_number: '+255712345678' }
const session = await (await post('/auth/v1/signup', { ...account, data })).json()
const headers = { authorization: `Bearer ${(session as { access_token: string }).access_token}` }

async function logIn() {
  const answer = await post('/auth/v1/token?grant_type=password', account)
  await answer.arrayBuffer()
  // A refused client waits as long as `Retry-After` says.
  if (answer.status === 429) await sleep(Number(answer.headers.get('retry-after')) * 1000)
  return answer.status === 200
}

const ownList = async () =>
  (await fetch(`${node.address}/api/domain-requests?limit=20`, { headers })).arrayBuffer()

/** The 99th percentile of calls for the customer's own list, in milliseconds, while so many log in. */
async function p99(storm: number): Promise<number> {
  const took: number[] = []
  await Promise.all([
    repeated(logIn, { seconds, width: storm }),
    repeated(async () => took.push(await timed(ownList)), { seconds, width: 1 }),
  ])
  return took.toSorted((a, b) => a - b)[Math.floor(took.length * 0.99)]!
}

const cores = availableParallelism()
await logIn()
const strength = { memoryCost: 65_536, timeCost: 3, parallelism: 1 }
const hashes = await repeated(() => hash(account.password, strength), { seconds, width: cores })
const logins = await repeated(logIn, { seconds, width: cores })
show('bare argon2id hashes (/s and core)', hashes.perSecond / cores)
show('log-ins over HTTP (/s and core)', logins.perSecond / cores)
show('log-ins: share of the bare hash', logins.perSecond / hashes.perSecond)
show('other calls without log-ins: p99 (ms)', await p99(0))
show(`other calls, ${STORM} storm the log-in: p99 (ms)`, await p99(STORM))
await node.close()
