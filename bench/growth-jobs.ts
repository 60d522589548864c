import { FIRST_HASH, sealAudit } from '../src/features/audit/server/chain.ts'
import { auditVerification } from '../src/features/audit/server/verify.ts'
import { dueReminders } from '../src/features/money/server/charges/due-reminders.jobs.ts'
import { expiryReminders } from '../src/features/requests/server/expiry-reminders.jobs.ts'
import { renewalOffers } from '../src/features/requests/server/renewals/renewal-offers.jobs.ts'
import { expirySteps } from '../src/features/services/server/after-expiry.jobs.ts'
import { retention } from '../src/features/operations/server/retention.ts'
import type { Database } from '../src/server/database/database.ts'
import { show, timed } from './measure.ts'

/** Tables with less than this share of the database are not named. */
const LEAST_SHARE = 0.01

/** Prints the bytes of the database, with indexes, for each customer and by table. */
export async function showSizes({ pool }: Database) {
  const { rows } = await pool.query<{ name: string; bytes: number; rows: number }>(
    `select relname as name, pg_total_relation_size(relid) as bytes, n_live_tup as rows
       from pg_stat_user_tables order by bytes desc`,
  )
  const all = rows.reduce((sum, { bytes }) => sum + bytes, 0)
  const customers = rows.find(({ name }) => name === 'profiles')!.rows
  show('the database', all / 1e9, 'GB')
  show('each customer', all / customers / 1000, 'KB')
  for (const { name, bytes, rows: count } of rows) {
    if (bytes < all * LEAST_SHARE) break
    show(`${name}: ${Math.round(bytes / Math.max(1, count))} bytes a row`, bytes / customers / 1000, 'KB')
  }
}

/** Prints how long the jobs take that look through tables. */
export async function showJobs(database: Database) {
  for (const job of [expiryReminders, renewalOffers, expirySteps, dueReminders, retention]) {
    const { name, run } = job(database)
    show(`the job ${name}`, (await timed(run)) / 1000, 's')
  }
}

/** Prints how many entries of the audit log are sealed and verified in a second. */
export async function showAudit(database: Database) {
  await database.pool.query('update audit_log set seq = null, hash = null')
  await database.pool.query('update audit_head set seq = 0, hash = $1', [FIRST_HASH])
  let entries = 0
  const sealing = await timed(async () => (entries = await sealAudit(database, new Date())))
  show(`entries of the audit log sealed in a second`, (entries / sealing) * 1000)
  show(`verified in a second`, (entries / (await timed(auditVerification(database).run))) * 1000)
}
