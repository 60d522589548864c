import { type ConstructorOptions, PgBoss } from 'pg-boss'
import type { PoolConfig } from 'pg'

/** Work that runs by the clock, on one node at a time however many there are. */
export interface ScheduledJob {
  name: string
  /** Five fields, UTC. */
  cron: string
  run(): Promise<void>
}

export interface Jobs {
  stop(): Promise<void>
}

/** A query without an answer is given up then, with its connection. The queue's own migrations take less. */
const ANSWER_MS = 30_000

/** Starts the queue in its own schema, which it migrates itself, and the scheduled jobs on it. */
export async function startJobs(
  owner: PoolConfig,
  scheduled: ScheduledJob[],
  onError: (error: unknown) => void,
): Promise<Jobs> {
  const deadlines = { connectionTimeoutMillis: 3_000, query_timeout: ANSWER_MS, keepAlive: true }
  const boss = new PgBoss({
    ...({ ...owner, ...deadlines } as ConstructorOptions),
    schema: 'jobs',
    max: 2,
    application_name: 'kikoa jobs',
  })
  boss.on('error', onError)
  await boss.start()
  for (const { name, cron, run } of scheduled) {
    await boss.createQueue(name, { policy: 'singleton', retryLimit: 3, retryBackoff: true })
    await boss.work(name, run)
    await boss.schedule(name, cron)
  }
  return { stop: () => boss.stop({ graceful: true, timeout: 5_000 }) }
}
