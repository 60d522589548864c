import { sql } from 'kysely'
import type { Database } from './tables.ts'

/**
 * Deletes expired rows: refresh tokens a day after their replacement, sessions not refreshed for 90 days,
 * unfinished enrolments, codes, flows, and counts of SMS.
 */
export async function deleteExpired(database: Database): Promise<void> {
  await database.write('service', async ({ db }) => {
    const before = (interval: string) => sql<Date>`now() - ${interval}::interval`
    await db.deleteFrom('auth.refresh_tokens').where('superseded_at', '<', before('25 hours')).execute()
    await db.deleteFrom('auth.sessions').where('refreshed_at', '<', before('90 days')).execute()
    await db
      .deleteFrom('auth.factors')
      .where('status', '=', 'unverified')
      .where((eb) =>
        eb.or([
          eb('created_at', '<', before('1 day')),
          eb.and([eb('last_challenged_at', 'is', null), eb('created_at', '<', before('5 minutes'))]),
        ]),
      )
      .execute()
    await db.deleteFrom('auth.challenges').where('created_at', '<', before('1 day')).execute()
    await db.deleteFrom('auth.one_time_tokens').where('expires_at', '<', before('1 day')).execute()
    await db.deleteFrom('auth.signup_tries').where('expires_at', '<', before('1 day')).execute()
    await db
      .deleteFrom('sms_days')
      .where('day', '<', sql<string>`current_date - 90`)
      .execute()
    await db.deleteFrom('auth.flow_states').where('created_at', '<', before('1 day')).execute()
  })
}
