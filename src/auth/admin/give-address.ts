import { sql } from 'kysely'
import { constraintOf, type Transaction } from '../../server/database/database.ts'
import { keepOwnIdentity, nameProviders } from '../identities.ts'
import { addressTaken } from '../proofs/new-address.ts'
import type { Address, UserRow } from '../users.ts'

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
      throw constraintOf(error) === `users_${kind}` ? addressTaken[kind]() : error
    })
  await keepOwnIdentity(tx, id, address, { confirmed, now })
  await nameProviders(tx, id, now)
}
