import type { Transaction } from '../../server/database/database.ts'
import type { Auth } from '../auth.ts'
import { dropCredentials } from '../proofs/accept-proof.ts'
import { AuthError, invalid } from '../protocol/auth-error.ts'
import { demandMetadata } from '../protocol/demands.ts'
import type { Metadata } from '../tables.ts'
import { type Address, lockedByAddress, type UserRow } from '../users.ts'
import { createPerson } from './create.ts'

interface Invited {
  address: Address
  data: Metadata
  passwordHash: string
}

/**
 * The account of an address that is to be proved by a link: the one that waits for its proof, or a new one. Refuses
 * with 422 `email_exists` an address that was proved already.
 */
export async function unprovedAccount(
  tx: Transaction,
  auth: Pick<Auth, 'application' | 'now'>,
  { address, data, passwordHash }: Invited,
): Promise<UserRow> {
  demandMetadata(data)
  const profile = await auth.application.readProfile(data)
  if (!profile.ok) throw invalid(profile.refusal.message)
  const made = await createPerson(tx, auth, {
    address,
    passwordHash,
    confirmed: false,
    data,
    profile: profile.fields,
    now: auth.now(),
  })
  const user = made ?? (await lockedByAddress(tx, address))
  if (!user || user.email_confirmed_at)
    throw new AuthError('422 email_exists', 'A user with this email address has already been registered')
  if (made) return made
  // A stranger may have signed up with the address before: what they chose would come alive with the invitation.
  await dropCredentials(tx, user, 'email', { now: auth.now() })
  await tx.db
    .updateTable('auth.users')
    .set({ password_hash: passwordHash })
    .where('id', '=', user.id)
    .execute()
  return user
}
