import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDatabase } from '../platform/server/database/connect.ts'

/**
 * The program as an operator runs it, killed without a warning while customers write: what was acknowledged is there
 * afterwards. With the embedded database; a foreign one is not ours to kill.
 */

const ROUNDS = 30
const root = resolve(import.meta.dirname, '../..')
const port = 39_000 + (process.pid % 1_000)
const address = `http://127.0.0.1:${port}`

let folder: string
let server: ChildProcess | undefined
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kikoa-kills-'))
})
afterAll(async () => {
  server?.kill('SIGTERM')
  if (server?.exitCode === null) await new Promise((done) => server!.once('exit', done))
  await rm(folder, { recursive: true, force: true })
})

function launch() {
  const env = {
    PATH: process.env['PATH'],
    DATA_DIR: folder,
    PORT: String(port),
    LOG_LEVEL: 'fatal',
    RATE_LIMIT_SCALE: '1000',
  }
  server = spawn(process.execPath, ['src/main/server.ts'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return server
}

async function start() {
  const child = launch()
  let said = ''
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk) => (said += String(chunk)))
  await new Promise<void>((done, fail) => {
    child.stdout!.on('data', () => said.includes('Kikoa is ready') && done())
    child.once('exit', () => fail(new Error(`it did not start: ${said}`)))
  })
}

async function ready() {
  while (!(await fetch(`${address}/health/ready`).catch(() => undefined))?.ok) await sleep(50)
}

async function kill(child: ChildProcess) {
  const gone = new Promise((done) => child.once('exit', done))
  child.kill('SIGKILL')
  await gone
}

/** The postmaster of the data folder. */
async function postmaster(): Promise<number | undefined> {
  const files = await readdir(folder, { recursive: true }).catch(() => [])
  const file = files.find((path) => path.endsWith('postmaster.pid'))
  return file && existsSync(join(folder, file))
    ? Number((await readFile(join(folder, file), 'utf8')).split('\n')[0])
    : undefined
}

/** One customer asks for more here than the shop allows one to have open. */
async function liftTheCap() {
  const { owner, close } = await connectDatabase({ dataDir: folder, log: { info() {}, warn() {} } })
  const client = new pg.Client(owner as pg.ClientConfig)
  await client.connect()
  await client.query(`insert into settings (key, value) values ('requests.mostOpen', 'null')`)
  await client.end()
  await close()
}

async function killDatabase() {
  const pid = await postmaster()
  if (pid) process.kill(pid, 'SIGKILL')
}

const ask = async (method: string, path: string, body?: object, headers = {}) => {
  const answer = await fetch(address + path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  return {
    status: answer.status,
    body: (await answer.json().catch(() => undefined)) as Record<string, string> | undefined,
  }
}

test('every acknowledged request is there after each of 30 kills: server, database, both, and during the first start', async () => {
  // The first start, killed in the middle of everything it has to make.
  for (const after of [80, 300, 700, 1_100]) {
    const child = launch()
    await sleep(after)
    await kill(child)
  }
  await start()
  const account = {
    email: 'asha@example.com',
    password: 'Pwani-Mawimbi-4',
    data: { full_name: 'Asha Mwangi', country: 'TZ', phone_number: '0712345678' },
  }
  const { body: session } = await ask('POST', '/auth/v1/signup', account)
  const headers = { authorization: `Bearer ${session!['access_token']}` }
  const acknowledged = new Set<string>()
  await liftTheCap()

  for (let round = 0; round < ROUNDS; round++) {
    let writing = true
    let inRound = 0
    const writers = Array.from({ length: 4 }, async () => {
      while (writing) {
        const wish = { plan_name: 'Basic', billing_period: 'monthly' }
        const answer = await ask('POST', '/api/hosting-requests', wish, headers).catch(() => undefined)
        if (answer?.status !== 201) continue
        acknowledged.add(answer.body!['id']!)
        inRound++
      }
    })
    while (inRound < 5 + (round % 20)) await sleep(5)
    const target = (['server', 'database', 'both'] as const)[round % 3]!
    if (target !== 'server') await killDatabase()
    if (target !== 'database') await kill(server!)
    writing = false
    await Promise.all(writers)
    // The server outlives its database, and starts it again.
    if (target === 'database') await ready()
    else await start()
    expect([round, await missing(headers, acknowledged)]).toEqual([round, []])
  }
  expect(acknowledged.size).toBeGreaterThan(ROUNDS * 5)
}, 300_000)

/** Acknowledged requests that the list, read to its end, does not hold. */
async function missing(headers: object, acknowledged: Set<string>) {
  const found = new Set<string>()
  let cursor: string | null = ''
  while (cursor !== null) {
    const { status, body } = await ask(
      'GET',
      `/api/hosting-requests?limit=100${cursor && `&cursor=${cursor}`}`,
      undefined,
      headers,
    )
    // "Briefly unavailable" is an honest answer to a reader who is as quick as this one: again, as a browser does.
    if (status === 503) {
      await sleep(50)
      continue
    }
    expect(status).toBe(200)
    const page = body as unknown as { items: { id: string }[]; next_cursor: string | null }
    for (const { id } of page.items) found.add(id)
    cursor = page.next_cursor
  }
  return [...acknowledged].filter((id) => !found.has(id))
}
