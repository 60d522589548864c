import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { Database } from './database/database.ts'
import { type FreshDatabase, freshDatabase } from './database/testing/cluster.ts'
import { type Jobs, type ScheduledJob, startJobs } from './jobs.ts'

let fresh: FreshDatabase
let database: Database
let running: Jobs[] = []
const errors: unknown[] = []

beforeAll(async () => {
  fresh = await freshDatabase()
  database = new Database(fresh.owner, () => {})
})
beforeEach(async () => {
  errors.length = 0
  await database.write('service', ({ db }) =>
    db
      .updateTable('jobs')
      .set({ due_at: new Date(4e12) })
      .execute(),
  )
})
afterAll(async () => {
  await database.end()
  await fresh.drop()
})

const start = async (jobs: ScheduledJob[], times: Parameters<typeof startJobs>[3] = {}) => {
  const started = await startJobs(database, jobs, (error) => errors.push(error), { pollMs: 20, ...times })
  running.push(started)
}
/** A short deadline leaves a busy machine the time to note that it has passed, and a stop waits for no run that hangs. */
const hasty = { leaseMs: 600_000, stopMs: 50 }
const stopAll = async () => {
  await Promise.all(running.map((jobs) => jobs.stop()))
  running = []
}
const dueAt = (name: string) =>
  database.read('service', async ({ db }) => {
    const { due_at } = await db
      .selectFrom('jobs')
      .selectAll()
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
    return due_at.getTime()
  })
const makeDue = (name: string) =>
  database.write('service', ({ db }) =>
    db
      .updateTable('jobs')
      .set({ due_at: new Date(0) })
      .where('name', '=', name)
      .execute(),
  )

test('a new job waits for one interval, and another start of a node does not move it', async () => {
  const run = vi.fn<() => Promise<void>>(async () => {})
  const job = { name: 'later', everyMs: 3600_000, run }
  await start([job])
  const due = await dueAt('later')
  expect(Math.abs(due - Date.now() - 3600_000)).toBeLessThan(60_000)
  await start([job])
  expect(await dueAt('later')).toBe(due)
  await stopAll()
  expect(run).not.toHaveBeenCalled()
})

test('eight nodes at the same time run a due job once per interval', async () => {
  let runs = 0
  let end = () => {}
  const run = () => {
    runs++
    return new Promise<void>((done) => (end = done))
  }
  for (let node = 0; node < 8; node++) await start([{ name: 'one', everyMs: 3600_000, run }])
  for (let round = 1; round <= 3; round++) {
    await makeDue('one')
    await expect.poll(() => runs).toBe(round)
    end()
    await expect.poll(() => dueAt('one')).toBeGreaterThan(Date.now() + 3_000_000)
  }
  await stopAll()
  expect([runs, errors]).toEqual([3, []])
})

test('a run that hangs is given up at its deadline, and is tried again after a minute', async () => {
  const run = vi.fn<() => Promise<void>>(() => new Promise<void>(() => {}))
  await start([{ name: 'hangs', everyMs: 3600_000, run }], { ...hasty, deadlineMs: 50 })
  await makeDue('hangs')
  await expect.poll(() => errors).toHaveLength(1)
  expect(String((errors[0] as Error).cause)).toContain('no answer in time')
  const wait = (await dueAt('hangs')) - Date.now()
  expect(wait).toBeGreaterThan(30_000)
  expect(wait).toBeLessThanOrEqual(60_000)
  await stopAll()
})

test('a job may have a first time, a deadline and a pause after failures of its own', async () => {
  const run = vi.fn<() => Promise<void>>(() => new Promise<void>(() => {}))
  const hour = 3600_000
  const job = {
    name: 'own',
    everyMs: 24 * hour,
    firstAfterMs: 2 * hour,
    retryAfterMs: hour,
    deadlineMs: 50,
    run,
  }
  await start([job, { name: 'other', everyMs: hour, run: async () => {} }], hasty)
  expect(Math.round(((await dueAt('own')) - Date.now()) / hour)).toBe(2)
  await makeDue('own')
  await makeDue('other')
  await expect.poll(() => errors).toHaveLength(1)
  await expect.poll(async () => Math.round(((await dueAt('own')) - Date.now()) / hour)).toBe(1)
  await expect.poll(async () => Math.round(((await dueAt('other')) - Date.now()) / hour)).toBe(1)
  expect(run).toHaveBeenCalledOnce()
  await stopAll()
})

test('a failed run is tried again, and does not stop the other jobs', async () => {
  let attempts = 0
  const good = vi.fn<() => Promise<void>>(async () => {})
  const fails = {
    name: 'fails',
    everyMs: 50,
    async run() {
      if (++attempts < 3) throw new Error('not yet')
    },
  }
  await start([fails, { name: 'good', everyMs: 50, run: good }])
  await makeDue('fails')
  await makeDue('good')
  await expect.poll(() => attempts).toBeGreaterThanOrEqual(3)
  await stopAll()
  expect(errors.map((error) => (error as Error).message)).toEqual(Array(2).fill('the job fails failed'))
  expect(good).toHaveBeenCalled()
})

test('open admin pages get one event when a job begins to fail, and one when it works again', async () => {
  const published: number[] = []
  database.onEvents = (ids) => published.push(...ids)
  let isBroken = false
  const ends = () =>
    database.read('service', ({ db }) =>
      db
        .selectFrom('jobs')
        .select(['succeeded_at', 'failed_at'])
        .where('name', '=', 'alarming')
        .executeTakeFirst(),
    )
  const run = async () => {
    if (isBroken) throw new Error('broken')
  }
  await start([{ name: 'alarming', everyMs: 3600_000, run }])
  for (const broken of [false, true, true, true, false, false, true]) {
    isBroken = broken
    const before = await ends()
    await makeDue('alarming')
    await expect.poll(ends).not.toEqual(before)
  }
  await stopAll()
  const events = await database.read('service', ({ db }) =>
    db.selectFrom('events').selectAll().where('id', 'in', published).orderBy('id').execute(),
  )
  const event = { user_id: null, for_admins: true, topics: ['inbox'] }
  expect(events).toMatchObject(
    ['job.failing', 'job.recovered', 'job.failing'].map((type) => ({ ...event, type })),
  )
  database.onEvents = () => {}
})
