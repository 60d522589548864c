import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { openProgram, type Program } from '../program.ts'
import { type Load, startLoad } from './load.ts'

/** Every caller is answered within this time, whatever happens to the database. */
const ANSWERED_WITHIN_MS = 15_000
/** The program is ready within this time after the database can be reached again. */
const READY_WITHIN_MS = 5_000
/** The longest wait for steps without a specified limit. */
const LONGEST_WAIT_MS = 20_000

/** A running program under the load of one customer. */
export interface LoadedProgram {
  program: Program
  load: Load
  /** The present status of `/health/ready`. */
  readyStatus(): Promise<number>
  /** Checks that the program recovers after the database can be reached again. */
  isBack(): Promise<void>
  /** Stops the load, and checks that no acknowledged request is lost. */
  nothingIsLost(): Promise<void>
  close(): Promise<void>
}

/** Queries the program's database as its owner or a superuser, directly and not through a proxy or pooler. */
type Sql = <Row extends object>(program: Program, text: string) => Promise<Row[]>

/** Starts the program under the load of one customer. Cleans up after a failed start. */
export async function openLoadedProgram(
  name: string,
  env: Record<string, string>,
  sql: Sql,
): Promise<LoadedProgram> {
  const program = await openProgram(name, env, { pages: true })
  try {
    return await putUnderLoad(program, sql)
  } catch (error) {
    await program.close()
    throw error
  }
}

async function putUnderLoad(program: Program, sql: Sql): Promise<LoadedProgram> {
  const child: ChildProcess = await program.start()
  const { body } = await program.call('POST', '/auth/v1/signup', {
    email: 'asha@example.com',
    password: 'Pwani-Mawimbi-4',
    data: { full_name: 'Asha Mwangi', country: 'TZ', phone_number: '0712345678' },
  })
  await sql(program, `insert into settings (key, value) values ('requests.mostOpen', 'null')`)
  // The program caches settings for 5 s.
  await sleep(5_500)
  const load = startLoad(program, body!['access_token']!)

  const isAlive = () =>
    expect([child.exitCode, child.signalCode], `it printed: ${program.printed()}`).toEqual([null, null])
  const readyStatus = async () => {
    try {
      return (await fetch(`${program.address}/health/ready`)).status
    } catch (error) {
      // A refused connection is that of a process which is ending: its own words say why.
      throw new Error(`The program does not answer. It printed: ${program.printed()}`, { cause: error })
    }
  }

  async function until(what: string, holds: () => Promise<boolean> | boolean, withinMs = LONGEST_WAIT_MS) {
    const started = performance.now()
    while (!(await holds())) {
      isAlive()
      if (performance.now() - started > withinMs) throw new Error(`${what}: not within ${withinMs} ms`)
      await sleep(50)
    }
  }

  return {
    program,
    load,
    readyStatus,
    async isBack() {
      await Promise.all([
        until('ready', async () => (await readyStatus()) === 200, READY_WITHIN_MS),
        until(
          'a read',
          async () => (await load.call('GET', '/api/hosting-requests?limit=1')).status === 200,
          READY_WITHIN_MS,
        ),
        until(
          'a write',
          async () => (await load.call('POST', '/api/hosting-requests')).status === 201,
          READY_WITHIN_MS,
        ),
      ])
      const { id } = await load.call('POST', '/api/hosting-requests')
      await until('an event on every stream', () => load.streamsWith(id!) === 2)
      isAlive()
    },
    async nothingIsLost() {
      await load.stop()
      isAlive()
      const rows = await sql<{ id: string }>(program, 'select id from requests')
      const there = new Set(rows.map((row) => row.id))
      expect([...load.acknowledged].filter((id) => !there.has(id))).toEqual([])
      expect(load.acknowledged.size).toBeGreaterThan(20)
      expect(load.longestMs).toBeLessThan(ANSWERED_WITHIN_MS)
      expect(load.withoutRetryAfter).toBe(0)
      const answers = [...load.statuses.keys()].filter(
        (kind) => !/^(GET 200|POST 201|GET 503|POST 503)$/.test(kind),
      )
      expect(answers).toEqual([])
    },
    async close() {
      await load.stop()
      await program.close()
    },
  }
}
