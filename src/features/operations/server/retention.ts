import { sql } from 'kysely'
import type { Database } from '../../../server/database/database.ts'
import { deleteInBatches } from '../../../server/database/delete-in-batches.ts'
import type { ScheduledJob } from '../../../server/jobs.ts'
import { removeOldAudit } from '../../audit/server/remove-old.ts'
import { readSettings } from '../../settings/server/settings.ts'

/** The first moment, in UTC, of the month so many months before. */
const monthsBefore = (now: Date, months: number) =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1))

/** Deletes events and entries of the audit log that are older than the owner has set, by whole months. */
export async function deleteOldRows(database: Database, now: Date): Promise<void> {
  const settings = await readSettings(database)
  const before = monthsBefore(now, settings['retention.events'])
  await deleteInBatches(
    database,
    (most) => sql`
    delete from events where id in (select id from events where at < ${before} order by at limit ${most})`,
  )
  const months = settings['retention.audit']
  if (months !== null) await removeOldAudit(database, monthsBefore(now, months))
}

/** Deletes what is too old once a day, on one node. */
export const retention = (database: Database): ScheduledJob => ({
  name: 'retention',
  everyMs: 24 * 60 * 60_000,
  firstAfterMs: 10 * 60_000,
  // After a change of the setting, years of rows may go.
  deadlineMs: 60 * 60_000,
  run: () => deleteOldRows(database, new Date()),
})
