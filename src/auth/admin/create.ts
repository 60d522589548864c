import { randomBytes } from 'node:crypto'
import type { Transaction } from '../../server/database/database.ts'
import type { ProfileFields } from '../../shared/profile.ts'
import { createAccount } from '../create-user.ts'
import { hashPassword } from '../passwords/hashing.ts'
import type { Auth } from '../auth.ts'
import type { Metadata } from '../tables.ts'
import type { Address, UserRow } from '../users.ts'
import { note } from './act.ts'

/** What an admin makes an account of. */
export interface Made {
  id?: string
  address: Address
  passwordHash: string
  confirmed: boolean
  data: Metadata
  profile: Partial<ProfileFields>
  now: Date
}

/** A password that nobody knows, for an account whose owner chooses one by a recovery. */
export const unknownPassword = () => hashPassword(randomBytes(32).toString('base64'))

/** Makes an account on an admin's word. Undefined where the address, or the id, has one already. */
export async function createPerson(
  tx: Transaction,
  auth: Pick<Auth, 'application'>,
  made: Made,
): Promise<UserRow | undefined> {
  const user = await createAccount(tx, auth, { ...made, signsIn: false, byAdmin: true })
  if (user) await note(tx, auth, user, 'user_created', { after: { provider: made.address.kind } })
  return user
}
