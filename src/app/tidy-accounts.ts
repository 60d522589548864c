import { sql } from 'kysely'
import { type AuthApplication, deleteAccount, deleteExpired, lockedUser } from '@kikoa/auth'
import type { Database } from '../server/database/database.ts'
import '../server/mail/mail.tables.ts'

/** Each transaction locks the admins' rows, so it stays short. */
const BATCH = 25

/**
 * Deletes data that no account needs: ended rows of the auth server, mails that were queued while their account was
 * being deleted, and accounts that were not confirmed within 30 days.
 */
export async function tidyAccounts(database: Database, application: AuthApplication): Promise<void> {
  await deleteExpired(database)
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
  while ((await deleteUnconfirmed(database, application)) === BATCH);
}

/**
 * Deletes accounts that were not confirmed within 30 days, unless they have requested, ordered, paid or own something.
 * Skips locked accounts, which another node is deleting, and banned ones.
 * @returns how many accounts of one batch were deleted.
 */
export function deleteUnconfirmed(database: Database, application: AuthApplication): Promise<number> {
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
         and not exists (select from claims p where p.user_id = u.id)
         and not exists (select from services r where r.user_id = u.id)
         and not exists (select from profiles p where p.id = u.id and p.role = 'admin')
       order by u.created_at limit ${BATCH}
         for update of u skip locked`.execute(tx.db)
    // No mail: the address was not confirmed, so its reader may be another person.
    const auth = { now: () => new Date(), application: { ...application, sendMail: undefined } }
    for (const { id } of rows) {
      const user = await lockedUser(tx, id)
      if (user) await deleteAccount(tx, auth, user, { actor: null, role: 'service' })
    }
    return rows.length
  })
}
