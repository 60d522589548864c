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

/** Starts the queue in its own schema, which it migrates itself, and the scheduled jobs on it. */
export async function startJobs(
  owner: PoolConfig,
  scheduled: ScheduledJob[],
  onError: (error: unknown) => void,
): Promise<Jobs> {
  const boss = new PgBoss({
    ...(owner as ConstructorOptions),
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
