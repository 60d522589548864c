import type { Database } from '../../../server/database/database.ts'
import type { ScheduledJob } from '../../../server/jobs.ts'
import { readSettings } from '../../settings/server/settings.ts'
import type { Settings } from '../../settings/settings.ts'
import { products, type ProductName } from '../../products/products.ts'
import { expiryData, registryTermOf } from './renewals/registry-term.ts'
import { mailCustomer } from '../../mails/server/customer-mail.ts'

const DAY_MS = 24 * 3600_000
const AT_ONCE = 200

/** Days before the expiry, the smallest first. */
const reminders = [7, 30] as const

/**
 * Sends reminders 30 and 7 days before an expiry, each once for each expiry. After a downtime the due one is still
 * sent. A service with a term of one month gets only the one 7 days before, and a domain that was transferred away none.
 */
export async function remindOfExpiry(database: Database, now: Date): Promise<void> {
  const settings = await readSettings(database)
  if (!settings['mails.requests']) return
  for (let after: string | undefined, more = true; more;) {
    const ids = await remindSome(database, settings, now, after)
    after = ids.at(-1)
    more = ids.length === AT_ONCE
  }
}

const remindSome = (database: Database, settings: Settings, now: Date, after: string | undefined) =>
  database.write('service', async (tx) => {
    let ending = tx.db
      .selectFrom('services')
      .select([
        'id',
        'user_id',
        'kind',
        'name',
        'details',
        'expires_at',
        'started_at',
        'registered_until',
        'registry',
      ])
      .where('released_at', 'is', null)
      .where('expires_at', '>', now)
      .where('expires_at', '<=', new Date(now.getTime() + reminders.at(-1)! * DAY_MS))
      .orderBy('id')
      .limit(AT_ONCE)
    if (after) ending = ending.where('id', '>', after)
    const rows = await ending.execute()
    for (const row of rows) {
      const { id, user_id, kind, name, details, expires_at } = row
      const days = reminders.find((some) => expires_at!.getTime() - now.getTime() <= some * DAY_MS)!
      const months = products[kind as ProductName]?.service.months(details) ?? 12
      if (days === 30 && months <= 1) continue
      const term = await registryTermOf(tx, row)
      if (term?.isAway) continue
      const ends = expires_at!.toISOString()
      await mailCustomer(
        tx,
        settings,
        user_id,
        {
          kind: 'expiry-reminder',
          data: { product: kind, subject: name, ...expiryData(expires_at!, term) },
        },
        `expiry ${days} ${id} ${ends}`,
      )
    }
    return rows.map(({ id }) => id)
  })

/** The hourly job that sends the reminders. */
export const expiryReminders = (database: Database): ScheduledJob => ({
  name: 'expiry-reminders',
  everyMs: 3600_000,
  run: () => remindOfExpiry(database, new Date()),
})
