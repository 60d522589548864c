import { Counter, Gauge, type Registry } from 'prom-client'
import { sql } from 'kysely'
import type { Database } from '../../../server/database/database.ts'
import type { Server } from '../../../server/http/server.ts'
import { isFailing, KIKOA_VERSION, mailQueue } from './run-checks.ts'

interface Measured {
  database: Database
  /** Seconds between an event and its delivery. */
  lagSeconds: () => number
}

/**
 * Metrics of the operation besides those of Node and HTTP: build, mails, jobs, live events, log-ins. While the database
 * does not answer, its gauges keep their last values, and `kikoa_database_up` is 0.
 */
export function registerMetrics(app: Server, registry: Registry, { database, lagSeconds }: Measured) {
  const registers = [registry]
  const gauge = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name: `kikoa_${name}`, help, labelNames, registers })

  gauge('build_info', 'The running version', ['version', 'node']).set(
    { version: KIKOA_VERSION, node: process.version },
    1,
  )
  const succeeded = gauge('job_success_timestamp_seconds', 'End of the last good run of a scheduled job', [
    'job',
  ])
  const failing = gauge('job_failing', '1 if the last run of a scheduled job failed', ['job'])
  const waiting = gauge('mails_waiting', 'Mails that are not sent yet')
  const oldest = gauge('mail_oldest_seconds', 'Age of the oldest mail that is not sent yet')
  const failed = gauge('mails_failed', 'Mails that failed within a day')
  new Gauge({
    name: 'kikoa_database_up',
    help: '1 if the database answers',
    registers,
    async collect() {
      try {
        const [mails, jobs] = await Promise.all([mailQueue(database), readJobs(database)])
        waiting.set(mails.waiting)
        oldest.set(mails.oldest)
        failed.set(mails.failed)
        for (const { name, at, failing: isFailed } of jobs) {
          failing.set({ job: name }, isFailed ? 1 : 0)
          if (at !== null) succeeded.set({ job: name }, at)
        }
        this.set(1)
      } catch {
        this.set(0)
      }
    },
  })
  new Gauge({
    name: 'kikoa_live_lag_seconds',
    help: 'Age of the last delivered live event when it was delivered',
    registers,
    collect() {
      this.set(lagSeconds())
    },
  })
  const logIns = new Counter({
    name: 'kikoa_logins_total',
    help: 'Log-ins by password, by result',
    labelNames: ['result'],
    registers,
  })
  for (const result of ['good', 'refused']) logIns.inc({ result }, 0)
  app.addHook('onResponse', async (request, { statusCode }) => {
    const { grant_type: grant } = request.query as { grant_type?: unknown }
    if (request.routeOptions.url !== '/auth/v1/token' || grant !== 'password') return
    logIns.inc({ result: statusCode < 300 ? 'good' : 'refused' })
  })
}

const readJobs = (database: Database) =>
  database.read('service', ({ db }) =>
    db
      .selectFrom('jobs')
      .select(['name', isFailing.as('failing')])
      .select(sql<number | null>`extract(epoch from succeeded_at)::float8`.as('at'))
      .execute(),
  )
