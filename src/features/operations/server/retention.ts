import { sql } from 'kysely'
import type { Database } from '../../../server/database/database.ts'
import { deleteInBatches } from '../../../server/database/delete-in-batches.ts'
import type { ScheduledJob } from '../../../server/jobs.ts'
import { removeOldAudit } from '../../audit/server/remove-old.ts'
import { readAuditRetention, readSettings } from '../../settings/server/settings.ts'

/** The first moment, in UTC, of the month so many months before. By the database's clock, as a node's may be wrong. */
const monthsAgo = (months: number) =>
  sql<Date>`(date_trunc('month', now() at time zone 'UTC') - make_interval(months => ${months})) at time zone 'UTC'`

/** Deletes events and entries of the audit log that are older than the owner has set, by whole months. */
export async function deleteOldRows(database: Database): Promise<void> {
  const { 'retention.events': kept } = await readSettings(database)
  await deleteInBatches(
    database,
    (most) => sql`
    delete from events where id in (select id from events where at < ${monthsAgo(kept)} order by at limit ${most})`,
  )
  const audit = await database.read('service', readAuditRetention)
  if (audit?.isDue) await removeOldAudit(database, monthsAgo(audit.months))
}

/** Deletes what is too old once a day, on one node. */
export const retention = (database: Database): ScheduledJob => ({
  name: 'retention',
  everyMs: 24 * 60 * 60_000,
  firstAfterMs: 10 * 60_000,
  // After a change of the setting, years of rows may go.
  deadlineMs: 60 * 60_000,
  run: () => deleteOldRows(database),
})
