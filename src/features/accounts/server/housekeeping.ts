import { sql } from 'kysely'
import type { Database } from '../../../server/database/database.ts'
import type { PersonalData } from './accounts.ts'
import { deleteAccount } from './delete-account.ts'
import './tables.ts'
import { lockedUser } from './users.ts'

/** Each transaction locks the admins' rows: it stays short. */
const BATCH = 25

/**
 * Takes away what no account needs any more: used refresh tokens past the day in which a lost answer is given again,
 * sessions that nobody has refreshed for 90 days, enrolments that were never finished, codes and flows that have
 * ended, mails that went to an account while it was being deleted, and accounts that nobody has proved in 30 days.
 */
export async function tidyAccounts(database: Database, personalData: PersonalData): Promise<void> {
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
  await database.write('service', ({ db }) =>
    db
      .deleteFrom('mails as m')
      .where('m.state', '<>', 'waiting')
      .where('m.user_id', 'is not', null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('auth.users as u')
              .select('u.id')
              .whereRef('u.id', '=', 'm.user_id')
              .where('u.deleted_at', 'is', null),
          ),
        ),
      )
      .execute(),
  )
  while ((await deleteNeverProved(database, personalData)) === BATCH);
}

/**
 * Deletes accounts that were to be confirmed and were not within 30 days, unless anything was asked for, bought, paid or
 * held with them. One that is locked is left to the node that has it. A ban stays, and so does whoever has been in.
 * @returns how many of one batch were deleted.
 */
export function deleteNeverProved(database: Database, personalData: PersonalData): Promise<number> {
  return database.write('service', async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select u.id from auth.users u
       where u.email_confirmed_at is null and u.phone_confirmed_at is null
         and u.created_at < now() - interval '30 days'
         and (u.email is not null or u.phone is not null)
         and u.last_sign_in_at is null and u.deleted_at is null and not u.is_sso
         and (u.banned_until is null or u.banned_until < now())
         and not exists (select from requests r where r.user_id = u.id)
         and not exists (select from orders o where o.user_id = u.id)
         and not exists (select from payments p where p.user_id = u.id)
         and not exists (select from records r where r.user_id = u.id)
         and not exists (select from profiles p where p.id = u.id and p.role = 'admin')
       order by u.created_at limit ${BATCH}
         for update of u skip locked`.execute(tx.db)
    for (const { id } of rows) {
      const user = await lockedUser(tx, id)
      // Nobody is told: who never proved the address may not be who reads it.
      if (user)
        await deleteAccount(tx, { now: () => new Date(), personalData }, user, {
          actor: null,
          role: 'service',
        })
    }
    return rows.length
  })
}
