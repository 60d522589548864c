import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { openProgram } from './testing/program.ts'

/**
 * The server and its embedded database are killed while customers write. Afterwards the database contains every
 * acknowledged request.
 */

const ROUNDS = 30

const program = await openProgram('kills')
const { launch, start, ready, kill, call } = program
afterAll(() => program.close())

/** The postmaster of the data folder. */
async function postmaster(): Promise<number | undefined> {
  const files = await readdir(program.folder, { recursive: true }).catch(() => [])
  const file = files.find((path) => path.endsWith('postmaster.pid'))
  return file && existsSync(join(program.folder, file))
    ? Number((await readFile(join(program.folder, file), 'utf8')).split('\n')[0])
    : undefined
}

/** One customer opens more requests here than the shop allows. */
const liftTheCap = () => program.sql(`insert into settings (key, value) values ('requests.mostOpen', 'null')`)

async function killDatabase() {
  const pid = await postmaster()
  if (pid) process.kill(pid, 'SIGKILL')
}

test('every acknowledged request is there after each of 30 kills: server, database, both, and during the first start', async () => {
  // The first start, killed at several moments of the setup.
  for (const after of [80, 300, 700, 1_100]) {
    const child = launch()
    await sleep(after)
    await kill(child)
  }
  let server = await start()
  const account = {
    email: 'asha@example.com',
    password: 'Pwani-Mawimbi-4',
    data: { full_name: 'Asha Mwangi', country: 'TZ', phone_number: '0712345678' },
  }
  const { body: session } = await call('POST', '/auth/v1/signup', account)
  const headers = { authorization: `Bearer ${session!['access_token']}` }
  const acknowledged = new Set<string>()
  await liftTheCap()

  for (let round = 0; round < ROUNDS; round++) {
    let writing = true
    let inRound = 0
    const writers = Array.from({ length: 4 }, async () => {
      while (writing) {
        const input = { plan_name: 'Basic', billing_period: 'monthly' }
        const answer = await call('POST', '/api/hosting-requests', input, headers).catch(() => undefined)
        if (answer?.status !== 201) continue
        acknowledged.add(answer.body!['id']!)
        inRound++
      }
    })
    while (inRound < 5 + (round % 20)) await sleep(5)
    const target = (['server', 'database', 'both'] as const)[round % 3]!
    if (target !== 'server') await killDatabase()
    if (target !== 'database') await kill(server)
    writing = false
    await Promise.all(writers)
    // The server survives its database, and starts it again.
    if (target === 'database') await ready()
    else server = await start()
    expect([round, await missing(headers, acknowledged)]).toEqual([round, []])
  }
  expect(acknowledged.size).toBeGreaterThan(ROUNDS * 5)
}, 900_000)

/** The acknowledged requests that are missing from the whole list. */
async function missing(headers: object, acknowledged: Set<string>) {
  const found = new Set<string>()
  let cursor: string | null = ''
  while (cursor !== null) {
    const { status, body } = await call(
      'GET',
      `/api/hosting-requests?limit=100${cursor && `&cursor=${cursor}`}`,
      undefined,
      headers,
    )
    // A 503 right after the restart is allowed: try again, as a browser does.
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
