import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { openProgram } from '../src/app/testing/program.ts'
import { show } from './measure.ts'

/**
 * Measures the memory of the server's process: idle, and for each live stream; and how long one event takes to reach
 * all streams. Compares with a process of Node that does nothing.
 */

const STREAMS = Number(process.env['STREAMS'] ?? 5_000)
const PERSONS = Math.ceil(STREAMS / 50)
const SESSIONS_EACH = 5
/** After this time a server has ended its threads for hashes, and returned the memory of its start. */
const IDLE_MS = Number(process.env['IDLE_MS'] ?? 95_000)

const admin = { email: 'admin@example.com', password: 'Kasuku-7-wanaimba' }
const program = await openProgram(
  'lean',
  {
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    NODE_ENV: 'production',
    RATE_LIMIT_SCALE: '1000000',
  },
  { pages: true },
)
// The second start finds compiled code, and an admin.
await program.kill(await program.start())
const server = await program.start()

/** Resident memory of a process in KB. */
const resident = (pid = server.pid) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1])

await fetch(program.address)
await sleep(IDLE_MS)
show('the idle server', resident() / 1024, 'MB')
const idler = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1e6)'])
await sleep(1_000)
show('a process of Node that does nothing', resident(idler.pid) / 1024, 'MB')
idler.kill()

const tokens = (
  await inTurns(PERSONS, async (n) => {
    const account = { email: `customer-${n}@example.com`, password: 'Kasuku-7-wanaimba' }
    const data = { full_name: 'Asha Mwangi', country: 'TZ', phone_number: '+255712345678' }
    const first = await program.call('POST', '/auth/v1/signup', { ...account, data })
    const found = [first.body!['access_token']!]
    while (found.length < SESSIONS_EACH) found.push(await logIn(account))
    return found
  })
).flat()
const adminToken = await logIn(admin)
// The threads for hashes end.
await sleep(IDLE_MS)
const before = resident()
show('the server after its log-ins', before / 1024, 'MB')

/** How many streams have received a change since `waitFor`. */
let changed = 0
const sockets: Socket[] = []
const opened = await inTurns(STREAMS, (n) => openStream(tokens[n % tokens.length]!))
await sleep(5_000)
show(`each of ${opened.length} streams`, (resident() - before) / opened.length, 'KB')

for (let round = 0; round < 5; round++) {
  changed = 0
  const from = performance.now()
  const { status } = await program.call(
    'PATCH',
    '/api/admin/settings',
    { values: { 'business.address': `Number ${round}` } },
    { authorization: `Bearer ${adminToken}` },
  )
  if (status !== 200) throw new Error(`the settings were not saved: ${status}`)
  const answered = performance.now() - from
  while (changed < STREAMS) await sleep(1)
  show(`one event to all: answer after ${answered.toFixed(0)} ms, all after`, performance.now() - from, 'ms')
  await sleep(1_000)
}
for (const socket of sockets) socket.destroy()
await program.close()

async function logIn(account: typeof admin): Promise<string> {
  const { body } = await program.call('POST', '/auth/v1/token?grant_type=password', account)
  return body!['access_token']!
}

/** Opens a stream, and resolves when it is open. */
function openStream(token: string): Promise<void> {
  const { hostname, port } = new URL(program.address)
  const socket = connect(Number(port), hostname)
  sockets.push(socket)
  socket.write(`GET /api/live HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${token}\r\n\r\n`)
  return new Promise((done, fail) => {
    socket.on('error', fail)
    socket.on('data', (chunk) => {
      const text = chunk.toString('latin1')
      if (text.includes('event: open')) done()
      else if (text.startsWith('HTTP/1.1') && !text.startsWith('HTTP/1.1 200')) fail(new Error(text))
      if (text.includes('event: change')) changed++
    })
  })
}

/** Does so many pieces of work, eight at once. */
async function inTurns<T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  let next = 0
  const worker = async () => {
    while (next < count) {
      const n = next++
      results[n] = await work(n)
    }
  }
  await Promise.all(Array.from({ length: 8 }, worker))
  return results
}
