import { randomUUIDv7 } from 'node:crypto'
import type { AuditEntry, AuthApplication, NewProfile, SendMail } from '../../../auth/auth.ts'
import type { Transaction } from '../../../server/database/database.ts'
import { publishEvents } from '../../../server/live/publish-events.ts'
import type { ActionOn } from '../../audit/actions.ts'
import { erasedProfile, erasedSignUp, type ProfileValues } from '../../../shared/people/profile.ts'
import { roleOf } from '../../audit/server/audit.ts'
import { readSettings } from '../../settings/server/settings.ts'
import type { PersonalData } from './accounts.ts'
import { profileFields } from './profile-fields.ts'
import { Refused } from '../../../shared/refusal.ts'
import type { StaffRole } from '../../../shared/people/permissions.ts'
import type { Generated, GeneratedAlways } from 'kysely'
import type { Now } from '../../../server/database/tables.ts'

/**
 * The application's functions for the auth server: profiles, audit log, mails, and the erasure of a person.
 */
export const authApplication = (
  personalData: PersonalData,
  sendMail?: SendMail,
  { deliversMail = sendMail !== undefined }: { deliversMail?: boolean } = {},
): AuthApplication => ({
  sendMail,
  deliversMail,
  requireOtherOwner,
  audit: auditAccount,
  readProfile: profileFields,
  createProfile,
  clearProfile,

  async changeEmail(tx, id, email, now) {
    await tx.db
      .updateTable('profiles')
      .set((eb) => ({ email, version: eb('version', '+', 1), updated_at: now }))
      .where('id', '=', id)
      .execute()
    await publishEvents(tx, { user_id: id, type: 'profile.changed', topics: ['profile'], entity_id: id })
  },

  async setLanguage({ db }, id, language) {
    await db
      .updateTable('profiles')
      .set({ language })
      .where('id', '=', id)
      .where('language', 'is', null)
      .execute()
  },

  async erase(tx, person, now) {
    await tx.db
      .updateTable('profiles')
      .set((eb) => ({
        ...erasedProfile,
        role: 'user',
        staff_role: 'owner',
        version: eb('version', '+', 1),
        updated_at: now,
      }))
      .where('id', '=', person.id)
      .execute()
    await personalData.erase(tx, person)
  },

  businessName: async (database) => (await readSettings(database))['business.name'],
})

export async function createProfile(
  { db }: Transaction,
  { id, email, fields, now }: NewProfile,
): Promise<void> {
  await db
    .insertInto('profiles')
    .values({ id, role: 'user', email, ...fields, created_at: now, updated_at: now })
    .execute()
}

export async function clearProfile({ db }: Transaction, id: string): Promise<void> {
  await db.updateTable('profiles').set(erasedSignUp).where('id', '=', id).execute()
}

/** Writes an account change into the audit log, in the same transaction. */
export async function auditAccount(
  { db }: Transaction,
  { action, user, actor, role, before, after }: Omit<AuditEntry, 'action'> & { action: ActionOn<'account'> },
): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      id: randomUUIDv7(),
      actor_id: actor ?? null,
      actor_role: role === 'user' && actor ? roleOf(actor) : role,
      action,
      entity: 'account',
      entity_id: user ?? null,
      before: before ? JSON.stringify(before) : null,
      after: after ? JSON.stringify(after) : null,
    })
    .execute()
}

/**
 * Refuses with `LAST_ADMIN` if no owner who can log in would remain, and with `FORBIDDEN` a caller who is no owner any more.
 * All owners are locked until the transaction ends, so that of two parallel removals the second one sees the first.
 * Nothing happens where the person who leaves is no owner.
 */
export async function requireOtherOwner(
  { db, caller }: Transaction,
  leaving: string,
  now: Date,
): Promise<void> {
  const owners = await db
    .selectFrom('profiles')
    .select('id')
    .where('role', '=', 'admin')
    .where('staff_role', '=', 'owner')
    .orderBy('id')
    .forUpdate()
    .execute()
  const isOwner = (person: string) => owners.some(({ id }) => id === person)
  if (!isOwner(leaving)) return
  if (typeof caller !== 'string' && !isOwner(caller.person)) throw new Refused('FORBIDDEN')
  // Read after the locks, so that a ban that was committed during the wait counts.
  const other = await db
    .selectFrom('profiles as p')
    .innerJoin('auth.users as u', 'u.id', 'p.id')
    .select('p.id')
    .where('p.role', '=', 'admin')
    .where('p.staff_role', '=', 'owner')
    .where('p.id', '!=', leaving)
    .where('u.deleted_at', 'is', null)
    .where((eb) => eb.or([eb('u.banned_until', 'is', null), eb('u.banned_until', '<=', now)]))
    .limit(1)
    .executeTakeFirst()
  if (!other) throw new Refused('LAST_ADMIN')
}

export interface Profiles extends ProfileValues {
  id: string
  role: Generated<'user' | 'admin'>
  /** What an admin may do. It counts for admins only. */
  staff_role: Generated<StaffRole>
  version: Generated<number>
  created_at: Now
  updated_at: Now
  /** Set by the database. */
  phone_set_at: GeneratedAlways<Date>
  /** The text for the admins' search, generated by the database. */
  search: GeneratedAlways<string>
}

declare module '../../../server/database/tables.ts' {
  interface Tables {
    profiles: Profiles
  }
}
