import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startNode } from '../src/app/start-node.ts'
import { openDatabase } from '../src/app/open-database.ts'
import { readConfig } from '../src/server/config/config.ts'
import { createLog } from '../src/server/log/log.ts'

/**
 * Measures whether the time of an answer reveals that an address has an account. For each call the area under the ROC
 * curve: 0.5 for two equal distributions, 1 for two that never overlap. Calls with known and unknown addresses
 * alternate, so that a drift of the machine affects both.
 */

const ROUNDS = Number(process.env['ROUNDS'] ?? 60)
const PASSWORD = 'Kasuku-7-wanaimba'

const folder = await mkdtemp(join(tmpdir(), 'kikoa-bench-'))
const config = readConfig(
  {
    DATA_DIR: folder,
    PORT: '0',
    LOG_LEVEL: 'error',
    RATE_LIMIT_SCALE: '1000000',
    AUTH_EMAIL_CONFIRMATION: 'on',
    AUTH_MAIL_COOLDOWN: '0',
  },
  folder,
)
const log = createLog(config.LOG_LEVEL)
const { database, owner, close } = await openDatabase(config, log)
const node = await startNode(config, log, { database, owner })
const call = (path: string, body: object) =>
  fetch(`${node.address}/auth/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).then((answer) => answer.text())
let count = 0
const address = () => `time-${++count}@example.com`

async function known() {
  const email = address()
  await call('/signup', { email, password: PASSWORD })
  await database.pool.query('update auth.users set email_confirmed_at = now() where email = $1', [email])
  return email
}

const calls: [name: string, path: string, body: object][] = [
  ['log-in', '/token?grant_type=password', { password: 'Wrong-password-9' }],
  ['sign-up', '/signup', { password: PASSWORD }],
  ['recover', '/recover', {}],
  ['otp', '/otp', { create_user: false }],
]

async function timeOf(path: string, body: object) {
  const start = performance.now()
  await call(path, body)
  return performance.now() - start
}

/** The probability that a time of one group is longer than one of the other (Mann-Whitney U over all pairs). */
function auc(one: number[], other: number[]) {
  let wins = 0
  for (const a of one) for (const b of other) wins += a > b ? 1 : a === b ? 0.5 : 0
  return wins / (one.length * other.length)
}

const middle = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!

for (const [name, path, body] of calls) {
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  const someone = await known()
  for (let round = -3; round < ROUNDS; round++) {
    const pair = [
      ['known', someone],
      ['unknown', address()],
    ] as const
    for (const [kind, email] of round % 2 ? pair : pair.toReversed()) {
      const took = await timeOf(path, { email, ...body })
      if (round >= 0) times[kind].push(took)
    }
  }
  const figure = auc(times.known, times.unknown)
  console.log(
    `${name.padEnd(8)} AUC ${figure.toFixed(3)}   ` +
      `medians: known ${middle(times.known).toFixed(1)} ms, unknown ${middle(times.unknown).toFixed(1)} ms`,
  )
}
await node.stop()
await close()
await rm(folder, { recursive: true, force: true })
