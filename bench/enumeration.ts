import { middle, openNode, timed } from './measure.ts'

/**
 * Measures whether the time of an answer reveals that an address has an account. For each call the area under the ROC
 * curve: 0.5 for two equal distributions, 1 for two that never overlap. Calls with known and unknown addresses
 * alternate, so that a drift of the machine affects both.
 */

const ROUNDS = Number(process.env['ROUNDS'] ?? 60)
const PASSWORD = 'Kasuku-7-wanaimba'

const { database, start } = await openNode({ AUTH_EMAIL_CONFIRMATION: 'on', AUTH_MAIL_COOLDOWN: '0' })
const node = await start()
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

/** The probability that a time of one group is longer than one of the other (Mann-Whitney U over all pairs). */
function auc(one: number[], other: number[]) {
  let wins = 0
  for (const a of one) for (const b of other) wins += a > b ? 1 : a === b ? 0.5 : 0
  return wins / (one.length * other.length)
}

for (const [name, path, body] of calls) {
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  const someone = await known()
  for (let round = -3; round < ROUNDS; round++) {
    const pair = [
      ['known', someone],
      ['unknown', address()],
    ] as const
    for (const [kind, email] of round % 2 ? pair : pair.toReversed()) {
      const took = await timed(() => call(path, { email, ...body }))
      if (round >= 0) times[kind].push(took)
    }
  }
  const figure = auc(times.known, times.unknown)
  console.log(
    `${name.padEnd(8)} AUC ${figure.toFixed(3)}   ` +
      `medians: known ${middle(times.known).toFixed(1)} ms, unknown ${middle(times.unknown).toFixed(1)} ms`,
  )
}
await node.close()
