import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { constraintOf, type Transaction } from '../../../../../platform/server/database/database.ts'
import { nameProviders } from '../../identities.ts'
import { identityClaims } from '../../new-account.ts'
import { AuthError } from '../../protocol/auth-error.ts'
import type { Address, UserRow } from '../../users.ts'

export const taken = ({ kind }: Address) =>
  kind === 'email'
    ? new AuthError('422 email_exists', 'A user with this email address has already been registered')
    : new AuthError('422 phone_exists', 'A user with this phone number has already been registered')

/**
 * Gives an account an address at once, on the word of a service key, and the log-in that it is. Refuses with 422
 * `email_exists` or `phone_exists` one that somebody has.
 */
export async function giveAddress(
  tx: Transaction,
  { id }: Pick<UserRow, 'id'>,
  address: Address,
  { confirmed, now }: { confirmed: boolean; now: Date },
): Promise<void> {
  const { kind, value } = address
  const claims = JSON.stringify(identityClaims(id, address, confirmed))
  const email = kind === 'email' ? value : null
  await tx.db
    .updateTable('auth.users')
    .set({
      [kind]: value,
      [`${kind}_confirmed_at`]: confirmed
        ? sql<Date>`coalesce(${sql.ref(`${kind}_confirmed_at`)}, ${now})`
        : null,
      [`new_${kind}`]: null,
    })
    .where('id', '=', id)
    .execute()
    .catch((error: unknown) => {
      throw constraintOf(error) === `users_${kind}` ? taken(address) : error
    })
  await tx.db
    .insertInto('auth.identities')
    .values({
      id: uuid(),
      user_id: id,
      provider: kind,
      provider_id: id,
      identity_data: claims,
      email,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['provider', 'provider_id']).doUpdateSet({
        identity_data: sql`identities.identity_data || ${claims}::jsonb`,
        email,
        updated_at: now,
      }),
    )
    .execute()
  await nameProviders(tx, id, now)
}
