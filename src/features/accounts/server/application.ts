import { randomUUIDv7 } from 'node:crypto'
import {
  type AccountChange,
  type AuditEntry,
  type AuthApplication,
  callerOf,
  type NewProfile,
  type SendMail,
} from '@kikoa/auth'
import type { Database, Transaction } from '../../../server/database/database.ts'
import { publishEvents } from '../../../server/live/publish-events.ts'
import type { ActionOn } from '../../audit/actions.ts'
import { languageOf } from '../../../server/pages/language.ts'
import { toLocale } from '../../../shared/pages.ts'
import {
  erasedProfile,
  erasedSignUp,
  type ProfileFields,
  type ProfileValues,
} from '../../../shared/people/profile.ts'
import { roleOf } from '../../audit/server/audit.ts'
import { readSettings } from '../../settings/server/settings.ts'
import type { PersonalData } from './accounts.ts'
import { recordConsent, withConsent, type WithConsent } from './consent.ts'
import { profileFields } from './profile-fields.ts'
import { Refused } from '../../../shared/refusal.ts'
import type { StaffRole } from '../../../shared/people/permissions.ts'
import type { Generated, GeneratedAlways } from 'kysely'
import type { Now } from '../../../server/database/tables.ts'

/**
 * The application's functions for the auth server: profiles, audit log, mails, and the erasure of a person. They run in
 * transactions of the application's own `Database`, which the auth server hands back as it got them.
 */
export const authApplication = (
  personalData: PersonalData,
  sendMail?: SendMail,
  { deliversMail = () => sendMail !== undefined }: { deliversMail?: () => boolean } = {},
): AuthApplication => ({
  confirmPage: '/confirm',
  sendMail,
  // Read at each call: an admin may name a mail server while the program runs.
  get deliversMail() {
    return deliversMail()
  },
  languageOf,
  requireOtherOwner,
  isLastOwner: (error) => error instanceof Refused && error.refusal.code === 'LAST_ADMIN',
  audit: auditAccount,
  publish: publishAccount,
  async readProfile(data) {
    const read = await profileFields(data)
    return read.ok ? { ok: true, fields: withConsent(read.fields, data) } : read
  },
  createProfile,
  clearProfile,

  async changeEmail(tx: Transaction, id, email, now) {
    await tx.db
      .updateTable('profiles')
      .set((eb) => ({ email, version: eb('version', '+', 1), updated_at: now }))
      .where('id', '=', id)
      .execute()
    await publishEvents(tx, { user_id: id, type: 'profile.changed', topics: ['profile'], entity_id: id })
  },

  async setLanguage({ db }: Transaction, id, language) {
    await db
      .updateTable('profiles')
      .set({ language: toLocale(language) })
      .where('id', '=', id)
      .where('language', 'is', null)
      .execute()
  },

  async erase(tx: Transaction, person, now) {
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

  businessName: async (database: Database) => (await readSettings(database))['business.name'],
})

export async function createProfile(
  tx: Transaction,
  { id, email, fields: given, now }: NewProfile & { fields: Partial<ProfileFields> },
): Promise<void> {
  const { consent, ...fields }: WithConsent = given
  await tx.db
    .insertInto('profiles')
    .values({ id, role: 'user', email, ...fields, created_at: now, updated_at: now })
    .execute()
  if (consent) await recordConsent(tx, id, { consent, language: fields.language ?? null, now })
}

export async function clearProfile({ db }: Transaction, id: string): Promise<void> {
  // A stranger has accepted them with somebody else's address.
  await db.deleteFrom('consents').where('user_id', '=', id).execute()
  await db.updateTable('profiles').set(erasedSignUp).where('id', '=', id).execute()
}

/** Updates the admins' lists and counts of accounts. */
export const publishAccount = (
  tx: Transaction,
  { user, type }: { user: string; type: AccountChange['type'] | ActionOn<'account'> },
): Promise<void> =>
  publishEvents(tx, {
    user_id: null,
    type: `account.${type}`,
    topics: ['users'],
    entity_id: user,
    for_admins: true,
  })

/** Writes the audit entry of an admin or a service key for an account, and updates the admins' lists. */
export async function noteAccount(
  tx: Transaction,
  user: string,
  action: ActionOn<'account'>,
  change: { before?: object; after?: object } = {},
): Promise<void> {
  await auditAccount(tx, { action, user, ...callerOf(tx), ...change })
  await publishAccount(tx, { user, type: action })
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
