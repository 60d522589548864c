import type { Transaction } from '../../../server/database/database.ts'
import { publishEvents } from '../../../server/live/publish-events.ts'
import { auditAccount, clearProfile, createProfile } from './application.ts'
import { createAccount, keepOwnIdentity } from '../../../auth/create-user.ts'
import { acceptProof, dropCredentials } from '../../../auth/proofs/accept-proof.ts'
import { lockedByAddress, type UserRow } from '../../../auth/users.ts'

export interface NewAdmin {
  email: string
  passwordHash: string
  fullName?: string | undefined
  now: Date
}

/** Whether there is an admin who can log in. */
export async function hasAdmin({ db }: Transaction): Promise<boolean> {
  const found = await db
    .selectFrom('profiles as p')
    .innerJoin('auth.users as u', 'u.id', 'p.id')
    .select('p.id')
    .where('p.role', '=', 'admin')
    .where('u.deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Makes the owner of an address an admin with this password, on the operator's authority. A customer's
 * account loses its password, sessions, other log-ins, factors and metadata, because a stranger may have made
 * it. An existing admin is not changed.
 * @returns false if the address is an admin's already.
 */
export async function makeAdmin(tx: Transaction, admin: NewAdmin): Promise<boolean> {
  const { email, passwordHash, fullName, now } = admin
  const made = await createAccount(
    tx,
    { application: { createProfile } },
    {
      address: { kind: 'email', value: email },
      passwordHash,
      data: {},
      profile: fullName ? { full_name: fullName } : {},
      confirmed: true,
      signsIn: false,
      now,
    },
  )
  const user = made ?? (await lockedByAddress(tx, { kind: 'email', value: email }))!
  if (!made) {
    const profile = await tx.db
      .selectFrom('profiles')
      .select('role')
      .where('id', '=', user.id)
      .forUpdate()
      .executeTakeFirst()
    if (profile?.role === 'admin') return false
    await takeOver(tx, user, admin)
  }
  await giveRole(tx, user.id, 'admin', now, fullName)
  await auditAccount(tx, {
    action: made ? 'admin_created' : 'admin_taken_over',
    user: user.id,
    role: 'service',
  })
  return true
}

async function takeOver(tx: Transaction, user: UserRow, { email, passwordHash, now }: NewAdmin) {
  await dropCredentials(tx, user, 'email', { now })
  await acceptProof(tx, { application: { audit: auditAccount, clearProfile } }, user, 'email', { now })
  await tx.db
    .updateTable('auth.users')
    .set({
      password_hash: passwordHash,
      app_metadata: JSON.stringify({ provider: 'email', providers: ['email'] }),
      user_metadata: '{}',
      banned_until: null,
      updated_at: now,
    })
    .where('id', '=', user.id)
    .execute()
  await keepOwnIdentity(tx, user.id, { kind: 'email', value: email }, { confirmed: true, now })
}

/** Changes a person's role. It applies from the next call on, because every transaction reads the role. */
export async function giveRole(
  tx: Transaction,
  user: string,
  role: 'user' | 'admin',
  now: Date,
  fullName?: string,
): Promise<void> {
  await tx.db
    .updateTable('profiles')
    .set((eb) => ({
      role,
      version: eb('version', '+', 1),
      updated_at: now,
      ...(fullName && { full_name: fullName }),
    }))
    .where('id', '=', user)
    .execute()
  await publishEvents(tx, {
    user_id: user,
    type: 'profile.role-changed',
    topics: ['profile'],
    entity_id: user,
    data: { role },
  })
}
