import { sql } from 'kysely'

import type { Database } from './database/database.ts'
import { deleteInBatches } from './database/delete-in-batches.ts'
import { withDeadline } from './deadline.ts'
import { publishEvents } from './live/publish-events.ts'

/** Work that is done at intervals by one node at a time. */
export interface ScheduledJob {
  name: string
  everyMs: number
  /** When a new job runs for the first time. After one interval by default. */
  firstAfterMs?: number
  /** When a failed run is repeated. After a minute at most by default. */
  retryAfterMs?: number
  /** A run that takes longer counts as failed. The default is that of `startJobs`. */
  deadlineMs?: number
  /** May run again after a crash, so running it twice must do no harm. */
  run(): Promise<void>
}

export interface Jobs {
  /** Starts no further run, and waits up to 5 s for the current ones. */
  stop(): Promise<void>
}

export interface JobsTable {
  name: string
  due_at: Date
  /** The end of the last good run. */
  succeeded_at: Date | null
  failed_at: Date | null
  /** Why the last failed run failed. */
  error: string | null
}

declare module './database/tables.ts' {
  interface Tables {
    jobs: JobsTable
  }
}

const MINUTE_MS = 60_000
const STOP_MS = 5_000

/**
 * Runs scheduled jobs, each on one node at a time. A node claims a due job for the length of a lease. If the node dies,
 * another one runs the job after the lease.
 * @param options.deadlineMs a run that takes longer counts as failed.
 * @param options.leaseMs how long no other node runs a claimed job. Twice the deadline by default.
 * @param options.stopMs how long a stop waits for the current runs.
 */
export async function startJobs(
  database: Database,
  jobs: ScheduledJob[],
  onError: (error: unknown) => void,
  {
    pollMs = 5_000,
    deadlineMs = 2 * MINUTE_MS,
    leaseMs,
    stopMs = STOP_MS,
  }: { pollMs?: number; deadlineMs?: number; leaseMs?: number; stopMs?: number } = {},
): Promise<Jobs> {
  await register(database, jobs)
  const runs = new Set<Promise<void>>()
  let polling: Promise<void> | undefined

  async function poll() {
    for (const [longestMs, group] of Map.groupBy(jobs, (job) => job.deadlineMs ?? deadlineMs)) {
      const names = group.map(({ name }) => name)
      for (const { name, due_at } of await claimDueJobs(database, names, leaseMs ?? 2 * longestMs)) {
        const run = runJob(
          group.find((job) => job.name === name)!,
          due_at,
          longestMs,
        )
          .catch(onError)
          .finally(() => runs.delete(run))
        runs.add(run)
      }
    }
  }
  async function runJob({ name, everyMs, retryAfterMs, run }: ScheduledJob, lease: Date, longestMs: number) {
    try {
      await withDeadline(longestMs, run())
    } catch (cause) {
      const waitMs = retryAfterMs ?? Math.min(MINUTE_MS, everyMs)
      await reschedule(database, name, lease, waitMs, cause)
      throw new Error(`the job ${name} failed`, { cause })
    }
    await reschedule(database, name, lease, everyMs)
  }

  const timer = setInterval(() => {
    polling ??= poll()
      .catch(onError)
      .finally(() => (polling = undefined))
  }, pollMs)
  return {
    async stop() {
      clearInterval(timer)
      await polling
      await withDeadline(stopMs, Promise.all(runs)).catch(() => {})
    },
  }
}

/** Adds the jobs that the database does not know yet. */
const register = (database: Database, jobs: ScheduledJob[]) =>
  database.write('service', ({ db }) =>
    db
      .insertInto('jobs')
      .values(
        jobs.map(({ name, everyMs, firstAfterMs }) => ({ name, due_at: fromNow(firstAfterMs ?? everyMs) })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )

/** Claims due jobs. The row lock and `due_at` allow one node per job, and `due_at` becomes the end of the lease. */
const claimDueJobs = (database: Database, names: string[], leaseMs: number) =>
  database.write('service', ({ db }) =>
    db
      .updateTable('jobs')
      .set({ due_at: fromNow(leaseMs) })
      .where('name', 'in', (due) =>
        due
          .selectFrom('jobs')
          .select('name')
          .where('name', 'in', names)
          .where('due_at', '<=', fromNow(0))
          .forUpdate()
          .skipLocked(),
      )
      .returning(['name', 'due_at'])
      .execute(),
  )

const MAX_ERROR_LENGTH = 300

/**
 * Records the result of a run and sets the next one, unless the lease has ended and another node has claimed the job
 * since. Tells the open pages of admins when a job begins to fail, and when it works again.
 */
const reschedule = (database: Database, name: string, lease: Date, waitMs: number, error?: unknown) =>
  database.write('service', async (tx) => {
    const leased = await tx.db
      .selectFrom('jobs')
      .select(sql<boolean>`coalesce(failed_at > coalesce(succeeded_at, '-infinity'), false)`.as('is_failing'))
      .where('name', '=', name)
      .where('due_at', '=', lease)
      .forUpdate()
      .executeTakeFirst()
    if (!leased) return
    await tx.db
      .updateTable('jobs')
      .set({
        due_at: fromNow(waitMs),
        ...(error === undefined
          ? { succeeded_at: fromNow(0) }
          : { failed_at: fromNow(0), error: (error as Error).message.slice(0, MAX_ERROR_LENGTH) }),
      })
      .where('name', '=', name)
      .execute()
    const isFailing = error !== undefined
    if (isFailing !== leased.is_failing)
      await publishEvents(tx, {
        user_id: null,
        type: isFailing ? 'job.failing' : 'job.recovered',
        topics: ['inbox'],
        for_admins: true,
      })
  })

const fromNow = (ms: number) => sql<Date>`clock_timestamp() + ${`${ms} milliseconds`}::interval`

/** Deletes idempotency keys after a day, then does the given clean-ups. Runs every hour. */
export const housekeeping = (
  database: Database,
  ...cleanUps: ((database: Database) => Promise<void>)[]
): ScheduledJob => ({
  name: 'housekeeping',
  everyMs: 60 * MINUTE_MS,
  async run() {
    await deleteInBatches(
      database,
      (most) => sql`
      delete from idempotency_keys where ctid in (
        select ctid from idempotency_keys where created_at < now() - interval '1 day' limit ${most})`,
    )
    for (const cleanUp of cleanUps) await cleanUp(database)
  },
})
