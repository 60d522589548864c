import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { ScheduledJob } from './jobs.ts'

/** A repeated call is recognised for a day; the live log and Recent Activity look back a year. */
export const housekeeping = (
  database: Database,
  ...more: ((database: Database) => Promise<void>)[]
): ScheduledJob => ({
  name: 'housekeeping',
  cron: '17 * * * *',
  async run() {
    await database.write('service', async ({ db }) => {
      await db
        .deleteFrom('idempotency_keys')
        .where('created_at', '<', sql<Date>`now() - interval '1 day'`)
        .execute()
      await db
        .deleteFrom('events')
        .where('at', '<', sql<Date>`now() - interval '1 year'`)
        .execute()
    })
    for (const tidy of more) await tidy(database)
  },
})
