import type { Transaction } from '../../../server/database/database.ts'
import type { StaffRole } from '../../../shared/people/permissions.ts'
import { publishEvents } from '../../../server/live/publish-events.ts'
import {
  acceptProof,
  createAccount,
  dropCredentials,
  endOneTimes,
  isProved,
  keepOwnIdentity,
  lockedByAddress,
  type UserRow,
} from '@kikoa/auth'
import { Refused } from '../../../shared/refusal.ts'
import {
  auditAccount,
  clearProfile,
  createProfile,
  noteAccount,
  publishAccount,
  requireOtherOwner,
} from './application.ts'

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
 * @returns the id of the account; undefined if the address is an admin's already.
 */
export async function makeAdmin(tx: Transaction, admin: NewAdmin): Promise<string | undefined> {
  const { email, passwordHash, fullName, now } = admin
  const made = await createAccount(
    tx,
    { application: { createProfile, publish: publishAccount } },
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
    if (profile?.role === 'admin') return undefined
    await takeOver(tx, user, admin)
  }
  await giveRole(tx, user.id, 'admin', now, { fullName })
  await auditAccount(tx, {
    action: made ? 'admin_created' : 'admin_taken_over',
    user: user.id,
    role: 'service',
  })
  return user.id
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

/**
 * Changes a person's role, and what an admin may do. It applies from the next call on, because every transaction reads the role.
 */
export async function giveRole(
  tx: Transaction,
  user: string,
  role: 'user' | 'admin',
  now: Date,
  { staffRole = 'owner', fullName }: { staffRole?: StaffRole; fullName?: string | undefined } = {},
): Promise<void> {
  await tx.db
    .updateTable('profiles')
    .set((eb) => ({
      role,
      staff_role: staffRole,
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

/**
 * Changes the role of an account, whose row is locked. An admin keeps the staff role if none is given, and a new one is an
 * owner. Refuses with `LAST_ADMIN`, and with `NOT_PROVED` to make an admin of an unproved account: a stranger may have
 * signed up with the address.
 */
export async function changeRole(
  tx: Transaction,
  accounts: { now(): Date },
  user: UserRow,
  { role, staffRole }: { role: 'user' | 'admin'; staffRole?: StaffRole | undefined },
) {
  const now = accounts.now()
  const staysOwner = role === 'admin' && (staffRole === undefined || staffRole === 'owner')
  if (!staysOwner) await requireOtherOwner(tx, user.id, now)
  const before = await tx.db
    .selectFrom('profiles')
    .select(['role', 'staff_role'])
    .where('id', '=', user.id)
    .forUpdate()
    .executeTakeFirst()
  if (!before) return
  const had = rolesOf(before.role, before.staff_role)
  const gets = rolesOf(role, staffRole ?? (before.role === 'admin' ? before.staff_role : 'owner'))
  if (had.role === gets.role && had.staff_role === gets.staff_role) return
  if (role === 'admin' && before.role !== 'admin' && !isProved(user)) throw new Refused('NOT_PROVED')
  // Somebody who helps customers may have kept a link to this account, and would be this admin with it.
  if (before.role !== 'admin') await endOneTimes(tx, user.id)
  await giveRole(tx, user.id, role, now, { staffRole: gets.staff_role ?? 'owner' })
  const action =
    had.role === gets.role ? 'staff_role_changed' : role === 'admin' ? 'admin_granted' : 'admin_revoked'
  await noteAccount(tx, user.id, action, { before: had, after: gets })
}

/** A customer has no staff role. */
const rolesOf = (role: 'user' | 'admin', staff_role: StaffRole) => ({
  role,
  staff_role: role === 'admin' ? staff_role : null,
})
