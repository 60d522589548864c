import { sql } from 'kysely'
import { constraintOf, type Transaction } from '../../server/database/database.ts'
import type { Auth } from '../auth.ts'
import { keepOwnIdentity } from '../identities.ts'
import { endOneTimes } from './one-time.ts'
import { AuthError } from '../protocol/auth-error.ts'
import type { Address, UserRow } from '../users.ts'

/**
 * Gives an account the address that was proved, with the log-in that it is; one that is not seen needs no proof here.
 * Codes on their way to the old one are void. Refuses with 422 `email_exists` or `phone_exists` where somebody else has it by now.
 */
export async function takeAddress(
  tx: Transaction,
  { application }: Pick<Auth, 'application'>,
  { id }: Pick<UserRow, 'id'>,
  { kind, value }: Address,
  { isSeen, now }: { isSeen: boolean; now: Date },
): Promise<UserRow> {
  const user = await tx.db
    .updateTable('auth.users')
    .set({
      [kind]: value,
      [`${kind}_confirmed_at`]: now,
      [`new_${kind}`]: null,
      [`${kind}_change_sent_at`]: null,
      [`${kind}_unseen`]: !isSeen,
      app_metadata: sql`app_metadata
        || jsonb_build_object('provider', coalesce(app_metadata ->> 'provider', ${kind}::text))
        || jsonb_build_object('providers', coalesce(app_metadata -> 'providers', '[]') - ${kind}::text || to_jsonb(${kind}::text))`,
      updated_at: now,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      throw constraintOf(error) === `users_${kind}` ? addressTaken[kind]() : error
    })
  await keepOwnIdentity(tx, id, { kind, value }, { confirmed: true, now })
  await endOneTimes(tx, id)
  await application.audit(tx, {
    action: 'user_modified',
    user: id,
    actor: id,
    role: 'user',
    after: { fields: [kind] },
  })
  return user
}

/** Somebody has the address: what signed-in people are told, who may ask rarely. */
export const addressTaken = {
  email: () =>
    new AuthError('422 email_exists', 'A user with this email address has already been registered'),
  phone: () => new AuthError('422 phone_exists', 'A user with this phone number has already been registered'),
}
